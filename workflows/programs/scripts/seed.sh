#!/bin/sh
# Writes a file for the SKU that it is given, and says so in JSON.
set -eu
echo "seeding $1" >&2
printf 'sku=%s\n' "$1" > "$TARGET/item.txt"
printf '{ "sku": "%s", "greeting": "%s", "file": "%s", "arguments": [' "$1" "$GREETING" "$TARGET/item.txt"
comma=''
for argument in "$@"; do
    printf '%s"%s"' "$comma" "$argument"
    comma=', '
done
echo '] }'
