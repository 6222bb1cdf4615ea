"""Writes a text of JSON as APIs answer with, and measures how long CPython's json.loads takes for it.

usage: json_loads.py --write FILE BYTES      at least that many bytes
       json_loads.py FILE                    prints seconds of processor time, as `baton-bench json FILE` does
"""

import json
import random
import sys
import time

NAMES = ["Ada Lovelace", "Grace Hopper", "José Ñandú", "Bo"]
TAGS = ["alpha", "beta", "gamma"]


def item(number, chance):
    return {
        "id": number,
        "uuid": "%032x" % chance.getrandbits(128),
        "name": chance.choice(NAMES),
        "email": "user%d@example.org" % number,
        "active": number % 3 == 0,
        "score": round(chance.random() * 1000, 3),
        "note": 'She said "hi"\nand left\tafter %d minutes' % number,
        "tags": TAGS[: number % 4],
        "address": {
            "street": "Main street %d" % number,
            "city": "Zürich",
            "place": {"lat": 47.37 + chance.random(), "lon": 8.54 + chance.random()},
        },
        "orders": [
            {"sku": "SKU-%06d" % chance.randrange(10**6), "count": chance.randrange(1, 9), "price": chance.randrange(99999) / 100}
            for _ in range(number % 3)
        ],
        "parent": None,
        "created_at": "2026-01-%02dT12:34:56Z" % (number % 28 + 1),
    }


def write(path, size):
    chance = random.Random(7)
    items = []
    length = 0
    while length < size:
        items.append(item(len(items), chance))
        length += len(json.dumps(items[-1], ensure_ascii=False).encode()) + 2
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"items": items, "total": len(items)}, file, ensure_ascii=False)


def measure(path):
    with open(path, "rb") as file:
        text = file.read()
    # Once before it counts, so that memory is there.
    tree = json.loads(text)
    start = time.process_time()
    tree = json.loads(text)
    elapsed = time.process_time() - start
    assert tree["total"] == len(tree["items"])
    print(elapsed)


if sys.argv[1] == "--write":
    write(sys.argv[2], int(sys.argv[3]))
else:
    measure(sys.argv[1])
