"""Writes the pages of the repository as one static site with search.

usage: site.py FOLDER

Every page of docs/ and the front pages of the repository become HTML at their own paths, README.md as index.html. What they
link to becomes a page too: a file of the repository with its text, a folder with its files. A link that leads nowhere, two
equal anchors and raw HTML are errors. The site needs no server: search reads its index by a script tag.
"""

import html
import json
import posixpath
import re
import shutil
import sys
from pathlib import Path
from urllib.parse import unquote

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
PARTS = Path(__file__).resolve().parent / "site"

# The groups of the menu. Pages of docs/ that no group names stand at the end of the reference.
GROUPS = [
    ("Guide", ["docs/guide/README.md", "docs/guide/*.md"]),
    (
        "Reference",
        [
            "docs/install.md", "docs/semantics.md", "docs/messages.md", "docs/reports.md", "docs/history.md", "docs/selecting.md",
            "docs/scale.md", "docs/security.md", "docs/*.md",
        ],
    ),
    ("The language", ["docs/reference/README.md", "docs/reference/*.md"]),
    ("From Swift", ["docs/swift.md", "docs/swift-workflows.md"]),
    (
        "Project",
        [
            "workflows/README.md", "docs/performance.md", "docs/weights.md", "docs/decisions/README.md", "docs/decisions/*.md",
            "CHANGELOG.md", "CONTRIBUTING.md", "scripts/README.md", "reports/README.md",
        ],
    ),
]
# What DocC makes; its pages read their own address, in which no file may be named.
SWIFT_PAGE = "swift/documentation"
PICTURES = {".png", ".jpg", ".svg", ".gif"}
faults = []


def slug(title):
    """The anchor of a heading, as GitHub and GitLab make it."""
    kept = [c for c in title.lower() if c.isalnum() or c in "-_ "]
    return "".join(kept).replace(" ", "-")


def address(path):
    """Where a page of the repository lies in the site."""
    if path.endswith("README.md"):
        return path[: -len("README.md")] + "index.html"
    if path.endswith(".md"):
        return path[:-3] + ".html"
    return path


def relative(target, page):
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def highlighted(code, language):
    """Code with its comments, keys and commands marked."""
    text = html.escape(code)
    if language in ("yaml", "yml"):
        lines = []
        for line in text.split("\n"):
            line = re.sub(r"(^|\s)(#.*)$", r'\1<i>\2</i>', line)
            if not line.lstrip().startswith("<i>"):
                line = re.sub(r"^(\s*(?:- )*)([^\s:&{}\[\]][^\s:&{}\[\]]*)(:)(?=\s|$)", r"\1<b>\2</b>\3", line)
            lines.append(line)
        return "\n".join(lines)
    if language == "console":
        return re.sub(r"^(\$ .*)$", r"<b>\1</b>", text, flags=re.M)
    return text


class Page:
    """A page of Markdown, parsed once: its tokens, its headings and the text of its sections."""

    def __init__(self, path, markdown):
        self.path = path
        self.address = address(path)
        self.tokens = markdown.parse((ROOT / path).read_text())
        self.headings = []
        self.anchors = set()
        self.sections = []
        self.title = path
        self.number_headings()

    def number_headings(self):
        for index, token in enumerate(self.tokens):
            if token.type != "heading_open":
                continue
            inline = self.tokens[index + 1]
            title = "".join(t.content for t in inline.children if t.type in ("text", "code_inline"))
            anchor = slug(title)
            number, candidate = 1, anchor
            while candidate in self.anchors:
                candidate, number = f"{anchor}-{number}", number + 1
            self.anchors.add(candidate)
            token.attrSet("id", candidate)
            level = int(token.tag[1])
            if level == 1 and not self.headings:
                self.title = title
            self.headings.append((level, title, candidate))


class Site:
    def __init__(self, folder):
        self.folder = folder
        self.markdown = MarkdownIt("commonmark", {"html": True, "linkify": False}).enable(["table", "strikethrough"])
        self.pages = {}
        self.groups = []
        self.files = {}
        self.written = set()
        self.index = []
        self.wanted = []  # (page, target address, anchor)

    # What there is

    def collect(self):
        self.pages["README.md"] = Page("README.md", self.markdown)
        named = {path for _, patterns in GROUPS for path in patterns if "*" not in path}
        taken = set()
        for title, patterns in GROUPS:
            paths = []
            for pattern in patterns:
                for found in sorted(ROOT.glob(pattern)):
                    path = found.relative_to(ROOT).as_posix()
                    if path in taken or ("*" in pattern and path in named):
                        continue
                    taken.add(path)
                    paths.append(path)
            self.groups.append((title, paths))
            for path in paths:
                self.pages[path] = Page(path, self.markdown)

    # Links

    def resolve(self, page, href):
        """The address in the site that a link of the repository leads to."""
        if re.match(r"[a-z][a-z+.-]*:", href):
            return href
        path, _, anchor = href.partition("#")
        target = page.path if not path else posixpath.normpath(posixpath.join(posixpath.dirname(page.path), unquote(path)))
        if target.startswith(".."):
            faults.append(f"{page.path}: {href} leads out of the repository")
            return href
        if target in self.pages:
            self.wanted.append((page, target, anchor, href))
            where = self.pages[target].address
        elif (ROOT / target).is_dir() and (ROOT / target / "README.md").is_file() and f"{target}/README.md" in self.pages:
            where = self.pages[f"{target}/README.md"].address
        elif (ROOT / target).is_dir() or (ROOT / target).is_file():
            where = self.add_file(target)
        else:
            faults.append(f"{page.path}: there is no {href}")
            return href
        link = relative(where, page.address)
        if target == page.path and anchor:
            return f"#{anchor}"
        return link + (f"#{anchor}" if anchor else "")

    def add_file(self, target):
        """A file or folder that a page links to gets a page of its own; pictures are copied."""
        if Path(target).suffix in PICTURES:
            self.files[target] = target
        elif target not in self.files:
            isFolder = (ROOT / target).is_dir()
            self.files[target] = f"{target}/index.html" if isFolder else f"{target}.html"
            if isFolder:
                for child in sorted((ROOT / target).iterdir()):
                    if child.is_file() and not child.name.startswith("."):
                        self.add_file(child.relative_to(ROOT).as_posix())
        return self.files[target]

    def check_anchors(self):
        for page, target, anchor, href in self.wanted:
            if anchor and anchor not in self.pages[target].anchors:
                faults.append(f"{page.path}: {href}: the page has no such heading")

    # HTML of a page

    def render(self, page):
        tokens = []
        for token in page.tokens:
            if token.type == "html_block":
                rest = re.sub(r"<!--.*?-->", "", token.content, flags=re.S).strip()
                if rest:
                    faults.append(f"{page.path}:{token.map[0] + 1}: raw HTML: {rest[:60]}")
                continue
            for child in token.children or []:
                if child.type == "link_open":
                    child.attrSet("href", self.resolve(page, child.attrGet("href")))
                elif child.type == "image":
                    child.attrSet("src", self.resolve(page, child.attrGet("src")))
                    child.attrSet("loading", "lazy")
                elif child.type == "html_inline" and not child.content.startswith("<!--"):
                    faults.append(f"{page.path}: raw HTML: {child.content}")
            tokens.append(token)
        self.mark_rows(page, tokens)
        self.index_sections(page, tokens)
        renderer = self.markdown.renderer
        renderer.rules["fence"] = self.fence
        renderer.rules["table_open"] = lambda *_: '<div class="wide"><table>\n'
        renderer.rules["table_close"] = lambda *_: "</table></div>\n"
        renderer.rules["heading_close"] = self.heading_close
        return renderer.render(tokens, self.markdown.options, {})

    @staticmethod
    def fence(tokens, index, options, env):
        token = tokens[index]
        language = token.info.strip()
        kind = f' class="{html.escape(language)}"' if language else ""
        return f"<pre{kind}><code>{highlighted(token.content, language)}</code></pre>\n"

    @staticmethod
    def heading_close(tokens, index, options, env):
        opening = tokens[index - 2]
        anchor = opening.attrGet("id")
        tag = tokens[index].tag
        return f' <a class="anchor" href="#{anchor}" aria-label="link to this heading">#</a></{tag}>\n'

    def mark_rows(self, page, tokens):
        """Rows of tables that explain a word get an anchor, and an entry of the index."""
        heading = (page.title, "")
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                inline = tokens[index + 1]
                heading = ("".join(t.content for t in inline.children), token.attrGet("id"))
            if token.type != "tr_open" or tokens[index + 1].type != "td_open":
                continue
            first = tokens[index + 2]
            words = [t.content for t in first.children if t.type == "code_inline"]
            if not words or not first.children or first.children[0].type != "code_inline":
                continue
            anchor = words[0] if page.path == "docs/messages.md" else f"{heading[1]}.{slug(words[0]) or 'row'}"
            number, candidate = 1, anchor
            while candidate in page.anchors:
                candidate, number = f"{anchor}-{number}", number + 1
            page.anchors.add(candidate)
            token.attrSet("id", candidate)
            cells, depth = [], index + 1
            while tokens[depth].type != "tr_close":
                if tokens[depth].type == "inline":
                    cells.append(plain(tokens[depth]))
                depth += 1
            self.index.append(
                {"t": " ".join(words), "s": f"{page.title} › {heading[0]}", "u": f"{page.address}#{candidate}",
                 "x": " ".join(cells[1:])})

    def index_sections(self, page, tokens):
        title, anchor, texts = page.title, "", []

        def close():
            text = " ".join(texts)
            url = page.address + (f"#{anchor}" if anchor else "")
            if text or anchor:
                self.index.append({"t": title, "s": page.title, "u": url, "x": text})

        isTable = False
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                close()
                title, anchor, texts = plain(tokens[index + 1]), token.attrGet("id"), []
            elif token.type == "table_open":
                isTable = True
            elif token.type == "table_close":
                isTable = False
            elif token.type == "inline" and not isTable and tokens[index - 1].type != "heading_open":
                texts.append(plain(token))
            elif token.type == "fence":
                texts.append(" ".join(token.content.split()))
        close()

    # The frame around it

    def menu(self, current):
        """The groups of pages; `current` is the path of the page that it stands on."""
        here = self.pages[current].address if current in self.pages else current

        def item(path):
            page = self.pages[path]
            mark = ' aria-current="page"' if path == current else ""
            return f'<li><a href="{relative(page.address, here)}"{mark}>{html.escape(page.title)}</a></li>'

        parts = [f'<ul>{item("README.md")}</ul>']
        for title, paths in self.groups:
            items = [item(path) for path in paths]
            if title == "From Swift":
                items.append(f'<li><a href="{relative(SWIFT_PAGE, here)}/">The Swift API</a></li>')
            isFolded = title == "Project" and current not in paths
            fold = "" if isFolded else " open"
            parts.append(f"<details{fold}><summary>{title}</summary><ul>{''.join(items)}</ul></details>")
        return "".join(parts)

    def contents(self, page):
        items = [h for h in page.headings if 2 <= h[0] <= 3]
        if len(items) < 3:
            return ""
        lines = [f'<li class="level{level}"><a href="#{anchor}">{html.escape(title)}</a></li>' for level, title, anchor in items]
        return f'<nav class="contents" aria-label="On this page"><p>On this page</p><ul>{"".join(lines)}</ul></nav>'

    def frame(self, here, title, current, body, contents=""):
        root = relative(".", here)
        root = "" if root == "." else root + "/"
        name = title if title == "Baton" else f"{title} · Baton"
        return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(name)}</title>
<link rel="stylesheet" href="{root}site.css">
</head>
<body data-root="{root}">
<header>
<a class="name" href="{root}index.html">Baton</a>
<div class="search"><input id="search" type="search" placeholder="Search: a key, a code, a word" aria-label="Search" autocomplete="off" spellcheck="false"><div id="results" hidden></div></div>
</header>
<div class="columns">
<nav class="menu" aria-label="Pages"><details class="phone"><summary>All pages</summary>{self.menu(current)}</details><div class="desk">{self.menu(current)}</div></nav>
<main>
{body}</main>
{contents}
</div>
<script src="{root}search-index.js" defer></script>
<script src="{root}search.js" defer></script>
</body>
</html>
"""

    # Files

    def write(self, where, text):
        path = self.folder / where
        path.parent.mkdir(parents=True, exist_ok=True)
        if where in self.written:
            faults.append(f"two pages would be {where}")
        self.written.add(where)
        path.write_text(text)

    def write_file(self, target, where):
        source = ROOT / target
        if where == target:
            (self.folder / where).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, self.folder / where)
            return
        if source.is_dir():
            names = sorted(c.relative_to(ROOT).as_posix() for c in source.iterdir() if c.relative_to(ROOT).as_posix() in self.files)
            items = "".join(
                f'<li><a href="{relative(self.files[n], where)}">{html.escape(posixpath.basename(n))}</a></li>' for n in names)
            body = f"<h1>{html.escape(target)}</h1>\n<ul>{items}</ul>\n"
        else:
            language = "yaml" if source.suffix in (".yaml", ".yml") else ""
            try:
                text = source.read_text()
            except UnicodeDecodeError:
                faults.append(f"{target} is linked to and is no text")
                return
            body = f"<h1>{html.escape(target)}</h1>\n<pre><code>{highlighted(text, language)}</code></pre>\n"
        self.write(where, self.frame(where, target, where, body))

    def build(self):
        self.collect()
        bodies = {path: self.render(page) for path, page in self.pages.items()}
        self.check_anchors()
        for path, page in self.pages.items():
            self.write(page.address, self.frame(page.address, page.title, path, bodies[path], self.contents(page)))
        done = set()
        while set(self.files) - done:
            for target in sorted(set(self.files) - done):
                done.add(target)
                self.write_file(target, self.files[target])
        text = json.dumps(self.index, ensure_ascii=False, separators=(",", ":"))
        # As a script, because a page that was opened as a file may not load data.
        self.write("search-index.js", f"window.batonIndex={text.replace('</', '<' + chr(92) + '/')};\n")
        for part in ("site.css", "search.js"):
            shutil.copyfile(PARTS / part, self.folder / part)
        self.check_links()

    def check_links(self):
        """Every link of every written page leads to a written page, and to an anchor that it has."""
        texts = {where: (self.folder / where).read_text() for where in self.written if where.endswith(".html")}
        anchors = {where: re.findall(r' id="([^"]*)"', text) for where, text in texts.items()}
        for where, found in anchors.items():
            twice = {html.unescape(a) for a in found if found.count(a) > 1} if len(set(found)) != len(found) else set()
            faults.extend(f"{where}: two anchors are called {anchor}" for anchor in sorted(twice))
        for where, text in texts.items():
            for link in set(re.findall(r'(?:href|src)="([^"]*)"', text)):
                link = html.unescape(link)
                if re.match(r"[a-z][a-z+.-]*:", link):
                    continue
                path, _, anchor = link.partition("#")
                target = posixpath.normpath(posixpath.join(posixpath.dirname(where), unquote(path))) if path else where
                if target == SWIFT_PAGE:
                    continue
                if not (self.folder / target).is_file():
                    faults.append(f"{where}: {link} leads nowhere")
                elif anchor and html.escape(unquote(anchor)) not in anchors.get(target, []):
                    faults.append(f"{where}: {link}: there is no such anchor")


def plain(inline):
    """The text of an inline token."""
    return " ".join("".join(
        t.content if t.type in ("text", "code_inline") else " " for t in inline.children
        if t.type in ("text", "code_inline", "softbreak", "hardbreak")).split())


def main():
    folder = Path(sys.argv[1])
    site = Site(folder)
    site.build()
    for fault in dict.fromkeys(faults):
        print(f"scripts/docs: {fault}", file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"{len(site.pages)} pages, {len(site.files)} files, {len(site.index)} entries of the search")


if __name__ == "__main__":
    main()
