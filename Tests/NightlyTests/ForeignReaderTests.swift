import BatonJSON
import BatonTesting
import BatonValues
import CommandCalls
import Glibc
import ProjectFolders
import Subprocess
import Testing

/// Programs that others wrote read in the reports what happened: tap.py, haralyzer, har2warc, junitparser, the Python client of
/// Prometheus, and markdown-it.
@Suite(
    .enabled("needs tap.py, haralyzer and other readers, which need python3 with venv, and PyPI the first time") {
        await ForeignReaders.areInstalled()
    }) struct ForeignReaderTests
{
    /// Names that each form escapes in its own way.
    private static let names = [
        "Buy 2 items | at $5 # TODO later", "日本語 \\ “quoted” \"twice\" 'once'", "<b>&amp; ]]> </b><!-- -->",
        "[a link](http://example.org) `code` *bold* ~~gone~~", "v1.0 - 5% {brace} = x, y",
    ]

    /// A body that reports lay out for people, longer than a line.
    private static let me =
        #"{"name":"<i>|`Grace`|</i>","list":[\#((0..<100).map { "\($0)" }.joined(separator: ","))]}"#

    /// A project whose workflows are named so: each logs in, and fails in its second step.
    private static func project() throws -> Recording {
        let recording = try Recording { request in
            let body = request.target == "/login" ? #"{"token":"t-1f2e3d"}"# : me
            return
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        let folder = recording.folder
        try folder.write(
            "baton.yaml", "default_environment: a\nenvironments: { a: { base_url: \"\(recording.server.url)\" } }\n")
        for (number, name) in names.enumerated() {
            let quoted = JSONWriter.compact(.string(name))
            try folder.write(
                "workflows/w\(number).yaml",
                """
                name: \(quoted)
                owner: \(quoted)
                steps:
                  - { name: Log in, post: /login, capture: { token: $.token } }
                  - { name: \(quoted), get: /me/\(number), headers: { Authorization: Bearer $(token) }, expect: { $.name: Ada } }
                teardown: [ { if: 1 == 2, name: Log out, post: /logout } ]
                """ + "\n")
        }
        try folder.write("workflows/x_pass.yaml", "name: Passes\nsteps: [ { name: Fine, get: /login } ]\n")
        try folder.write(
            "workflows/y_known.yaml",
            "name: Known\nquarantine: { until: 2099-12-31, reason: known }\nsteps: [ { name: No, that: 1 == 2 } ]\n")
        return recording
    }

    private static func read() async throws -> JSONValue {
        let recording = try project()
        defer { withExtendedLifetime(recording) {} }
        let folder = recording.folder
        let result = try await Baton(folder: folder)(
            "run", "--junit", "junit.xml", "--tap", "report.tap", "--har", "report.har", "--prometheus", "report.prom",
            "--summary", "summary.md")
        try #require(result.exitCode == 1, "\(result.everything)")
        return try await ForeignReaders.read(folder)
    }

    @Test func `each reader reads each name, and what became of it`() async throws {
        let read = try await Self.read()

        let tap = try #require(read["tap"]?.arrayValue)
        let points = Self.names.enumerated().flatMap { number, name -> [String] in
            // tap.py reads version 13, which has no escapes: `\\` stays doubled, and `#` would begin a directive.
            let shown = name.replacing("\\", with: "\\\\").replacing("#", with: "＃")
            return ["\(shown) › Log in", shown, "\(shown) › Log out"].map { "workflows/w\(number).yaml › \($0)" }
        }
        #expect(
            tap.map { $0["name"]?.stringValue }
                == points + ["workflows/x_pass.yaml › Passes › Fine", "workflows/y_known.yaml › Known › No"])
        for (number, point) in tap.prefix(points.count).enumerated() {
            #expect(point["ok"] == .bool(number % 3 != 1))
            #expect(point["skip"] == .bool(number % 3 == 2))
            #expect(point["todo"] == .bool(false))
            if number % 3 == 1 {
                #expect(point["details"]?["message"]?.stringValue == #"$.name: expected "Ada", got "<i>|`Grace`|</i>""#)
                #expect(point["details"]?["line"] == "5")
            }
        }
        #expect(tap.last?["todo"] == .bool(true))

        let junit = try #require(read["junit"])
        #expect(JSONWriter.compact(junit["counts"] ?? .null) == #"{"tests":17,"failures":5,"errors":0,"skipped":6}"#)
        let cases = junit["cases"]?.arrayValue ?? []
        #expect(cases.count == 17)
        for (number, name) in Self.names.enumerated() {
            #expect(cases.contains { $0["name"]?.stringValue == name && $0["results"]?[0] == "Failure" }, "\(name)")
            #expect(cases[number * 3]["suite"]?.stringValue == "workflows/w\(number).yaml")
        }

        let pages = read["har"]?.arrayValue ?? []
        #expect(pages.map { $0["page"]?.stringValue } == Self.names.enumerated().map { "workflows/w\($0).yaml \($1)" })
        for page in pages {
            let entries = page["entries"]?.arrayValue ?? []
            #expect(entries.map { $0["method"] } == ["POST", "GET"])
            #expect(entries.map { $0["status"] } == [200, 200])
            #expect(entries.last?["headers"]?.arrayValue?.contains("Authorization") == true)
            #expect(entries.last?["body"]?.stringValue == Base64.encode(Array(Self.me.utf8)))
            #expect(entries.contains { $0["microsecond"] != 0 })
        }

        let samples = read["prometheus"]?.arrayValue ?? []
        let verdicts = samples.filter { $0["name"] == "baton_case_success" }
        #expect(verdicts.map { $0["labels"]?["name"]?.stringValue } == Self.names + ["Passes", "Known"])
        #expect(verdicts.map { $0["labels"]?["owner"]?.stringValue } == Self.names + [nil, nil])
        #expect(verdicts.map { $0["value"] } == [0, 0, 0, 0, 0, 1, 0])
    }

    @Test func `in the summary nothing that a file or a server says is markup`() async throws {
        let summary = try #require(try await Self.read()["summary"])
        let rows = summary["rows"]?.arrayValue ?? []
        let failed = rows.dropFirst().dropLast().map { $0.arrayValue?.compactMap(\.stringValue) ?? [] }
        let message = #"$.name: expected "Ada", got "<i>|`Grace`|</i>""#
        #expect(
            failed
                == Self.names.enumerated().map { number, name in
                    ["✗", "GET /me/\(number): \(message)workflows/w\(number).yaml:5", name, "", name]
                })
        #expect(rows.last?[0] == "◌ quarantined")
        #expect(summary["links"] == 0)
        let html = summary["html"]?.arrayValue?.compactMap(\.stringValue) ?? []
        for piece in html {
            let tags = piece.split(separator: "<").dropFirst().map { $0.prefix { $0.isLetter || "/!-".contains($0) } }
            #expect(
                tags.allSatisfy {
                    ["code", "/code", "details", "/details", "summary", "/summary", "!--"].contains($0)
                },
                "\(piece)")
        }
        let code = summary["code"]?.arrayValue?.compactMap(\.stringValue) ?? []
        #expect(code.count == 6 && code.prefix(5).allSatisfy { $0.contains(message) }, "\(code)")
    }
}

/// The readers, as `scripts/read-reports` installs and starts them.
enum ForeignReaders {
    private static let script = "\(Repository.path)/scripts/read-reports"

    /// Whether they are there, after an attempt to install them; a line says why not.
    static func areInstalled() async -> Bool {
        do {
            let result = try await Subprocess.run(
                .path(.init(script)), arguments: ["--install"], output: .discarded, error: .string(limit: 1 << 20))
            if result.terminationStatus.isSuccess { return true }
            print("the readers of reports cannot be installed: \(result.standardError)")
        } catch {
            print("the readers of reports cannot be installed: \(error)")
        }
        return getenv("CI") != nil
    }

    /// What they read in the reports of a folder.
    static func read(_ folder: Folder) async throws -> JSONValue {
        let result = try await Subprocess.run(
            .path(.init(script)), arguments: [folder.path], output: .bytes(limit: 16 << 20),
            error: .string(limit: 1 << 20))
        try #require(result.terminationStatus.isSuccess, "\(result.standardError)")
        return try JSONParser.parse(result.standardOutput)
    }
}
