"""Whether every relative link of the pages in a folder leads to a file of that folder.

usage: check_links.py FOLDER

A page is a file whose name ends with .md. Addresses, anchors and blocks of code are left alone; an anchor behind a path is not
looked for. Prints each dead link with its page and line, and exits with 1 if there is one.
"""

import re
import sys
from pathlib import Path
from urllib.parse import unquote

LINK = re.compile(r"\]\(([^)\s]+)\)")
ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:")


def dead_links(page, folder):
    """The line numbers and targets of the links that lead to nothing in the folder."""
    is_code = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        if is_code:
            continue
        for link in LINK.findall(line):
            path = unquote(link.partition("#")[0])
            if not path or ADDRESS.match(link):
                continue
            target = (page.parent / path).resolve()
            if not target.exists() or not target.is_relative_to(folder):
                yield number, link


def main():
    folder = Path(sys.argv[1]).resolve()
    pages = sorted(folder.rglob("*.md"))
    if not pages:
        sys.exit(f"check_links.py: {folder} has no pages")
    dead = [f"{page.relative_to(folder)}:{number}: {link}" for page in pages for number, link in dead_links(page, folder)]
    for line in dead:
        print(f"check_links.py: a link leads to nothing that is installed: {line}", file=sys.stderr)
    sys.exit(1 if dead else 0)


if __name__ == "__main__":
    main()
