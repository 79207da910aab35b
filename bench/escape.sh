#!/bin/sh
# Measures what the checks let through and what they refuse wrongly, on documents written out of known truths:
# two tables in Markdown.
#
#   bench/escape.sh [-most N] [-seed N] [-survivors]
#
# ROWPROOF_CORPUS names a folder of real invoices and property tables; without it only the examples count.
# -survivors lists every accepted mutant and every true record that is not accepted, with its rows.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
exec go run ./bench/escape "$@"
