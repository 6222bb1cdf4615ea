#!/usr/bin/env python3
"""Has an instrumented Baton do what people do with it, which leaves counts of what each of its branches did.

usage: record_profile.py PROGRAMS_FOLDER LIBRARY COUNTS_FOLDER REPOSITORY

The library is one that makes `_exit` write the counts. Only what is done often is done here: what the compiler has no counts
of it builds as always, and what was done a few times it would take for rare and make small.
"""
import os
import subprocess
import sys

import ordinary_runs


def main():
    programs, library, counts, repository = map(os.path.realpath, sys.argv[1:])
    environment = os.environ | {"LD_PRELOAD": library, "LLVM_PROFILE_FILE": f"{counts}/%p.profraw"}

    def run(folder, program, *words):
        done = subprocess.run(
            [f"{programs}/{program}", *words], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"record_profile.py: {program} {' '.join(words)} failed:\n{done.stdout}{done.stderr}")

    with ordinary_runs.project(300) as folder:
        run(folder, "baton", "run", "--jobs", "1")
        run(folder, "baton", "run", "--jobs", "2")
        run(folder, "baton", "check")
        # What is rare in a run but takes long where it is done: large documents, many expressions.
        items = f"{folder}/items.json"
        subprocess.run(
            [sys.executable, f"{repository}/scripts/bench.d/json_loads.py", "--write", items, "1000000"], check=True)
        run(folder, "baton-bench", "json", items)
        run(folder, "baton-bench", "cel", "20000")
        run(folder, "baton-bench", "schema", "1000")
        run(folder, "baton-bench", "plan", "1000")
        run(folder, "baton-bench", "cache-open", "answers", "500")


main()
