"""Fills a history with made runs: RUNS x CASES results, 1 % failing, 0.2 % flaky, 20 branches.

usage: made_history.py DATABASE RUNS CASES

The database must have been begun by a run of the program, which gives it its tables.
"""

import json
import random
import sqlite3
import sys


def main() -> None:
    database, runs, cases = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    chance = random.Random(1)
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    for table in ("run", "result", "result_note", "workflow_case", "step_plan", "step_detail", "failure"):
        connection.execute(f"DELETE FROM {table}")
    for case in range(cases):
        path = f"workflows/area{case // 50}/case{case}.yaml"
        connection.execute(
            "INSERT INTO workflow_case (id, key, path, name) VALUES (?, ?, ?, ?)",
            (case + 1, chance.getrandbits(62), path, f"Case {case}"))
        steps = [
            ["steps", "request", f"Step {step}", 3 + 4 * step, 2, "GET", f"/items/{step}/$(id)", 200]
            for step in range(2)
        ]
        connection.execute(
            "INSERT INTO step_plan (id, key, steps) VALUES (?, ?, ?)",
            (case + 1, chance.getrandbits(62), json.dumps(steps, separators=(",", ":"))))
    usual = [chance.randint(3_000, 400_000) for _ in range(cases)]
    begin = 1_780_000_000_000_000
    for run in range(1, runs + 1):
        branch = "main" if run % 3 == 0 else f"branch-{run % 19}"
        start = begin + run * 3_600_000_000
        commit = f"{run // 2:040x}"
        bad = 0
        clock = 0
        for case in range(cases):
            draw = chance.random()
            outcome = 1 if draw < 0.01 else 0
            mark = 1 if 0.01 <= draw < 0.012 else 0
            duration = int(usual[case] * chance.uniform(0.8, 1.3))
            clock += duration // 8
            bad += outcome
            plain = outcome == 0 and mark == 0
            first = duration // 3
            connection.execute(
                "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (run, case, case + 1, outcome, mark, clock, duration, case + 1 if plain else None,
                 f"[{first},{duration - first}]" if plain else None))
            if plain:
                continue
            connection.execute(
                "INSERT INTO result_note (run, position, attempts, signature, owner) VALUES (?, ?, ?, ?, ?)",
                (run, case, 2 - outcome, f"{case:016x}" if outcome else None, "team"))
            for step in range(2):
                last = "failed" if outcome and step == 1 else "passed"
                connection.execute(
                    """INSERT INTO step_detail (run, case_position, position, section, kind, name, outcome, line,
                        started, duration, checks, attempts, method, url_template, status)
                    VALUES (?, ?, ?, 'steps', 'request', ?, ?, ?, ?, ?, 2, 1, 'GET', ?, 200)""",
                    (run, case, step, f"Step {step}", last, 3 + 4 * step, step * first, first, f"/items/{step}/$(id)"))
            if outcome:
                connection.execute(
                    """INSERT INTO failure (run, case_position, step_position, position, kind, message, file, line,
                        column_number, width, signature)
                    VALUES (?, ?, 1, 0, 'check.failed', 'status: expected 200, got 500', ?, 7, 5, 1, ?)""",
                    (run, case, f"workflows/area{case // 50}/case{case}.yaml", f"{case:016x}"))
        connection.execute(
            """INSERT INTO run (id, uuid, state, started, duration, exit_code, project, environment, host, branch,
                commit_hash, build, default_branch, plan_hash, tool_version, jobs, planned, passed, failed)
            VALUES (?, ?, ?, ?, ?, ?, 'made', 'staging', 'bench', ?, ?, ?, 'main', 'plan', '0', 8, ?, ?, ?)""",
            (run, f"{run:08x}-0000-7000-8000-000000000000", "failed" if bad else "passed", start, clock, int(bad > 0),
             branch, commit, str(run), cases, cases - bad, bad))
    connection.execute("COMMIT")
    connection.execute("VACUUM")


main()
