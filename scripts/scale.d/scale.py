"""Measures for scripts/scale, which says what the options are."""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys

import shards
import suites

BEGIN = "<!-- scripts/scale --write puts its table here -->"
END = "<!-- end of the table -->"


class Machine:
    """Runs Baton and keeps what it cost."""

    def __init__(self, work, baton):
        self.work, self.baton = work, baton

    def run(self, folder, words, expected):
        """Seconds of processor time and of the clock, and megabytes at most; what does not print `expected` ends all."""
        for name in ("reports", ".baton"):
            shutil.rmtree(f"{folder}/{name}", ignore_errors=True)
        result = f"{self.work}/result"
        with open(f"{self.work}/output", "w+") as output:
            done = subprocess.run(
                [f"{self.work}/measure", result, self.baton, *words], cwd=folder, stdout=output, stderr=output,
                stdin=subprocess.DEVNULL, env={**clean_environment(), "NO_COLOR": "1"})
            output.seek(0)
            text = output.read()
        if done.returncode != 0 or expected not in text:
            sys.exit(f"scripts/scale: `baton {' '.join(words)}` exits {done.returncode} without `{expected}`:\n{text[-2000:]}")
        with open(result) as lines:
            cost = json.loads(lines.read().splitlines()[-1])
        return cost["user"] + cost["sys"], cost["wall"], cost["maxrss_kb"] / 1024

    def median(self, runs, *arguments):
        return [statistics.median(values) for values in zip(*(self.run(*arguments) for _ in range(runs)))]


def clean_environment():
    """Without what a CI service says of its own machines."""
    names = ("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL")
    return {name: os.environ[name] for name in names if name in os.environ}


def share_table(machine, cases, counts):
    folder = f"{machine.work}/shared"
    suites.write(folder, cases // 10, 10)
    yield f"| machines for {cases:,} workflows | CPU of one | wall of one | CPU of all together | of that, for one machine |"
    yield "| ---: | ---: | ---: | ---: | ---: |"
    alone = None
    for count in counts:
        costs = [
            machine.run(
                folder, ["run", "--jobs", "1", "--shard", f"{index}/{count}", "--quiet"],
                f" {cases} workflows") for index in range(1, count + 1)
        ]
        everything = sum(cost[0] for cost in costs)
        alone = alone or everything
        # The slowest decides when the merge can begin.
        yield (
            f"| {count} | {statistics.median(cost[0] for cost in costs):.2f} s | {max(cost[1] for cost in costs):.2f} s "
            f"| {everything:.2f} s | {everything / alone:.1f} |")


def part_table(machine, runs, scale):
    yield "| | CPU | wall | memory | goal | |"
    yield "| --- | ---: | ---: | ---: | --- | --- |"
    for files, rows in ((1000 // scale, 100), (10_000 // scale, 1)):
        cases = files * rows
        folder = f"{machine.work}/plan-{files}"
        suites.write(folder, files, rows)
        cost = machine.median(
            runs, folder, ["run", "--shard", "7/64", "--dry-run", "--quiet"], f" of {cases} workflows")
        title = f"plan {cases:,} workflows, {files:,} files{f' of {rows} rows' if rows > 1 else ''}"
        yield row(title, cost, 1, 100)
        shutil.rmtree(folder)
    for count, cases, seconds, megabytes in ((200 // scale, 200, 5, 100), (1000 // scale, 100, None, None)):
        folder = f"{machine.work}/merge-{count}"
        shards.write(f"{folder}/shards", count, cases)
        with open(f"{folder}/baton.yaml", "w") as project:
            project.write("name: scale\n")
        size = sum(entry.stat().st_size for entry in os.scandir(f"{folder}/shards")) / 1e6
        cost = machine.median(runs, folder, ["merge", "shards"], f"{count * cases} passed")
        title = f"merge {count:,} shards of {cases} workflows ({size:.0f} MB), with reports and history"
        yield row(title, cost, seconds, megabytes)
        shutil.rmtree(folder)


def row(title, cost, seconds, megabytes):
    goal, verdict = "", ""
    if seconds:
        goal = f"under {seconds} s and {megabytes} MB"
        verdict = "reached" if cost[1] < seconds and cost[2] < megabytes else "missed"
    return f"| {title} | {cost[0]:.2f} s | {cost[1]:.2f} s | {cost[2]:.0f} MB | {goal} | {verdict} |"


def put(page, table):
    with open(page) as file:
        text = file.read()
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        sys.exit(f"scripts/scale: {page} lacks the line {BEGIN} or {END}")
    before, rest = text.split(BEGIN)
    with open(page, "w") as file:
        file.write(f"{before}{BEGIN}\n{table}{END}{rest.split(END)[1]}")


def processor():
    with open("/proc/cpuinfo") as lines:
        models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{os.cpu_count()} × {models[0] if models else platform.machine()}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--write")
    parser.add_argument("work")
    parser.add_argument("baton")
    options = parser.parse_args()
    if options.quick and options.write:
        sys.exit("scripts/scale: the figures of --quick are none to write down")
    scale = 10 if options.quick else 1
    machine = Machine(options.work, options.baton)
    lines = []

    def say(part):
        for line in part:
            lines.append(line)
            print(line, flush=True)

    say([f"Measured on {processor()}, one process after the other; medians of {options.runs}.", ""])
    say(share_table(machine, 2000 // scale, (1, 4, 16, 64)))
    say([""])
    say(part_table(machine, options.runs, scale))
    if os.getloadavg()[0] > os.cpu_count() + 1:
        say(["", "Doubtful: other programs kept the machine busy."])
    if options.write:
        put(options.write, "\n".join(lines) + "\n")
    if options.strict and any("| missed |" in line for line in lines):
        sys.exit(1)


if __name__ == "__main__":
    main()
