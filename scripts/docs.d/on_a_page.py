"""Fails for a public type that no page of a catalogue lists under its topics, where readers look for it.

usage: on_a_page.py GRAPHS CATALOGUE     the symbol graphs of a product, and its folder of pages
"""
import json
import pathlib
import re
import sys

graphs, catalogue = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
listed = set()
for page in catalogue.glob("*.md"):
    _, _, topics = page.read_text().partition("## Topics")
    listed.update(re.findall(r"``(\w+)``", topics))
missing = set()
for path in graphs.glob("*.symbols.json"):
    if "@" in path.name:
        continue
    for symbol in json.loads(path.read_text())["symbols"]:
        kind = symbol["kind"]["identifier"]
        if kind in ("swift.struct", "swift.class", "swift.enum", "swift.protocol") and len(symbol["pathComponents"]) == 1:
            missing.add(symbol["pathComponents"][0])
missing -= listed
if missing:
    sys.exit(f"scripts/docs: no page of {catalogue} lists {', '.join(sorted(missing))} under its topics")
