#!/bin/bash
# Bazel runs this once for each shard, with what it is in TEST_SHARD_INDEX and TEST_TOTAL_SHARDS.
# The project is copied, because its files are links out of the folder of the test, where nothing may be written.
set -eu
cp -RL api "$TEST_TMPDIR/project"
cd "$TEST_TMPDIR/project"
baton run --shard auto --events "$TEST_UNDECLARED_OUTPUTS_DIR/shard.jsonl" --junit "$XML_OUTPUT_FILE" --html "$TEST_UNDECLARED_OUTPUTS_DIR/report.html"
