#!/usr/bin/env bash
# Times `extract run` without a model: user CPU, wall and peak memory for growing numbers of rows of eleven cells,
# and by how much the peak grows for each row more than in the smallest document.
#   bench/run.sh [ROWS...]        default 10000 100000
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/extract" ./cmd/extract
go build -o "$work/rows" ./bench/rows
[ $# -gt 0 ] || set -- 10000 100000
declare -A first least
printf '%-10s %-6s %10s %10s %10s %12s\n' rows format user_s wall_s peak_MB B_a_row
for n in "$@"; do
	for ext in csv xlsx; do
		"$work/rows" "$n" "$work/big.$ext"
		"$work/extract" task init "$work/big.$ext" >"$work/task.yaml"
		/usr/bin/time -f '%U %e %M' -o "$work/time" "$work/extract" run "$work/big.$ext" --task "$work/task.yaml" --out "$work/out" --quiet --fail-on never >/dev/null
		read -r user wall peak <"$work/time"
		grows=-
		if [ -z "${first[$ext]:-}" ]; then
			first[$ext]=$n least[$ext]=$peak
		elif [ "$n" -gt "${first[$ext]}" ]; then
			grows=$(((peak - least[$ext]) * 1024 / (n - first[$ext])))
		fi
		printf '%-10s %-6s %10s %10s %10s %12s\n' "$n" "$ext" "$user" "$wall" "$((peak / 1024))" "$grows"
	done
done
