#!/bin/sh
# Times the reading of made workbooks by this program and by others: user CPU seconds and peak memory.
#
#   bench/spreadsheets.sh [ROWS...]        default: 100000 1000000
#
# Others are measured where they are installed, and skipped with a line where not:
#   python3 with openpyxl and python_calamine (PYTHON=path of an interpreter)
#   node with the package xlsx (NODE_PATH=folder of node_modules)
# SLOW=1 measures the slow ones at a million rows too. Needs GNU time.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=${BENCH_DIR:-${TMPDIR:-/tmp}/rowproof-bench}
python=${PYTHON:-python3}
mkdir -p "$work"
(cd "$here/.." && go build -o "$work/spreadsheets" ./bench/spreadsheets)

measure() { # NAME COMMAND...
	name=$1
	shift
	if ! /usr/bin/time -o "$work/time" -f '%U %M' "$@" >"$work/out" 2>"$work/err"; then
		echo "$name: failed: $(tail -1 "$work/err")"
		return
	fi
	read -r seconds kilobytes <"$work/time"
	echo "$name: $seconds s user, $((kilobytes / 1024)) MB, read: $(cat "$work/out")"
}

slow() { # ROWS
	[ "$1" -le 100000 ] || [ "${SLOW:-}" = 1 ]
}

[ $# -gt 0 ] || set -- 100000 1000000
for rows in "$@"; do
	file=$work/$rows.xlsx
	[ -f "$file" ] || "$work/spreadsheets" generate "$rows" "$file"
	echo "== $rows rows of 11 cells, $(($(wc -c <"$file") / 1024)) KB"
	measure "rowproof, printed text and stored value" "$work/spreadsheets" rowproof "$file"
	measure "rowproof, as rows lists it" "$work/spreadsheets" first "$file"
	if slow "$rows"; then
		measure "excelize, printed text" "$work/spreadsheets" excelize "$file"
	else
		echo "excelize, printed text: skipped (SLOW=1)"
	fi
	measure "excelize, stored value" "$work/spreadsheets" excelize-raw "$file"
	if "$python" -c 'import python_calamine' 2>/dev/null; then
		measure "python-calamine, stored value" "$python" "$here/spreadsheets/read.py" calamine "$file"
	else
		echo "python-calamine: skipped, not installed"
	fi
	if ! "$python" -c 'import openpyxl' 2>/dev/null; then
		echo "openpyxl: skipped, not installed"
	elif slow "$rows"; then
		measure "openpyxl, stored value" "$python" "$here/spreadsheets/read.py" openpyxl "$file"
	else
		echo "openpyxl: skipped (SLOW=1)"
	fi
	if ! node -e 'require("xlsx")' 2>/dev/null; then
		echo "SheetJS: skipped, not installed"
	elif slow "$rows"; then
		measure "SheetJS, printed text" node --max-old-space-size=6000 "$here/spreadsheets/read.js" "$file"
	else
		echo "SheetJS: skipped (SLOW=1)"
	fi
done
