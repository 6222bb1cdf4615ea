"""Prints the 95th percentile, in seconds, of the slowest question, each asked by processes of their own.

usage: cold_questions.py PROGRAM TIMES; the working folder is a project with a history.
"""

import subprocess
import sys
import time

QUESTIONS = [
    ["list"], ["show", "--failed"], ["flaky"], ["slow"], ["broken"], ["trend"], ["case", "case77"],
    ["flaky", "--branch", "main"], ["compare", "previous", "last"],
]


def main() -> None:
    program, times = sys.argv[1], int(sys.argv[2])
    slowest = 0.0
    for question in QUESTIONS:
        spans = []
        for _ in range(times):
            start = time.perf_counter()
            subprocess.run([program, "history", *question], check=True, capture_output=True)
            spans.append(time.perf_counter() - start)
        slowest = max(slowest, sorted(spans)[times * 95 // 100])
    print(slowest)


main()
