"""Files of events as shards write them, version 4, for scripts/scale: every case sends one request and passes."""

import hashlib
import json
import os

import suites

MASK = (1 << 64) - 1
START = 1_795_708_800_000_000


def stable_hash(text):
    """The hash of an identity: FNV-1a and the finaliser of SplitMix64."""
    state = 0xCBF29CE484222325
    for byte in text.encode() + b"\xff":
        state = ((state ^ byte) * 0x100000001B3) & MASK
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & MASK
    return state ^ (state >> 31)


def write(folder, shards, cases):
    """So many shards of so many cases each: files of 100 rows, dealt out in turn."""
    os.makedirs(folder)
    total = shards * cases
    identities = [(f"workflows/{suites.name(place // 100)}", suites.row_name(place % 100)) for place in range(total)]
    keys = sorted(f"{path}\0r{row}" for path, row in identities)
    keys.sort(key=stable_hash)
    plan = hashlib.sha256(b"".join(key.encode() + b"\xff" for key in keys)).hexdigest()
    basis = hashlib.sha256(b"scale").hexdigest()
    for shard in range(shards):
        places = range(shard, total, shards)
        with open(f"{folder}/shard-{shard + 1}-of-{shards}.jsonl", "w") as file:
            for event in events(shard, shards, places, identities, plan, basis):
                json.dump({"v": 4, **event}, file, separators=(",", ":"))
                file.write("\n")


def events(shard, shards, places, identities, plan, basis):
    started = START + shard * 1000
    milliseconds = f"{started // 1000:012x}"
    own = [identities[place] for place in places]
    yield {
        "type": "run-started",
        "id": f"{milliseconds[:8]}-{milliseconds[8:]}-7000-8000-{shard:012x}",
        "started": started, "tool_version": "0.1.0", "base_url": "http://127.0.0.1:8080/",
        "hostname": f"machine-{shard + 1}", "project": "scale", "jobs": 2,
        "notes": [f"shard {shard + 1} of {shards}: {len(own)} of {len(identities)} workflows"],
        "shard": {
            "index": shard + 1, "total": shards, "group": "scale", "attempt": 1, "planned": len(identities),
            "plan": plan, "basis": basis, "places": list(places),
        },
        "cases": [
            {"index": index, "path": path, "name": f"Workflow {path}", "row": row, "step_count": 1}
            for index, (path, row) in enumerate(own)
        ],
    }
    for index, (path, row) in enumerate(own):
        time = started + 10_000 + index * 5_000
        step = {"case": index, "index": 0, "name": "GET /items/$(row.id)"}
        yield {"type": "case-started", "case": index}
        yield {"type": "step-started", **step}
        yield {
            "type": "step-finished", **step, "section": "steps", "kind": "request", "outcome": "passed",
            "place": {"file": path, "line": 6, "column": 5, "width": 1},
            "started": time, "duration": 4500, "checks": 2,
            "exchanges": [{
                "attempt": 1, "method": "GET", "url": f"http://127.0.0.1:8080/items/{row}",
                "url_template": "/items/$(row.id)", "status": 200, "http_version": "1.1",
                "started": time, "duration": 4201,
                "phases": {"dns": 49, "connect": 502, "tls": 0, "send": 53, "wait": 2148, "receive": 1449},
                "request_bytes": 157, "response_bytes": 14,
            }],
        }
        yield {"type": "case-finished", "case": index, "outcome": "passed", "started": time, "duration": 4800}
    yield {
        "type": "run-finished", "state": "passed", "passed": len(own), "failed": 0, "errors": 0, "skipped": 0,
        "requests": len(own), "most_in_flight": 2, "duration": 20_000 + len(own) * 5_000, "exit_code": 0,
    }
