#!/bin/bash
# Runs the shards, and merges what they wrote, also where some of them failed: the exit code is that of the whole run.
cd "$(dirname "$0")" || exit
# The group tells the files of this run from those that Bazel kept of an earlier one.
BATON_SHARD_GROUP=$(date +%s%N)
export BATON_SHARD_GROUP
# Not zipped, the events of shard 3 are in bazel-testlogs/api/api_test/shard_3_of_12/test.outputs.
bazel test --nozip_undeclared_test_outputs --test_env=BATON_SHARD_GROUP //api:api_test
baton merge "$(bazel info bazel-testlogs)/api/api_test"
