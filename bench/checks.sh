#!/bin/sh
# Measures the checks alone on one core: user CPU seconds and memory beside the document and the answers.
#
#   bench/checks.sh [-records N] [-cpuprofile FILE]     default: a million records of eight fields
#
# A million records take about seven gigabytes, with the document and the answers.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
GOMAXPROCS=1 exec go run ./bench/checks "$@"
