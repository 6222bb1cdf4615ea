"""Prints the tests that took longest, from the event streams of `swift test`.

usage: slowest.py NUMBER FILE…

A test's time is the sum of its cases, each from its start to its end. Several run at a time, so the sum of all is longer
than the run. Only tests with arguments are listed: of the others the stream tells the start too early, while they wait
for their turn.
"""
import collections
import json
import sys

open_cases = collections.defaultdict(collections.deque)
seconds = collections.Counter()
for path in sys.argv[2:]:
    with open(path) as lines:
        for line in lines:
            record = json.loads(line) if line.strip() else {}
            event = record.get("payload", {})
            kind = event.get("kind")
            if kind not in ("testCaseStarted", "testCaseEnded"):
                continue
            test, moment = event["testID"], event["instant"]["absolute"]
            if kind == "testCaseStarted":
                open_cases[test].append(moment)
            elif open_cases[test]:
                seconds[test] += moment - open_cases[test].popleft()

for test, time in seconds.most_common(int(sys.argv[1])):
    suite, _, name = test.partition("/")
    print(f"{time:8.1f} s  {suite}: {name.split('`')[1] if '`' in name else name}")
