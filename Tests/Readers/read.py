"""Prints as JSON what programs of others read in the reports of a folder.

Each report is read by a package from PyPI; this file only puts what it understood into one shape. A report that its
reader refuses ends the program with an error.
"""

import base64
import io
import json
import math
import sys

from har2warc.har2warc import HarParser as WarcWriter
from haralyzer import HarParser
from junitparser import JUnitXml
from markdown_it import MarkdownIt
from prometheus_client.parser import text_string_to_metric_families
from tap.parser import Parser
from warcio.archiveiterator import ArchiveIterator

folder = sys.argv[1]


def text(name):
    with open(f"{folder}/{name}", encoding="utf-8", newline="") as file:
        return file.read()


def tap():
    lines = list(Parser().parse_file(f"{folder}/report.tap"))
    unknown = [line.text for line in lines if line.category == "unknown"]
    assert not unknown, f"lines that are no TAP: {unknown}"
    plans = [line.expected_tests for line in lines if line.category == "plan"]
    tests = [line for line in lines if line.category == "test"]
    assert plans == [len(tests)], f"planned {plans}, and there are {len(tests)} tests"
    return [
        {
            "name": test.description.removeprefix("- "),
            "ok": test.ok,
            "todo": test.todo,
            "skip": test.skip,
            "details": {key: str(value) for key, value in (test.yaml_block or {}).items()},
        }
        for test in tests
    ]


def junit():
    suites = JUnitXml.fromfile(f"{folder}/junit.xml")
    cases = [(suite, case) for suite in suites for case in suite]
    counts = {"tests": suites.tests, "failures": suites.failures, "errors": suites.errors, "skipped": suites.skipped}
    return {
        "counts": counts,
        "cases": [
            {"suite": suite.name, "name": case.name, "results": [type(result).__name__ for result in case.result]}
            for suite, case in cases
        ],
    }


def web_archive(document):
    """The bodies of the responses, as a converter to the format of web archives reads them."""
    warc = io.BytesIO()
    WarcWriter(document, warc, gzip=False).parse()
    warc.seek(0)
    return [
        base64.b64encode(record.content_stream().read()).decode()
        for record in ArchiveIterator(warc)
        if record.rec_type == "response"
    ]


def agreement(entry):
    """What HAR 1.2 says of an entry's numbers."""
    timings, content = entry["timings"], entry["response"]["content"]
    phases = sum(timings[name] for name in ("blocked", "dns", "connect", "send", "wait", "receive") if timings[name] > 0)
    assert math.isclose(phases, entry["time"], abs_tol=0.001), f"phases of {phases} ms in {entry['time']} ms"
    assert timings["ssl"] <= timings["connect"], "the time of TLS is a part of that of the connection"
    assert entry["response"]["bodySize"] in (-1, content["size"]), "a body that is not compressed has one size"
    if "text" in content and "comment" not in content and "***" not in content["text"]:
        is_base64 = content.get("encoding") == "base64"
        body = base64.b64decode(content["text"], validate=True) if is_base64 else content["text"].encode()
        assert len(body) == content["size"], f"{len(body)} bytes, and {content['size']} are told"
    data = entry["request"].get("postData")
    if data and "_encoding" not in data and "comment" not in data and "***" not in data["text"]:
        assert len(data["text"].encode()) == entry["request"]["bodySize"]


def har():
    document = json.loads(text("report.har"))
    for entry in document["log"]["entries"]:
        agreement(entry)
    archive, bodies = HarParser(document), iter(web_archive(document))
    return [
        {
            "page": page.title,
            "entries": [
                {
                    "method": entry.request.method,
                    "url": entry.request.url,
                    "status": entry.response.status,
                    "year": entry.startTime.year,
                    "microsecond": entry.startTime.microsecond,
                    "body": next(bodies),
                    "headers": [header["name"] for header in entry.request.headers],
                }
                for entry in page.entries
            ],
        }
        for page in archive.pages
    ]


def prometheus():
    return [
        {"name": sample.name, "type": family.type, "labels": sample.labels, "value": sample.value}
        for family in text_string_to_metric_families(text("report.prom"))
        for sample in family.samples
    ]


def summary():
    """The rows of the table, the blocks of code, and the HTML that the Markdown holds."""
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(text("summary.md"))
    rows, html, links = [], [], 0
    for place, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            children = token.children or []
            links += sum(child.type in ("link_open", "image") for child in children)
            html += [child.content for child in children if child.type == "html_inline"]
            if tokens[place - 1].type in ("td_open", "th_open"):
                words = [child.content for child in children if child.type in ("text", "text_special")]
                rows[-1].append("".join(words))
        elif token.type == "html_block":
            html.append(token.content)
    code = [token.content for token in tokens if token.type == "fence"]
    return {"rows": rows, "code": code, "html": html, "links": links}


json.dump(
    {"tap": tap(), "junit": junit(), "har": har(), "prometheus": prometheus(), "summary": summary()},
    sys.stdout,
    ensure_ascii=False,
)
