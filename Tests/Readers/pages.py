"""Prints, for each HTML page below a folder, the XPaths of some of its elements as a browser would copy them, each with the
beginning of its text and the number of the text's characters, as html5lib reads the page.
"""

import json
import pathlib
import sys

import html5lib

MOST_ELEMENTS = 80
MOST_CHARACTERS = 200
MOST_BYTES = 60_000


def elements(element, path):
    """Each element below another one with its path."""
    counts = {}
    for child in element:
        # The tag of a comment is a function. Foreign elements, `{namespace}name`, have no plain name for a path.
        if not isinstance(child.tag, str) or not child.tag.isalnum():
            continue
        counts[child.tag] = counts.get(child.tag, 0) + 1
        own = f"{path}/{child.tag}[{counts[child.tag]}]"
        yield own, child
        yield from elements(child, own)


def text(element):
    """The text of an element without comments, which XPath's string-value leaves out too."""
    parts = [element.text or ""] if isinstance(element.tag, str) else []
    for child in element:
        parts.append(text(child))
        parts.append(child.tail or "")
    return "".join(parts)


def keeps_line_break(element):
    """Whether a `pre` begins with a line break: html5lib keeps in cells of tables the one that belongs to the tag."""
    return any((pre.text or "").startswith("\n") for pre in element.iter("pre"))


folder = pathlib.Path(sys.argv[1])
for page in sorted(path for path in folder.rglob("*.html") if path.is_file() and path.stat().st_size < MOST_BYTES):
    # A page that does not name its encoding is in UTF-8 for Baton; for html5lib it would be in windows-1252.
    root = html5lib.parse(page.read_bytes(), likely_encoding="utf-8", namespaceHTMLElements=False)
    body = root.find("body")
    if body is None:
        continue
    found = list(elements(body, "/html/body"))
    step = max(1, len(found) // MOST_ELEMENTS)
    sample = [(path, text(element)) for path, element in found[::step] if not keeps_line_break(element)]
    print(json.dumps({
        "file": str(page),
        "found": [[path, value[:MOST_CHARACTERS], len(value)] for path, value in sample],
    }))
