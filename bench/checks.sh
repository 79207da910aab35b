#!/bin/sh
# Measures the checks alone on one core: user CPU seconds, and memory beside the document and the answers.
#
#   bench/checks.sh [-records N] [-memory N] [-cpuprofile FILE] [-memprofile FILE]
#
# By default the time of a million records of eight fields, and the memory a record of 100,000 of them. A million
# records take about four gigabytes, with the document and the answers.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
GOMAXPROCS=1 GODEBUG=gcstoptheworld=1 exec go run ./bench/checks "$@"
