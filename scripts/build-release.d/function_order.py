#!/usr/bin/env python3
"""Prints the functions that an ordinary run of Baton calls, for a linker to put them side by side.

usage: function_order.py PROGRAM

Runs the program under valgrind (callgrind) on a few workflows of two requests each.
Pages of functions that are not called are then not in memory: the system loads 64 KB around each page that is touched.
"""
import os
import re
import subprocess
import sys

import ordinary_runs


def called_functions(profile, program):
    """The names of the program's own functions in what callgrind wrote, in which a name stands once, with a number."""
    objects, functions, found, is_own = {}, {}, set(), False
    entry = re.compile(r"(c?ob|c?fn)=\((\d+)\)(?: (.*))?$")
    with open(profile, errors="replace") as file:
        for line in file:
            match = entry.match(line.rstrip("\n"))
            if not match:
                continue
            kind, number, name = match.groups()
            names = objects if kind.endswith("ob") else functions
            if name is not None:
                names[number] = name
            if kind == "ob":
                is_own = names[number] == program
            elif kind == "fn" and is_own:
                # A function that calls itself is counted apart for each depth.
                found.add(re.sub(r"'\d+$", "", names[number]))
    return sorted(name for name in found if not name.startswith("0x"))


def main():
    program = os.path.realpath(sys.argv[1])
    with ordinary_runs.project(5) as folder:
        profile = f"{folder}/profile"
        valgrind = ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={profile}"]
        command = [*valgrind, program, "run", "--jobs", "1"]
        run = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"function_order.py: the run that was to show the order failed:\n{run.stdout}{run.stderr}")
        print("\n".join(called_functions(profile, program)))


main()
