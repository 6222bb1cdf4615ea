import BatonDiagnostics
import Testing

@testable import BatonWorkflow

/// Advice that is typed literally must work: each mistake is told once, and the file that follows the advice loads.
@Suite struct FollowedAdviceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var wrong: String
        var help: String
        var right: String

        init(_ wrong: String, _ help: String, _ right: String) {
            self.wrong = wrong
            self.help = help
            self.right = right
        }

        var testDescription: String { wrong }
    }

    private static func step(_ lines: String) -> String { "steps:\n  - get: /x\n    \(lines)\n" }
    private static func expect(_ line: String) -> String { step("expect:\n      \(line)") }
    private static func capture(_ line: String) -> String { step("capture:\n      \(line)") }
    private static func body(_ line: String) -> String { "steps:\n  - post: /x\n    \(line)\n" }

    static let empty = [
        Case(
            expect("duration:"), "write what it must be: `duration: { lt: 500ms }`", expect("duration: { lt: 500ms }")),
        Case(expect("outcome:"), "write what it must be: `outcome: success`", expect("outcome: success")),
        Case(expect("body:"), "write what it must be: `body: { contains: … }`", expect("body: { contains: a }")),
        Case(expect("size:"), "write what it must be: `size: { gt: 0 }`", expect("size: { gt: 0 }")),
        Case(expect("url:"), "write what it must be: `url: { ends_with: … }`", expect("url: { ends_with: /x }")),
        Case(expect("redirects:"), "write what it must be: `redirects: 1`", expect("redirects: 1")),
        Case(expect("http_version:"), "write what it must be: `http_version: \"2\"`", expect("http_version: \"2\"")),
        Case(
            expect("$.a:"), "write what it must be: `$.a: …`, or an operator: `$.a: { exists: true }`",
            expect("$.a: { exists: true }")),
        Case(
            expect("headers: { etag: }"),
            "write what it must be: `etag: …`, or an operator: `etag: { exists: true }`",
            expect("headers: { etag: { exists: true } }")),
        Case(
            expect("xpath: { //a: }"), "write what it must be: `//a: …`, or an operator: `//a: { exists: true }`",
            expect("xpath: { //a: { exists: true } }")),
        Case(
            step("capture: { a: }"), "write where its value comes from: `a: $.path`", step("capture: { a: $.path }")),
        Case(step("headers: { a: }"), "for an empty text write `a: \"\"`", step("headers: { a: \"\" }")),
        Case(body("multipart: { a: }"), "for an empty text write `a: \"\"`", body("multipart: { a: \"\" }")),
        Case(step("retry:"), "write what it must be: `retry: 3`", step("retry: 3")),
        Case(step("repeat:"), "write what it must be: `repeat: 3`", step("repeat: 3")),
        Case(
            "rows:\n" + step("expect: { status: 200 }"), "write what it must be: `rows: { csv: users.csv }`", step("")),
    ]

    private static func path(_ wrong: String, _ path: String) -> Case {
        Case(
            expect("\(wrong): 1"), "a value in the JSON body is checked by its path: `\(path): …`", expect("\(path): 1")
        )
    }

    static let checks = [
        path("response.body.total", "$.total"), path("response.json.total", "$.total"), path("json.total", "$.total"),
        path("json.items[0].id", "$.items[0].id"), path("items[0].id", "$.items[0].id"),
        path("items.0.id", "$.items[0].id"), path("body[\"total\"]", "$.total"),
        path("body['a-b']", "$['a-b']"), path("customer.first-name", "$.customer['first-name']"),
        Case(expect("response.status: 200"), "here it is called `status`", expect("status: 200")),
        Case(expect("StatusCode: 200"), "here it is called `status`", expect("status: 200")),
        Case(expect("status-code: 200"), "here it is called `status`", expect("status: 200")),
        Case(expect("response.url: http://a/"), "here it is called `url`", expect("url: http://a/")),
        Case(
            expect("response.time: { lt: 1s }"), "here it is called `duration`", expect("duration: { lt: 1s }")),
        Case(
            expect("headers.content-type: a"),
            "a header is checked by its name: `headers: { content-type: … }`",
            expect("headers: { content-type: a }")),
        Case(
            expect("response.headers[\"content-type\"]: a"),
            "a header is checked by its name: `headers: { content-type: … }`",
            expect("headers: { content-type: a }")),
        Case(
            expect("X-Request-Id: a"), "a header is checked by its name: `headers: { x-request-id: … }`",
            expect("headers: { x-request-id: a }")),
        Case(
            expect("cookies.sid: a"), "a cookie is checked by its name: `cookies: { sid: … }`",
            expect("cookies: { sid: a }")),
        Case(
            expect("//entry/title: a"), "an XPath is checked below `xpath`: `xpath: { //entry/title: … }`",
            expect("xpath: { //entry/title: a }")),
        Case(
            expect("//entry[1]: a"), "an XPath is checked below `xpath`: `xpath: { \"//entry[1]\": … }`",
            expect("xpath: { \"//entry[1]\": a }")),
        Case(
            expect("$.rows: { each: { $.ok: true } }"),
            "the path goes into the elements: write `$.rows[*].ok: { each: true }`",
            expect("$.rows[*].ok: { each: true }")),
        Case(
            expect("$.rows[?@.id == 1]: { each: { $.ok: true } }"),
            "the path goes into the elements: write `$.rows[?@.id == 1].ok: { each: true }`",
            expect("$.rows[?@.id == 1].ok: { each: true }")),
        Case(
            expect("$.rows[*]: { each: { $.ok: true } }"),
            "the path goes into the elements: write `$.rows[*].ok: { each: true }`",
            expect("$.rows[*].ok: { each: true }")),
        Case(
            expect("$.rows: { each: { json_includes: { ok: true } } }"),
            "the path goes into the elements: write `$.rows[*].ok: { each: true }`",
            expect("$.rows[*].ok: { each: true }")),
        Case(
            expect("$.rows: { any: { $.n: { gt: 1 } } }"),
            "the path goes into the elements: write `$.rows[*].n: { any: { gt: 1 } }`",
            expect("$.rows[*].n: { any: { gt: 1 } }")),
        Case(
            expect("$.rows: { each: { $.a: 1, $.b: x } }"),
            "the path goes into the elements: write `$.rows[*].a: { each: 1 }` and `$.rows[*].b: { each: x }`",
            expect("$.rows[*].a: { each: 1 }\n      $.rows[*].b: { each: x }")),
        Case(
            expect("$.rows: { any: { $.a: 1, $.b: 2 } }"),
            "several values of one element are compared in a condition: `that: response.json.rows.exists(row, row.a == 1 && row.b == 2)`",
            expect("that: response.json.rows.exists(row, row.a == 1 && row.b == 2)")),
        Case(
            expect("$.rows: { none: { $.a: 1, $.b: 2 } }"),
            "several values of one element are compared in a condition: `that: response.json.rows.filter(row, row.a == 1 && row.b == 2) == []`",
            expect("that: response.json.rows.filter(row, row.a == 1 && row.b == 2) == []")),
        Case(expect("duration: 500"), "write `duration: { lt: 500ms }`", expect("duration: { lt: 500ms }")),
        Case(expect("duration: fast"), "write `duration: { lt: 500ms }`", expect("duration: { lt: 500ms }")),
        Case(expect("duration: \"< 300ms\""), "write `duration: { lt: 300ms }`", expect("duration: { lt: 300ms }")),
        Case(expect("duration: \">= 5\""), "write `duration: { gte: 5ms }`", expect("duration: { gte: 5ms }")),
        Case(expect("duration: < 500"), "write `duration: { lt: 500ms }`", expect("duration: { lt: 500ms }")),
        Case(expect("duration: == 2s"), "write `duration: { lt: 2s }`", expect("duration: { lt: 2s }")),
        Case(
            expect("certificate: { expires_in: 14 }"), "write `expires_in: { gt: 14d }`",
            expect("certificate: { expires_in: { gt: 14d } }")),
        Case(expect("$.a: { is: null }"), "write `{ eq: null }`", expect("$.a: { eq: null }")),
        Case(expect("$.a: { is: 5 }"), "write `{ eq: 5 }`", expect("$.a: { eq: 5 }")),
        Case(expect("$.a: { is: true }"), "write `{ eq: true }`", expect("$.a: { eq: true }")),
        Case(
            expect("$.a: { is: number }"), "types are checked with `type`: `{ type: number }`",
            expect("$.a: { type: number }")),
        Case(
            expect("$.a: { is: String }"), "types are checked with `type`: `{ type: string }`",
            expect("$.a: { type: string }")),
        Case(expect("duration: { lt: 1ns }"), "write at least `1us`", expect("duration: { lt: 1us }")),
        Case(
            expect("$.n: { range: 5 }"), "write both ends: `{ gte: …, lte: … }`", expect("$.n: { gte: 1, lte: 5 }")),
        Case(
            expect("jsonpath: { $.total: 2 }"), "a value in the JSON is checked by its path: `$.total: 2`",
            expect("$.total: 2")),
        Case(
            expect("jsonpath: { total: 2 }"), "a value in the JSON is checked by its path: `$.total: 2`",
            expect("$.total: 2")),
        Case(
            expect("\"jsonpath $.total\": 2"), "a value in the JSON is checked by its path: `$.total: 2`",
            expect("$.total: 2")),
        Case(
            expect("jsonpath \"$.total\": { gt: 2 }"),
            "a value in the JSON is checked by its path: `$.total: { gt: 2 }`",
            expect("$.total: { gt: 2 }")),
        Case(
            expect("$.items: { each: { tag: { type: string } } }"),
            "the path goes into the elements: write `$.items[*].tag: { each: { type: string } }`",
            expect("$.items[*].tag: { each: { type: string } }")),
        Case(
            expect("$.f: { sum: 3 }"),
            "a member is checked by its path: `$.f.sum: 3`; the whole object by `{ eq: { sum: … } }`",
            expect("$.f.sum: 3\n      $.g: { eq: { sum: 3 } }")),
        Case(
            expect("$.f: { sum: { gt: 3 } }"), "a member is checked by its path: `$.f.sum: { gt: 3 }`",
            expect("$.f.sum: { gt: 3 }")),
        Case(
            expect("$.f[*]: { sum: 3 }"), "a member is checked by its path: `$.f[*].sum: { each: 3 }`",
            expect("$.f[*].sum: { each: 3 }")),
        Case(
            expect("$.f: { address: { city: Ulm } }"), "to compare with a whole object, write `{ eq: { address: … } }`",
            expect("$.f: { eq: { address: { city: Ulm } } }")),
        Case(
            expect("that: steps[0].res.body.total == 1"),
            "a step is found by its `id`, not by its number: `steps.ID.response.json.total`",
            "steps:\n  - get: /x\n    id: a\n  - that: steps.a.response.json.total == 1"),
        Case(
            expect("that: size(\"a\")) == 1"), "no `(` is open here: take the `)` out",
            expect("that: size(\"a\" + response.body) == 1")),
    ]

    static let captures = [
        Case(
            capture("id: items[0].id"), "for a value in the JSON body write `$.items[0].id`",
            capture("id: $.items[0].id")),
        Case(
            capture("id: json.items[0].id"), "for a value in the JSON body write `$.items[0].id`",
            capture("id: $.items[0].id")),
        Case(
            capture("id: response.json.items[0]"), "for a value in the JSON body write `$.items[0]`",
            capture("id: $.items[0]")),
        Case(
            capture("id: headers[\"etag\"]"), "for a header write `{ header: etag }`", capture("id: { header: etag }")),
        Case(
            capture("next: { link: next }"),
            "take it from the header: `{ regex: '<([^<>]*)>; *rel=\"next\"', in: { header: link } }`; `paginate` follows such links",
            capture("next: { regex: '<([^<>]*)>; *rel=\"next\"', in: { header: link } }")),
        Case(
            capture("id: //entry/title"), "for an XPath write `{ xpath: //entry/title }`",
            capture("id: { xpath: //entry/title }")),
        Case(
            "vars: { a: [x] }\n" + step("capture: { home: \"/rooms/$(a.join(','))\" }"),
            "a text of your own belongs into a step: `- set: { home: \"/rooms/$(a.join(','))\" }`",
            "vars: { a: [x] }\nsteps:\n  - set: { home: \"/rooms/$(a.join(','))\" }"),
    ]

    static let others = [
        Case(
            expect("$.n: { gte: 1 }\n      $.n: { lte: 5 }"),
            "put the operators into one map: `$.n: { gte: 1, lte: 5 }`",
            expect("$.n: { gte: 1, lte: 5 }")),
        Case("steps:\n  - propfind: /x", "write `PROPFIND: /x`, in capitals", "steps:\n  - PROPFIND: /x"),
        Case("steps:\n  - report: /x", "write `REPORT: /x`, in capitals", "steps:\n  - REPORT: /x"),
        Case("steps:\n  - request: PROPFIND /x", "write `PROPFIND: /x`", "steps:\n  - PROPFIND: /x"),
        Case("steps:\n  - request: GET /x", "write `get: /x`", "steps:\n  - get: /x"),
        Case("steps:\n  - MKCOL /x", "write `MKCOL: /x`", "steps:\n  - MKCOL: /x"),
        Case(
            "rows: \"@rows.csv\"\n" + step("id: a"), "write `rows: { csv: rows.csv }`", step("")),
        Case("rows: @rows.csv\n" + step("id: a"), "write `rows: { csv: rows.csv }`", step("")),
        Case(
            body("json: @login.json"),
            "to send a file write `file: login.json` in place of `json`; a text is quoted: `\"@login.json\"`",
            body("file: login.json")),
        Case(
            body("body: @login.json"), "to send a file write `file: login.json` in place of `body`",
            body("file: login.json")),
        Case(
            body("data: @login.json"), "to send a file write `file: login.json` in place of `data`",
            body("file: login.json")),
        Case(
            body("multipart: { a: @login.json }"), "to send a file write `a: { file: login.json }`",
            body("multipart: { a: { file: login.json } }")),
        Case(
            step("until: { $.state: done }\n    every: 1s\n    within: 5s"),
            "write a condition: `until: response.json.state == \"done\"`",
            step("until: response.json.state == \"done\"\n    every: 1s\n    within: 5s")),
        Case(
            step("until: { status: 200, $.n: { gt: 3 }, json.ok: true }"),
            "write a condition: `until: response.status == 200 && response.json.n > 3 && response.json.ok == true`",
            step("until: response.status == 200 && response.json.n > 3 && response.json.ok == true")),
        Case(
            step("until: { body: { contains: x } }"),
            "write a condition: `until: response.json.state == \"done\"`",
            step("until: response.json.state == \"done\"")),
        Case(
            expect("$.a: !anyint"), "write `{ type: integer }`, or `<integer>` in `json`",
            expect("$.a: { type: integer }")),
        Case(
            expect("json: { a: !anystr }"), "write `{ type: string }`, or `<string>` in `json`",
            expect("json: { a: <string> }")),
        Case(
            expect("$.a: !anything"), "write `{ exists: true }`, or `<any>` in `json`",
            expect("$.a: { exists: true }")),
        Case(
            expect("$.a: !re_match \"a.*\""), "write `{ matches: … }`, or `<matches …>` in `json`",
            expect("$.a: { matches: a.*b }")),
        Case(
            expect("$.a: !approx 1.5"), "write `{ close_to: { value: 1.5, tolerance: 0.1 } }`",
            expect("$.a: { close_to: { value: 1.5, tolerance: 0.1 } }")),
        Case(
            "vars: { n: 3 }\nsteps:\n  - that: ${n} > 5", "names need no marker here: write `n`",
            "vars: { n: 3 }\nsteps:\n  - that: n > 5"),
        Case(
            "vars: { n: 3 }\nsteps:\n  - that:\n      - n < 9\n      - 5 < {{n}}",
            "names need no marker here: write `n`",
            "vars: { n: 3 }\nsteps:\n  - that:\n      - n < 9\n      - 5 < n"),
        Case(
            "rows: [{ name: a, id: 1 }]\nsteps:\n  - get: /x?q=$(name)", "write `row.name`",
            "rows: [{ name: a, id: 1 }]\nsteps:\n  - get: /x?q=$(row.name)"),
        Case(
            "rows: [{ url: a }]\nsteps:\n  - log: $(url)", "write `row.url`",
            "rows: [{ url: a }]\nsteps:\n  - log: $(row.url)"),
        Case(
            "rows: [{ name: a }]\n" + expect("that: name == \"a\" && response.status == 200"), "write `row.name`",
            "rows: [{ name: a }]\n" + expect("that: row.name == \"a\" && response.status == 200")),
        Case(
            step("headers: [{ name: A, value: b }]"), "write `headers: { A: b }`", step("headers: { A: b }")),
        Case(step("headers: \"A: b\""), "write `headers: { A: b }`", step("headers: { A: b }")),
        Case(
            body("multipart: [{ name: a, file: b.txt }]"), "write `multipart: { a: { file: b.txt } }`",
            body("multipart: { a: { file: b.txt } }")),
        Case(
            step("auth: { bearer: { token: x } }"), "write the token itself: `bearer: …`", step("auth: { bearer: x }")),
        Case(step("auth: false"), "write `auth: none`", step("auth: none")),
        Case("inputs: [a]\n" + step("id: a"), "write `inputs: { a: {} }`", "inputs: { a: {} }\n" + step("id: a")),
        Case(
            "vars: { a: 1 }\noutputs: [a]\n" + step("id: b"), "write `outputs: { a: $(a) }`",
            "vars: { a: 1 }\noutputs: { a: $(a) }\n" + step("id: b")),
        Case(expect("$.a: { exists: no }"), "write `false`", expect("$.a: { exists: false }")),
        Case(step("expect: [200, 201]"), "write `expect: { status: [200, 201] }`", expect("status: [200, 201]")),
        Case(
            "steps:\n  - GET: /x\n    HTTP: 200", "the status is expected: `expect: { status: 200 }`",
            "steps:\n  - GET: /x\n    expect: { status: 200 }"),
        Case(
            step("options: { timeout: 5s }"),
            "`timeout`, `follow_redirects`, `retry` and others stand on the step itself; `options: /path` sends a request",
            step("timeout: 5s")),
        Case(
            step("retry: { max: 3 }"),
            "`max` is the longest pause, such as `3s`; the number of attempts is `attempts: 3`",
            step("retry: { attempts: 3, max: 3s }")),
        Case(
            step("retry: { backoff: 2 }"), "write `exponential`, which doubles the pause each time",
            step("retry: { backoff: exponential }")),
        Case(
            step("skip_if: env.name == \"ci\""), "write the opposite: `if: \"!(…)\"`",
            step("if: \"!(env.name == 'ci')\"")),
        Case(
            step("retry: { max_attempts: 3 }"),
            "here it is called `attempts`, which does not count the first: 3 in all are `attempts: 2`",
            step("retry: { attempts: 2 }")),
        Case(
            "disabled: true\n" + step("id: a"),
            "`skip: REASON` leaves a step out; a file is left out by one of its `tags`: `--not-tag`",
            "tags: [slow]\n" + step("skip: not yet")),
        Case(
            "xfail: true\n" + step("id: a"),
            "`quarantine: { until: …, reason: … }` keeps failures from breaking the build",
            "quarantine: { until: 2999-12-31, reason: x }\n" + step("id: a")),
        Case(
            step("for_each: { range: 5 }"), "write `range: [1, 5]`", step("for_each: { range: [1, 5] }")),
        Case(
            step("range: 5"), "write `for_each: { range: [1, 10] }`", step("for_each: { range: [1, 10] }")),
        Case(
            "steps:\n  - log: $(size(string(\"a\"))", "one `)` is missing; `$(` as text is written `$$(`",
            "steps:\n  - log: $(size(string(\"a\")))"),
        Case("steps:\n  - log: costs $(5", "to write `$(` as text, write `$$(`", "steps:\n  - log: costs $$(5"),
    ]

    @Test(arguments: empty + checks + captures + others)
    func `advice that is followed works`(_ item: Case) {
        let wrong = Loading.load(item.wrong).diagnostics
        #expect(wrong.map(\.help) == [item.help], "\(wrong.map(\.message))")
        #expect(wrong.first?.severity == .error)
        let right = Loading.load(item.right).diagnostics
        #expect(right.map(\.message) == [])
    }

    private static let called = [
        "c.yaml": """
        inputs:
          text: { type: string, default: a }
          number: { type: integer, default: 1 }
          flag: { type: boolean, default: true }
        steps:
          - get: /x?a=$(text)&b=$(number)&c=$(flag)
        """
    ]

    @Test(arguments: [
        ("text: 5", "write `\"5\"`", "text: \"5\""), ("text: true", "write `\"true\"`", "text: \"true\""),
        ("number: \"5\"", "write `5` without quotes", "number: 5"),
        ("flag: \"true\"", "write it without quotes", "flag: true"),
        ("text: $(1 + 1)", "write `$(string(1 + 1))`", "text: $(string(1 + 1))"),
        ("number: $(\"1\" + \"2\")", "write `$(int(\"1\" + \"2\"))`", "number: $(int(\"1\" + \"2\"))"),
        ("flag: $(\"a\" + \"b\")", "write `$(\"a\" + \"b\" == \"true\")`", "flag: $(\"a\" + \"b\" == \"true\")"),
    ])
    func `an input of another type says how the value is written`(_ wrong: String, _ help: String, _ right: String) {
        func load(_ with: String) -> [Diagnostic] {
            Loading.load("steps:\n  - workflow: c.yaml\n    with:\n      \(with)\n", files: Self.called).diagnostics
        }
        #expect(load(wrong).map(\.help) == [help], "\(load(wrong).map(\.message))")
        #expect(load(right).map(\.message) == [])
    }

    @Test(arguments: [
        "number: \"five\"", "flag: 1", "number: [1]",
    ])
    func `where the value cannot be meant there is no advice`(_ with: String) {
        let file = "steps:\n  - workflow: c.yaml\n    with:\n      \(with)\n"
        #expect(Loading.load(file, files: Self.called).diagnostics.map(\.help) == [nil])
    }

    @Test(arguments: [
        (
            "json: \"@login.json\"", "this sends the text `@login.json`, not a file",
            "to send the file, write `file: login.json` in place of `json`"
        ),
        (
            "text: '@a/b.txt'", "this sends the text `@a/b.txt`, not a file",
            "to send the file, write `file: a/b.txt` in place of `text`"
        ),
        (
            "multipart: { a: \"@login.json\" }", "this sends the text `@login.json`, not a file",
            "to send the file, write `a: { file: login.json }`"
        ),
    ])
    func `a text that is surely meant as a file gets a warning`(_ line: String, _ message: String, _ help: String) {
        let found = Loading.load(Self.body(line)).diagnostics
        #expect(found.map(\.severity) == [.warning])
        #expect(found.map(\.message) == [message])
        #expect(found.map(\.help) == [help])
    }

    @Test(arguments: [
        "json: \"@ada\"", "text: \"@ada and @bob.\"", "json: { a: \"@login.json\" }", "multipart: { a: \"a@b.org\" }",
    ])
    func `any other text with an at sign gets none`(_ line: String) {
        #expect(Loading.load(Self.body(line)).diagnostics.map(\.message) == [])
    }

    @Test(arguments: [
        "POST http://127.0.0.1/login\n{\n  \"username\": \"ada\",\n  \"password\": \"x\"\n}\nHTTP 200\n[Captures]\ntoken: jsonpath \"$.token\"\n",
        "GET http://127.0.0.1/x\nAccept: application/json\nHTTP 200\n[Asserts]\nstatus == 200\n",
        "# comment\n\nPOST https://example.org/login\n[FormParams]\nuser: ada\n\nHTTP/1.1 200\n",
        "GET {{host}}/x\nHTTP/1.1 200\n[Captures]\nid: jsonpath \"$.id\"\n\nPOST {{host}}/y\n{ \"a\": {{id}} }\nHTTP 201\n",
    ])
    func `a file of Hurl is one mistake`(_ file: String) {
        let found = Loading.load(file).diagnostics
        #expect(found.map(\.message) == ["a workflow file wants a map, this is a request line"])
        #expect(
            found.first?.help
                == "this looks like a Hurl file; a workflow is YAML: `steps:`, and below it `- get: /path`")
    }

    @Test(arguments: ["name: GET /x", "GET: /x", "get /x", "LOOK at/this"])
    func `a file that only begins alike is read as a workflow`(_ file: String) {
        #expect(!Loading.load(file).diagnostics.contains { $0.message.contains("request line") })
    }
}
