"""Fills a history with made runs: RUNS x CASES results, 1 % failing, 0.2 % flaky, 20 branches.

usage: made_history.py DATABASE RUNS CASES

The database must have been begun by a run of the program, which gives it its tables.
"""

import json
import random
import sqlite3
import sys


def path(case: int) -> str:
    return f"workflows/area{case // 50}/case{case}.yaml"


def place(case: int, line: int) -> dict:
    return {"file": path(case), "line": line, "column": 5, "width": 1}


def exchange(step: int, started: int, duration: int, status: int) -> dict:
    headers = [["content-type", "application/json"], ["x-request-id", f"{started:x}"]]
    phases = dict.fromkeys(("dns", "connect", "tls", "send", "wait", "receive"), 10)
    return {
        "attempt": 1, "method": "GET", "url": f"http://127.0.0.1:8080/items/{step}/17",
        "url_template": f"/items/{step}/$(id)", "status": status, "http_version": "1.1", "started": started,
        "duration": duration, "phases": phases, "request_bytes": 120, "response_bytes": 900,
        "detail": {
            "request_headers": headers, "response_headers": headers, "response_body": "x" * 900,
            "curl": f"curl http://127.0.0.1:8080/items/{step}/17"}}


def event(case: int, started: int, duration: int, outcome: int) -> dict:
    """A case that failed at its second step, or a flaky one."""
    failure = {
        "kind": "check.failed", "message": "status: expected 200, got 500", "check": "status", "comparison": "eq",
        "expected": "200", "actual": "500", "place": place(case, 7)}
    steps = []
    for step in range(2):
        bad = outcome == 1 and step == 1
        steps.append({
            "case": case, "index": step, "section": "steps", "name": f"Step {step}", "kind": "request",
            "outcome": "failed" if bad else "passed", "place": place(case, 3 + 4 * step),
            "started": started + step * duration // 3, "duration": duration // 3, "checks": 2,
            "failures": [failure] if bad else [],
            "exchanges": [exchange(step, started, duration // 3, 500 if bad else 200)]})
    return {
        "v": 5, "type": "case-finished",
        "identity": {"index": case, "path": path(case), "name": f"Case {case}", "step_count": 2, "owner": "team"},
        "case": case, "outcome": "failed" if outcome else "passed",
        "earlier": [] if outcome else [
            {"attempt": 1, "outcome": "failed", "started": started, "duration": 9,
             "failures": [{"step": "Step 1", "failure": failure}]}],
        "started": started, "duration": duration, "steps": steps}


def main() -> None:
    database, runs, cases = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    chance = random.Random(1)
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    for table in ("run", "result", "result_note", "case_event", "workflow_case", "step_plan"):
        connection.execute(f"DELETE FROM {table}")
    for case in range(cases):
        connection.execute(
            "INSERT INTO workflow_case (id, key, path, name) VALUES (?, ?, ?, ?)",
            (case + 1, chance.getrandbits(62), path(case), f"Case {case}"))
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
            message = "status: expected 200, got 500" if outcome else None
            connection.execute(
                """INSERT INTO result_note (run, position, attempts, signature, owner, message, file, line)
                VALUES (?, ?, ?, ?, 'team', ?, ?, 7)""",
                (run, case, 2 - outcome, f"{case:016x}" if outcome else None, message, path(case) if outcome else None))
            connection.execute(
                "INSERT INTO case_event (run, position, event) VALUES (?, ?, ?)",
                (run, case, json.dumps(event(case, start + clock, duration, outcome), separators=(",", ":"))))
        connection.execute(
            """INSERT INTO run (id, uuid, state, started, duration, exit_code, project, environment, host, branch,
                commit_hash, build, default_branch, plan_hash, tool_version, jobs, planned, passed, failed)
            VALUES (?, ?, ?, ?, ?, ?, 'made', 'staging', 'bench', ?, ?, ?, 'main', 'plan', '0', 8, ?, ?, ?)""",
            (run, f"{run:08x}-0000-7000-8000-000000000000", "failed" if bad else "passed", start, clock, int(bad > 0),
             branch, commit, str(run), cases, cases - bad, bad))
    connection.execute("COMMIT")
    connection.execute("VACUUM")


main()
