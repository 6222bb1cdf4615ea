"""Weighs the program and its sources, and compares with docs/weights.md. Called by scripts/weigh.

usage: weigh.py [--write] [--check] WORK BASE

WORK holds the programs `baton` (with symbols), `stripped` and `measure`, and the folders of workflows; BASE is the address
of the server. A row of the page is | what | figure |, and a figure may have spaces between its thousands.
"""
import datetime
import glob
import math
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys

PAGE = "docs/weights.md"
BEGIN, END = "<!-- scripts/weigh --write puts its tables here -->", "<!-- end of the tables -->"
LIMIT = 1.02
INSTRUCTIONS = "instructions of a workflow"
CALLS = "system calls of a request"


class Scales:
    def __init__(self, work, base):
        self.work, self.base = work, base
        # Swift's tables have another order in each process unless told, so that counts would differ by some hundred.
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": work, "NO_COLOR": "1", "SWIFT_DETERMINISTIC_HASHING": "1"}
        self.processor = str(min(os.sched_getaffinity(0)))

    def run(self, before, words, folder):
        """Runs the program in a folder without the reports and the history of earlier runs; gives standard error."""
        for name in ("reports", ".baton"):
            shutil.rmtree(f"{folder}/{name}", ignore_errors=True)
        done = subprocess.run(
            ["taskset", "-c", self.processor, *before, f"{self.work}/baton", *words], cwd=folder, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"scripts/weigh: baton {' '.join(words)} failed in {folder}:\n{done.stdout}{done.stderr}")
        return done.stderr

    def instructions(self, words, folder):
        errors = self.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"], words, f"{self.work}/{folder}")
        return int(re.search(r"Collected : (\d+)", errors)[1])

    def of_a_workflow(self, words, kind):
        """Instructions of one workflow and those of start and end, from runs of 100 and of 300."""
        few, many = (self.instructions(words, f"{kind}-{count}") for count in (100, 300))
        each = (many - few) / 200
        return each, few - 100 * each

    def system_calls(self):
        """System calls of a request: all but those that wait, those that open a file, and those that look at one."""
        counts = []
        for count in (100, 300):
            summary = f"{self.work}/calls-{count}"
            self.run(["strace", "-f", "-c", "-o", summary], ["run", "--jobs", "1"], f"{self.work}/project-{count}")
            with open(summary) as lines:
                rows = [line.split() for line in lines]
            calls = {row[-1]: int(row[3]) for row in rows if len(row) >= 5 and row[3].isdigit()}
            counts.append(calls)
        few, many = counts
        each = lambda names: sum(many.get(name, 0) - few.get(name, 0) for name in names) / 400
        # How often the program waits depends on how quickly the server responds.
        waiting = {"total", "epoll_wait", "epoll_pwait", "poll", "futex", "sched_yield"}
        return (
            each((many.keys() | few.keys()) - waiting), each(("open", "openat", "openat2")),
            each(("stat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2")))

    def measured(self, folder, *words):
        """Wall clock in ms and peak memory in MB of a command."""
        results = f"{self.work}/measured"
        if os.path.exists(results):
            os.remove(results)
        for name in ("reports", ".baton"):
            shutil.rmtree(f"{self.work}/{folder}/{name}", ignore_errors=True)
        subprocess.run(
            [f"{self.work}/measure", results, *words], cwd=f"{self.work}/{folder}", env=self.environment, check=True,
            stdout=subprocess.DEVNULL)
        with open(results) as lines:
            text = lines.read()
        return (
            float(re.search(r'"wall":([\d.]+)', text)[1]) * 1000,
            int(re.search(r'"maxrss_kb":(\d+)', text)[1]) / 1000)

    def program(self):
        rows = []
        full, start = self.of_a_workflow(["run", "--jobs", "1"], "project")
        recorded = full - self.of_a_workflow(["run", "--jobs", "1", "--no-history"], "project")[0]
        plain = self.of_a_workflow(["run", "--jobs", "1", "--base-url", self.base, "."], "files")[0]
        loading = self.of_a_workflow(["check", "."], "files")[0]
        unchecked = self.of_a_workflow(["run", "--jobs", "1", "--base-url", self.base, "."], "unchecked")[0]
        unchecked -= self.of_a_workflow(["check", "."], "unchecked")[0]
        rows.append((INSTRUCTIONS, full))
        rows.append(("of these loading and checking its file", loading))
        rows.append(("of these sending and the running around it", unchecked))
        rows.append(("of these judging: its five checks", plain - loading - unchecked))
        rows.append(("of these reporting: JUnit and the page", full - recorded - plain))
        rows.append(("of these recording in the history", recorded))
        rows.append(("instructions of start and end of a run", start))
        calls, opened, looked = self.system_calls()
        rows.append((CALLS, calls))
        rows.append(("files opened by a request", opened))
        rows.append(("files looked at by a request (`stat`)", looked))
        rows.append(("bytes of the stripped program", os.path.getsize(f"{self.work}/stripped")))
        libraries = subprocess.run(["ldd", f"{self.work}/baton"], capture_output=True, text=True).stdout
        rows.append(("shared libraries", len(libraries.splitlines())))
        memory = statistics.median(
            self.measured("project-1000", f"{self.work}/stripped", "run", "--jobs", "2")[1] for _ in range(3))
        rows.append(("peak memory of 1,000 workflows, MB", memory))
        starts = []
        for _ in range(31):
            curl = self.measured("single", "curl", "-s", "-o", "/dev/null", f"{self.base}/me")[0]
            starts.append(self.measured("single", f"{self.work}/stripped", "run", "one.yaml")[0] / curl)
        rows.append(("one request from start to exit, as a multiple of `curl`", statistics.median(starts)))
        return rows


def sources():
    """For each target the number of files, lines, lines a file and files under 40 lines."""
    rows = []
    for folder in ("Sources", "Tests"):
        for target in sorted(os.listdir(folder)):
            files = glob.glob(f"{folder}/{target}/**/*.swift", recursive=True)
            if files:
                rows.append((target if folder == "Sources" else f"{folder}/{target}", files))
    rows.append(("all of Sources", [file for name, files in rows if "/" not in name for file in files]))
    rows.append(("all of Tests", [file for name, files in rows if name.startswith("Tests/") for file in files]))
    table = []
    for name, files in rows:
        lengths = []
        for file in files:
            with open(file, "rb") as text:
                lengths.append(text.read().count(b"\n"))
        small = sum(length < 40 for length in lengths)
        table.append((name, len(files), sum(lengths), sum(lengths) / len(files), small))
    return table


def shown(figure):
    if figure >= 1000:
        return f"{round(figure):,}".replace(",", " ")
    if float(figure).is_integer():
        return str(int(figure))
    return f"{figure:.2f}" if figure < 100 else f"{figure:.1f}"


def read_page():
    """The figures of the page, by what they are of."""
    figures = {}
    if not os.path.exists(PAGE):
        return figures
    with open(PAGE) as lines:
        for line in lines:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            names = ("", "files", "lines", "lines a file", "files under 40 lines")
            for name, cell in zip(names, cells[1:] if len(cells) == 2 else [None] + cells[1:]):
                if cell and re.fullmatch(r"[\d ]+(\.\d+)?", cell):
                    figures[f"{cells[0]} {name}".strip()] = float(cell.replace(" ", ""))
            if line.startswith("Weighed on "):
                figures["libraries"] = line.strip()
    return figures


def libraries():
    """What else than the program decides its figures."""
    versions = []
    for name in ("libcurl", "sqlite3", "libxml-2.0"):
        version = subprocess.run(["pkg-config", "--modversion", name], capture_output=True, text=True).stdout.strip()
        versions.append(f"{name} {version}")
    return f"Weighed on {platform.machine()} with {', '.join(versions)}"


def flat(tables):
    figures = dict(tables["program"])
    for name, files, lines, average, small in tables["sources"]:
        figures[f"{name} files"], figures[f"{name} lines"] = files, lines
        figures[f"{name} lines a file"], figures[f"{name} files under 40 lines"] = average, small
    return figures


def heavier(figures, before):
    """A line for each figure that is more than 2 % above that of the page."""
    lines = []
    for name, figure in figures.items():
        if name in before and figure > before[name] * LIMIT + 0.005 and not name.endswith("lines a file"):
            was = before[name]
            growth = f"+{(figure / was - 1) * 100:.1f} %" if was else "new"
            lines.append(f"{name}: {shown(was)} → {shown(figure)} ({growth})")
    return lines


def check(scales, before):
    """Fails when the program became heavier than somebody wrote down."""
    missing = [name for name in (INSTRUCTIONS, CALLS) if name not in before]
    if missing:
        sys.exit(f"scripts/weigh: {PAGE} has no row for: {', '.join(missing)}")
    if not before.get("libraries", "").startswith(libraries()):
        print(f"{PAGE} was weighed elsewhere, so nothing can be compared. Here: {libraries()}")
        return
    # A machine that is busy makes it heavier, never lighter: what was too heavy is weighed again.
    figures = {INSTRUCTIONS: math.inf, CALLS: math.inf}
    for _ in range(3):
        figures[INSTRUCTIONS] = min(
            figures[INSTRUCTIONS], scales.of_a_workflow(["run", "--jobs", "1"], "project")[0])
        figures[CALLS] = min(figures[CALLS], scales.system_calls()[0])
        if not heavier(figures, before):
            break
    for name, figure in figures.items():
        print(f"{name}: {shown(figure)}, and {shown(before[name])} in {PAGE}")
    lines = heavier(figures, before)
    if lines:
        sys.exit(
            "The program became heavier by more than 2 %:\n  " + "\n  ".join(lines)
            + "\nMake it lighter, or write it down with scripts/weigh --write and say why in the commit.")


def print_tables(tables):
    lines = ["| what | figure |", "| --- | ---: |"]
    lines += [f"| {name} | {shown(figure)} |" for name, figure in tables["program"]]
    lines += ["", "| target | files | lines | lines a file | files under 40 lines |", "| --- | ---: | ---: | ---: | ---: |"]
    lines += [
        f"| {name} | {files} | {shown(total)} | {round(average)} | {small} |"
        for name, files, total, average, small in tables["sources"]]
    return "\n".join(lines)


def write(text):
    with open(PAGE) as page:
        old = page.read()
    head, rest = old.split(BEGIN)
    tail = rest.split(END)[1]
    note = f"{libraries()}, {platform.freedesktop_os_release()['PRETTY_NAME']}, {datetime.date.today()}."
    with open(PAGE, "w") as page:
        page.write(f"{head}{BEGIN}\n{text}\n\n{note}\n{END}{tail}")
    print(f"Written to {PAGE}")


def main():
    options, (work, base) = sys.argv[1:-2], sys.argv[-2:]
    scales, before = Scales(work, base), read_page()
    if "--check" in options:
        return check(scales, before)
    tables = {"program": scales.program(), "sources": sources()}
    text = print_tables(tables)
    print(text)
    lines = heavier(flat(tables), before)
    if lines:
        print(f"\nMore than 2 % above {PAGE}:")
        for line in lines:
            print(f"  {line}")
    if "--write" in options:
        write(text)


main()
