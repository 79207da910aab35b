#!/bin/sh
# Scores the tables read from PDFs, and the speed of reading, against other programs in one run.
#
#   bench/pdf.sh CORPUS [PAGE]     PAGE, docs/pdf-scores.md, is written anew; without it the page is printed
#
# CORPUS holds pdf_tables (NAME.pdf with NAME.pdf.truth.json or .csv) and invoices. Others are
# measured where they are installed, and said to be absent where not:
#   PYTHON=an interpreter with camelot-py, img2table, pdfplumber and tabula-py (which needs java)
#   PDFJS=the folder of the package pdfjs-dist (needs node)
#   pdftotext
# It takes about ten minutes: tabula starts anew for every page.
set -eu

[ $# -ge 1 ] || { sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$here/.." && go build -o "$work/extract" ./cmd/extract && go build -o "$work/pdf" ./bench/pdf)
"${PYTHON:-python3}" "$here/pdf/compare.py" "$work" "$1" >"$work/page"
if [ $# -gt 1 ]; then
	cp "$work/page" "$2"
else
	cat "$work/page"
fi
