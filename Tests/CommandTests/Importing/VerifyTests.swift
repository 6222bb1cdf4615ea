import CommandCalls
import ProjectFolders
import Testing

/// `baton import --verify`: a run beside what Newman found.
@Suite struct VerifyTests {
    /// As Newman's reporter for JUnit writes it: a suite for each request, a case for each check.
    private static func junit(_ failed: Bool) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="Shop" tests="3" time="0.1">
          <testsuite name="Log in" id="1" tests="1" failures="0" errors="0" time="0.01">
            <testcase name="Status is 200" time="0.01" classname="Shop"/>
          </testsuite>
          <testsuite name="Items / Read" id="2" tests="2" failures="\(failed ? 1 : 0)" errors="0" time="0.01">
            <testcase name="two items" time="0.01" classname="Shop"/>
            <testcase name="all of them" time="0.01" classname="Shop">\(failed ? "<failure type=\"AssertionFailure\" message=\"no\"/>" : "")</testcase>
          </testsuite>
        </testsuites>
        """
    }

    private static func json(_ failed: Bool) -> String {
        """
        {"run":{"executions":[
        {"item":{"name":"Log in"},"assertions":[{"assertion":"Status is 200"}]},
        {"item":{"name":"Read"},"assertions":[{"assertion":"two items"},{"assertion":"all of them"\(failed ? ",\"error\":{\"name\":\"AssertionError\",\"message\":\"no\"}" : "")}]}]}}
        """
    }

    private static func verify(_ old: String, total: Int, more: String = "") async throws -> Baton.Result {
        let recording = try ShopCollection.recording(total: total, more: more)
        try recording.folder.write("old", old)
        return try await Baton(folder: recording.folder)(
            "import", "shop.json", "--postman-env", "env.json", "--verify", "old")
    }

    @Test(arguments: [true, false], [true, false])
    func `equal verdicts are exit code 0`(isJSON: Bool, hasFailed: Bool) async throws {
        let old = isJSON ? Self.json(hasFailed) : Self.junit(hasFailed)
        let result = try await Self.verify(old, total: hasFailed ? 99 : 25)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(
            result.output.hasSuffix("\n2 of 2 requests and 3 of 3 tests with the same verdict\n"), "\(result.output)")
    }

    @Test(arguments: [true, false])
    func `a test that ends otherwise is named with both verdicts and the place`(isJSON: Bool) async throws {
        let name = (isJSON ? "Read" : "Items / Read") + " › all of them"
        let failed = try await Self.verify(isJSON ? Self.json(false) : Self.junit(false), total: 99)
        #expect(failed.exitCode == 1, "\(failed.everything)")
        #expect(
            failed.output.contains(
                try Regex(
                    "\(name): passed there, failed \\(shop.json:[0-9]+: \\$.total: expected 99, got 25\\) here\\n")),
            "\(failed.output)")
        let passed = try await Self.verify(isJSON ? Self.json(true) : Self.junit(true), total: 25)
        #expect(passed.exitCode == 1, "\(passed.everything)")
        #expect(passed.output.contains("\(name): failed (no) there, passed here\n"), "\(passed.output)")
        #expect(passed.output.hasSuffix("1 of 2 requests and 2 of 3 tests with the same verdict\n"))
    }

    private static let login = #"{"item":{"name":"Log in"},"assertions":[{"assertion":"Status is 200"}]}"#
    private static let read =
        #"{"item":{"name":"Read"},"assertions":[{"assertion":"two items"},{"assertion":"all of them"}]}"#

    /// Results of other tools in which something is that the run has not, or otherwise.
    private static let others: [(old: String, exitCode: Int32, line: String)] = [
        (
            #"{"run":{"executions":[\#(login),\#(read),{"item":{"name":"Gone"}}]}}"#, 1, "Gone: is not in this run"
        ),
        (#"{"run":{"executions":[\#(login)]}}"#, 1, "Read: is not in the other result"),
        (#"{"run":{"executions":[\#(login),\#(read),\#(read)]}}"#, 1, "Read: ran 2 times there, once here"),
        (
            #"{"run":{"executions":[{"item":{"name":"Log in"},"requestError":{"message":"no route"}},\#(read)]}}"#, 1,
            "Log in: failed (no route) there, passed here"
        ),
        (
            #"{"run":{"executions":[\#(login),{"item":{"name":"Read"},"assertions":[{"assertion":"two\u001b[31m  items"},{"assertion":"42 items"},{"assertion":"no","skipped":true}]}]}}"#,
            0, "Read › 42 items: passed there, and has no test of this name here"
        ),
        (
            #"{"run":{"executions":[\#(login),{"item":{"name":"Read"},"assertions":[{"assertion":"something else"},{"assertion":"two items"}]}]}}"#,
            1, "Read › something else: passed there, not carried over: "
        ),
        // Postman's own program, and a collection beside the result, which tells the folders.
        (
            #"{"run":{"executions":[{"requestExecuted":{"name":"Log in"},"tests":[{"name":"Status is 200","status":"failed","error":{"message":"not 200"}}]},\#(read)]}}"#,
            1, "Log in › Status is 200: failed (not 200) there, passed here"
        ),
        (
            #"{"collection":{"item":[{"id":"1","name":"Log in"},{"name":"Items","item":[{"id":"2","name":"Read"}]}]},"run":{"executions":[{"item":{"id":"1","name":"Log in"}},{"item":{"id":"2","name":"Read"},"assertions":[{"assertion":"two items","error":{"message":"3"}}]}]}}"#,
            1, "Items / Read › two items: failed (3) there, passed here"
        ),
        // The reporter `junitfull` has a suite for each run, with its folders apart.
        (
            #"<testsuites><testsuite package="" name="Log in"><testcase name="Tests"/><testcase name="Status is 200"><failure message="not 200"/></testcase></testsuite><testsuite package="Items" name="Read"><testcase name="Tests"><error message="no x"/></testcase></testsuite></testsuites>"#,
            1, "Items / Read: failed (no x) there, passed here"
        ),
        (
            #"<testsuites><testsuite name="Log in" errors="1"><system-err>ECONNREFUSED</system-err></testsuite></testsuites>"#,
            1,
            "Log in: failed (an error) there, passed here"
        ),
    ]

    @Test(arguments: others)
    func `what is in one of the two alone is told`(old: String, exitCode: Int32, line: String) async throws {
        let result = try await Self.verify(old, total: 25, more: ShopCollection.lost)
        #expect(result.exitCode == exitCode, "\(result.everything)")
        #expect(result.output.contains("\(line)"), "\(result.output)")
        #expect(!result.output.contains("\u{1b}"))
    }

    /// Scripts of one request, what Newman found of their tests, and what is told; nil where all is the same.
    private static let judged: [(script: String, old: [String: Bool], line: String?)] = [
        // Of a request that a script sends.
        (inner, ["outer": true, "inner": false], nil),
        (inner, ["outer": true, "inner": true], "Read › inner: passed there, failed ("),
        (inner, ["outer": false, "inner": false], "Read › outer: failed (no) there, passed here"),
        // Behind a status that fails, which explains the others in a report.
        (behind, ["status": false, "code": false, "data": false], nil),
        (behind, ["status": false, "code": true, "data": false], "Read › code: passed there, failed ("),
        (behind, ["status": true, "code": true, "data": true], "Read › data: passed there, failed ("),
        // Of a value that is not there.
        (missing, ["a text": false, "is long": false], nil),
        (missing, ["a text": false, "is long": true], "Read › is long: passed there, failed ("),
        // Where nothing looks at it.
        (failing, ["first": false, "second": false], nil),
        (failing, ["first": true, "second": false], "Read › first: passed there, failed ("),
        (failing, ["first": false, "second": true], "Read › second: passed there, failed ("),
        (skipped, ["first": true], nil),
        (skipped, ["first": true, "second": true], "Read › second: passed there, not looked at here"),
    ]

    private static let inner =
        "pm.test('outer', () => pm.response.to.have.status(404)); pm.sendRequest(pm.variables.get('baseUrl') + '/b', (e, r) => { pm.test('inner', () => pm.expect(r.code).to.equal(200)); });"
    private static let behind =
        "pm.test('status', () => pm.response.to.have.status(200)); pm.test('code', () => pm.expect(pm.response.json().code).to.equal(200)); pm.test('data', () => pm.expect(pm.response.json()).to.have.property('data'));"
    private static let missing =
        "pm.test('a text', () => pm.expect(pm.response.json().gone).to.be.a('string')); pm.test('is long', () => pm.expect(pm.response.json().gone).to.have.lengthOf(3));"
    private static let skipped =
        "pm.test('first', () => pm.response.to.have.status(404)); if (pm.response.json().code === 200) { pm.environment.set('x', 'y'); pm.test('second', () => pm.expect(pm.environment.get('x')).to.equal('y')); }"
    private static let failing =
        "pm.test('first', () => { if (pm.response.json().code === 404) { throw new Error('no'); } }); pm.test('second', () => { pm.expect.fail('never'); });"

    @Test(arguments: judged, [true, false])
    func `each test is compared with its own verdict`(
        _ one: (script: String, old: [String: Bool], line: String?), isJSON: Bool
    ) async throws {
        let recording = try Recording { _ in
            "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{\"code\":404}"
        }
        try recording.folder.write(
            "c.json",
            """
            {"info":{"name":"C","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
            "variable":[{"key":"baseUrl","value":"\(recording.server.url)"}],
            "item":[{"name":"Read","request":{"url":"{{baseUrl}}/a"},"event":[{"listen":"test","script":{"exec":["\(one.script)"]}}]}]}
            """)
        let tests = one.old.sorted { $0.key < $1.key }
        let json = tests.map { name, passed in
            #"{"assertion":"\#(name)"\#(passed ? "" : #","error":{"message":"no"}"#)}"#
        }
        let xml = tests.map { name, passed in
            #"<testcase name="\#(name)">\#(passed ? "" : #"<failure message="no"/>"#)</testcase>"#
        }
        try recording.folder.write(
            "old",
            isJSON
                ? #"{"run":{"executions":[{"item":{"name":"Read"},"assertions":[\#(json.joined(separator: ","))]}]}}"#
                : #"<testsuites><testsuite name="Read">\#(xml.joined())</testsuite></testsuites>"#)
        let result = try await Baton(folder: recording.folder)("import", "c.json", "--verify", "old")
        #expect(result.exitCode == (one.line == nil ? 0 : 1), "\(result.everything)")
        if let line = one.line { #expect(result.output.contains(line), "\(result.everything)") }
    }

    @Test func `a test with an if around it that does not fail is named, and not counted`() async throws {
        let recording = try ShopCollection.recording(
            more:
                #","if (pm.response.code === 404) { pm.test('gone', () => pm.expect(pm.response.json().error).to.eql('x')); }""#
        )
        let read = Self.read.replacing(
            #"{"assertion":"two items"}"#, with: #"{"assertion":"two items"},{"assertion":"gone"}"#)
        try recording.folder.write("old", #"{"run":{"executions":[\#(Self.login),\#(read)]}}"#)
        let result = try await Baton(folder: recording.folder)(
            "import", "shop.json", "--postman-env", "env.json", "--verify", "old")
        #expect(
            result.output.contains("Read › gone: passed there, and no failure here: it stands in an `if`"),
            "\(result.everything)")
        #expect(
            result.output.hasSuffix("2 of 2 requests and 3 of 4 tests with the same verdict\n"), "\(result.everything)")
    }

    @Test func `runs of one request are compared one by one`() async throws {
        let recording = try ShopCollection.recording(total: 25)
        let read = #"{"item":{"name":"Read"},"assertions":[{"assertion":"two items"},{"assertion":"all of them"E}]}"#
        let executions = ["", ",\"error\":{\"message\":\"no\"}"].flatMap {
            [Self.login, read.replacing("E", with: $0)]
        }
        try recording.folder.write("old", #"{"run":{"executions":[\#(executions.joined(separator: ","))]}}"#)
        try recording.folder.write(
            "shop.json",
            ShopCollection.text(total: 25).replacing(
                ".total).to.equal(25)", with: ".total).to.equal(pm.iterationData.get('n'))"))
        try recording.folder.write("rows.json", #"[{"n":99},{"n":25}]"#)
        let result = try await Baton(folder: recording.folder)(
            "import", "shop.json", "--postman-env", "env.json", "--data", "rows.json", "--verify", "old")
        #expect(
            result.output.contains("Read › all of them: failed in 1 of 2 runs (no) there, failed in 1 of 2 runs ("),
            "\(result.everything)")
        #expect(result.exitCode == 1)
    }

    /// A result of two requests that are both called G, and what is told of it where the first one alone fails here.
    private static let twins: [(old: String, lines: [String])] = [
        (suites(true, false), ["2 of 2 requests and 2 of 2 tests with the same verdict"]),
        (
            suites(false, true),
            ["G #1 › ok: passed there, failed (", "G #2 › ok: failed (no) there, passed here", "0 of 2 requests"]
        ),
        (suites(true), ["G: requests of this name ran 1 there, 2 here, and which is which cannot be told"]),
        (executions(["a": true, "b": false]), ["2 of 2 requests and 2 of 2 tests with the same verdict"]),
        (executions(["a": false, "b": true]), ["G #1 › ok: passed there, failed (", "0 of 2 requests"]),
        (executions(["": true, " ": false]), ["2 of 2 requests and 2 of 2 tests with the same verdict"]),
        (executions(["": false, " ": true]), ["G #2 › ok: failed (no) there, passed here"]),
        (
            executions(["b": false], collection: #"{"id":"a","name":"G"},{"id":"b","name":"G"}"#),
            ["G #1: is not in the other result", "1 of 1 requests and 1 of 1 tests"]
        ),
    ]

    private static func suites(_ failed: Bool...) -> String {
        let suites = failed.map {
            "<testsuite name=\"G\"><testcase name=\"ok\">\($0 ? "<failure message=\"no\"/>" : "")</testcase></testsuite>"
        }
        return "<testsuites>\(suites.joined())</testsuites>"
    }

    /// Executions by the ids of their requests; an empty one is left out.
    private static func executions(_ failed: KeyValuePairs<String, Bool>, collection: String = "") -> String {
        let executions = failed.map { id, failed in
            let id = id.allSatisfy(\.isWhitespace) ? "" : "\"id\":\"\(id)\","
            let error = failed ? ",\"error\":{\"message\":\"no\"}" : ""
            return "{\"item\":{\(id)\"name\":\"G\"},\"assertions\":[{\"assertion\":\"ok\"\(error)}]}"
        }
        let run = "{\"executions\":[\(executions.joined(separator: ","))]}"
        return "{\"collection\":{\"item\":[\(collection)]},\"run\":\(run)}"
    }

    @Test(arguments: twins)
    func `requests of one name are told apart by their places`(_ one: (old: String, lines: [String])) async throws {
        let recording = try Recording { request in
            let status = request.target == "/fails" ? "500 No" : "200 OK"
            return "HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n"
        }
        let items = ["fails", "passes"].map { path in
            #"{"name":"G","request":{"url":"\#(recording.server.url)/\#(path)"},"event":[{"listen":"test","script":{"exec":["pm.test('ok', () => pm.response.to.have.status(200))"]}}]}"#
        }
        try recording.folder.write(
            "c.json",
            """
            {"info":{"name":"C","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
            "item":[\(items.joined(separator: ","))]}
            """)
        try recording.folder.write("old", one.old)
        let result = try await Baton(folder: recording.folder)("import", "c.json", "--verify", "old")
        for line in one.lines { #expect(result.output.contains(line), "\(result.everything)") }
        #expect(result.exitCode == (one.lines[0].hasPrefix("2 of 2") ? 0 : 1), "\(result.everything)")
    }

    @Test func `no secret of the source is told of another tool's result`() async throws {
        let old =
            #"{"run":{"executions":[{"item":{"name":"Log in"},"assertions":[{"assertion":"Status is 200","error":{"message":"got \#(ShopCollection.password)"}}]}]}}"#
        let result = try await Self.verify(old, total: 25)
        #expect(result.output.contains("Log in › Status is 200: failed (got ***) there"), "\(result.everything)")
    }

    @Test func `a large result is compared in a time that grows with its size`() async throws {
        let suites = (0..<20_000).map {
            "<testsuite name=\"r\($0)\"><testcase name=\"t\"><failure/></testcase></testsuite>"
        }
        let start = ContinuousClock.now
        let result = try await Self.verify("<testsuites>\(suites.joined())</testsuites>", total: 25)
        #expect(result.exitCode == 1 && result.output.contains("\nand 19002 more\n"), "\(result.output.suffix(300))")
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test(arguments: ["", "{}", "<a/>", "nothing", "{\"run\":{\"executions\":[]}}", "<testsuites>"])
    func `a file that is no result is refused`(text: String) async throws {
        let result = try await Self.verify(text, total: 25)
        #expect(
            result.exitCode == 2 && result.errorOutput.contains("this is no result of Newman"), "\(result.everything)")
    }
}
