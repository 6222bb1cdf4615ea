import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Synchronization
import Testing

/// `expect: { snapshot: … }` and `--update-snapshots`, as users meet them.
@Suite struct SnapshotTests {
    /// A server whose response the test changes, and a folder with a workflow.
    private final class Shop: Sendable {
        private let body: Bodies
        let recording: Recording

        private final class Bodies: Sendable {
            let value: Mutex<(type: String, text: String)>
            init(_ type: String, _ text: String) { value = Mutex((type, text)) }
        }

        init(_ text: String, type: String = "application/json") throws {
            let body = Bodies(type, text)
            self.body = body
            recording = try Recording { request in
                // What a query names wins over the body of the test.
                let query = request.target.split(separator: "?").dropFirst().first.map(String.init)
                let (type, text) = query.map { ("text/plain", $0) } ?? body.value.withLock { $0 }
                return "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
            }
        }

        var folder: Folder { recording.folder }

        func answer(_ text: String, type: String = "application/json") { body.value.withLock { $0 = (type, text) } }

        /// Runs a workflow of one request with these checks.
        func run(_ expect: String, ci: String = "", _ arguments: String...) async throws -> Baton.Result {
            try folder.write("w.yaml", "steps:\n  - get: /x\n    expect:\n      \(expect)\n")
            return try await run(arguments, ci: ci)
        }

        func run(_ arguments: [String] = [], ci: String = "") async throws -> Baton.Result {
            try await Baton(folder: folder, environment: ["CI": ci]).run(
                ["run", "w.yaml", "--base-url", recording.server.url] + arguments)
        }
    }

    @Test func `a missing snapshot fails and says how it is recorded`() async throws {
        let shop = try Shop(#"{"id":1}"#)
        let result = try await shop.run("snapshot: item")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(
                "snapshot: there is no `snapshots/w.yaml/item.json` to compare with [check.failed]  w.yaml:4:7"),
            "\(result.everything)")
        #expect(result.output.contains("the same command with `--update-snapshots` records it: read it, and commit it"))
        let inCI = try await shop.run("snapshot: item", ci: "true")
        #expect(inCI.exitCode == 1)
        #expect(
            inCI.output.contains(
                "record it on your machine with `--update-snapshots`, read it, and commit it"),
            "\(inCI.everything)")
        #expect(!shop.folder.exists("snapshots"))
    }

    @Test func `what is recorded is compared, sorted and readable`() async throws {
        let shop = try Shop(#"{"b":[1.50,{}],"a":"é"}"#)
        let recorded = try await shop.run("snapshot: item", "--update-snapshots")
        #expect(recorded.exitCode == 0, "\(recorded.everything)")
        #expect(recorded.output.contains("wrote 1 snapshot:\n  snapshots/w.yaml/item.json\n"), "\(recorded.output)")
        #expect(
            try shop.folder.read("snapshots/w.yaml/item.json") == """
                {
                  "a": "é",
                  "b": [
                    1.50,
                    {}
                  ]
                }

                """)
        shop.answer(#"{"a":"é","b":[1.5,{}]}"#)
        let same = try await shop.run("snapshot: item")
        #expect(same.exitCode == 0, "\(same.everything)")
        let unchanged = try await shop.run("snapshot: item", "--update-snapshots")
        #expect(!unchanged.output.contains("wrote"), "\(unchanged.output)")
        #expect(try shop.folder.read("snapshots/w.yaml/item.json").contains("1.50"))
    }

    @Test func `each difference is told with its path, on the console and in reports`() async throws {
        let shop = try Shop(#"{"items":[{"id":1,"price":5},{"id":2,"price":6}],"total":2}"#)
        _ = try await shop.run("snapshot: list", "--update-snapshots")
        shop.answer(#"{"items":[{"id":1,"price":5},{"id":2,"price":7}],"total":2,"more":true}"#)
        let result = try await shop.run("snapshot: list", "--junit", "j.xml", "--html", "h.html", "--json", "c.json")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(
                "snapshot: $.items[1].price: expected 6, got 7 (and 1 more) [check.failed]  w.yaml:4:7"),
            "\(result.everything)")
        #expect(result.output.contains("$.more: expected nothing, got true"), "\(result.everything)")
        #expect(result.output.contains("hint: recorded in `snapshots/w.yaml/list.json`\n"))
        #expect(result.output.contains("if that is right: `--update-snapshots` records it\n"))
        for report in ["j.xml", "h.html"] {
            let text = try shop.folder.read(report)
            #expect(text.contains("$.more") && text.contains("$.items[1].price"), "\(report)")
        }
        let updated = try await shop.run("snapshot: list", "--update-snapshots")
        #expect(updated.output.contains("wrote 1 snapshot:"), "\(updated.everything)")
        #expect(try await shop.run("snapshot: list").exitCode == 0)
    }

    @Test func `ignored paths are neither recorded nor compared`() async throws {
        let shop = try Shop(#"{"items":[{"id":1,"n":"a"},{"id":2,"n":"b"}],"at":"now","list":[1,2]}"#)
        let expect = #"snapshot: { name: list, ignore: ["$.items[*].id", $.at, "$.list[0]"] }"#
        _ = try await shop.run(expect, "--update-snapshots")
        let text = try shop.folder.read("snapshots/w.yaml/list.json")
        #expect(!text.contains("\"id\"") && !text.contains("\"at\"") && text.contains("null"), "\(text)")
        shop.answer(#"{"items":[{"id":9,"n":"a"},{"n":"b"}],"list":[7,2]}"#)
        #expect(try await shop.run(expect).exitCode == 0)
        shop.answer(#"{"items":[{"id":9,"n":"a"},{"n":"c"}],"list":[7,3]}"#)
        let result = try await shop.run(expect)
        #expect(result.output.contains(#"$.items[1].n: expected "b", got "c""#), "\(result.everything)")
        #expect(result.output.contains("$.list[1]: expected 2, got 3"), "\(result.everything)")
    }

    @Test func `a snapshot that ignores everything fails`() async throws {
        let shop = try Shop(#"{"id":1}"#)
        let result = try await shop.run("snapshot: { name: a, ignore: [$.*] }", "--update-snapshots")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("snapshot: `ignore` leaves nothing to compare"), "\(result.everything)")
        #expect(!shop.folder.exists("snapshots/w.yaml/a.json"))
    }

    @Test func `a wildcard is recorded in place of the value, which must match it`() async throws {
        let shop = try Shop(#"{"id":"6f1c6b5e-3f5a-4a58-9f0e-2c8d7f5a1b2c","n":1}"#)
        let expect = "snapshot: { name: a, match: { $.id: <uuid>, $.n: <integer> } }"
        _ = try await shop.run(expect, "--update-snapshots")
        #expect(
            try shop.folder.read("snapshots/w.yaml/a.json") == "{\n  \"id\": \"<uuid>\",\n  \"n\": \"<integer>\"\n}\n")
        shop.answer(#"{"id":"0f1c6b5e-3f5a-4a58-9f0e-2c8d7f5a1b2c","n":7}"#)
        #expect(try await shop.run(expect).exitCode == 0)
        shop.answer(#"{"id":"none","n":7}"#)
        for arguments in [[], ["--update-snapshots"]] {
            let result = try await shop.run(arguments)
            #expect(result.exitCode == 1)
            #expect(result.output.contains("snapshot: $.id: expected a UUID, got \"none\""), "\(result.everything)")
        }
        shop.answer(#"{"n":7}"#)
        #expect(try await shop.run(expect).output.contains("$.id: expected a UUID, got nothing"))
        // A wildcard in the file is data.
        shop.answer(#"{"id":"<uuid>","n":"<integer>"}"#)
        #expect(try await shop.run("snapshot: a").exitCode == 0)
        shop.answer(#"{"id":"0f1c6b5e-3f5a-4a58-9f0e-2c8d7f5a1b2c","n":7}"#)
        #expect(try await shop.run("snapshot: a").exitCode == 1)
    }

    @Test func `text, XML and HTML are compared line by line, each in a file of its own kind`() async throws {
        let shop = try Shop("<a>\n <b>1</b>\n</a>\n", type: "application/soap+xml")
        #expect(try await shop.run("snapshot: a", "--update-snapshots").exitCode == 0)
        #expect(try shop.folder.read("snapshots/w.yaml/a.xml") == "<a>\n <b>1</b>\n</a>\n")
        shop.answer("<a>\n <b>2</b>\n</a>\n", type: "application/soap+xml")
        let result = try await shop.run("snapshot: a")
        #expect(
            result.output.contains(#"snapshot: line 2: expected " <b>1</b>", got " <b>2</b>""#), "\(result.everything)")
        shop.answer("plain", type: "text/plain")
        for arguments in [[], ["--update-snapshots"]] {
            let other = try await shop.run(arguments)
            #expect(other.exitCode == 1)
            #expect(
                other.output.contains("snapshot: `snapshots/w.yaml/a.xml` is XML, and the response is text now"),
                "\(other.everything)")
        }
        #expect(try await shop.run("snapshot: b", "--update-snapshots").exitCode == 0)
        #expect(try shop.folder.read("snapshots/w.yaml/b.txt") == "plain")
        shop.answer("<html></html>", type: "text/html; charset=utf-8")
        #expect(try await shop.run("snapshot: c", "--update-snapshots").exitCode == 0)
        #expect(try shop.folder.read("snapshots/w.yaml/c.html") == "<html></html>")
    }

    @Test(
        arguments: ["text/plain", "text/html", "application/xml"],
        [("\n", "\n"), ("\n", "\r\n"), ("\r\n", "\n"), ("\r\n", "\r\n")])
    func `line ends that git changed are no difference, unless the file says exact`(
        _ type: String, _ ends: (recorded: String, sent: String)
    ) async throws {
        let (recorded, sent) = ends
        let lines = ["<a>", "<b>x</b>", "", "<!-- \r -->", "</a>", ""]
        let shop = try Shop(lines.joined(separator: recorded), type: type)
        let exact = "snapshot: { name: page, line_ends: exact }"
        #expect(try await shop.run("snapshot: page", "--update-snapshots").exitCode == 0)
        shop.answer(lines.joined(separator: sent), type: type)
        let alike = try await shop.run("snapshot: page")
        #expect(alike.exitCode == 0, "\(alike.everything)")
        let told = try await shop.run(exact)
        #expect(told.exitCode == (recorded == sent ? 0 : 1), "\(told.everything)")
        // What is alike is not written again; what is not exact is.
        let updated = try await shop.run("snapshot: page", "--update-snapshots")
        #expect(!updated.output.contains("wrote"), "\(updated.output)")
        let rewritten = try await shop.run(exact, "--update-snapshots")
        #expect(rewritten.output.contains("wrote 1 snapshot") == (recorded != sent), "\(rewritten.output)")

        shop.answer(lines.joined(separator: sent) + "more", type: type)
        let more = try await shop.run("snapshot: page")
        #expect(more.output.contains(#"line 6: expected "", got "more""#), "\(more.everything)")
        shop.answer(lines.joined(separator: sent).replacing(" \r ", with: "  "), type: type)
        #expect(try await shop.run("snapshot: page").exitCode == 1)
    }

    @Test func `two steps whose texts differ in line ends alone record one snapshot`() async throws {
        let recording = try Recording { request in
            let text = request.target == "/lf" ? "a\nb" : "a\r\nb"
            return "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
        }
        let update = ["run", "w.yaml", "--base-url", recording.server.url, "--update-snapshots"]
        func run(_ snapshot: String) async throws -> Baton.Result {
            try recording.folder.write(
                "w.yaml",
                """
                steps:
                  - { get: /lf, expect: { snapshot: \(snapshot) } }
                  - { get: /crlf, expect: { snapshot: \(snapshot) } }
                """ + "\n")
            return try await Baton(folder: recording.folder).run(update)
        }
        let exact = try await run("{ name: both, line_ends: exact }")
        #expect(exact.exitCode == 1)
        #expect(exact.output.contains("has other content from"), "\(exact.everything)")
        let alike = try await run("both")
        #expect(alike.exitCode == 0, "\(alike.everything)")
    }

    @Test func `a body that cannot be a snapshot fails, and nothing is written`() async throws {
        let shop = try Shop("a\u{0}b", type: "application/octet-stream")
        let binary = try await shop.run("snapshot: a", "--update-snapshots")
        #expect(binary.output.contains("snapshot: expected text, got 3 bytes that are no text"), "\(binary.everything)")
        shop.answer("no json")
        let invalid = try await shop.run("snapshot: a", "--update-snapshots")
        #expect(invalid.output.contains("[response.not_json]"), "\(invalid.everything)")
        shop.answer("\"" + String(repeating: "x", count: 5_000_000) + "\"")
        let large = try await shop.run("snapshot: a", "--update-snapshots")
        #expect(large.output.contains("snapshot: the response takes more than 5 MB as a snapshot"))
        #expect(!shop.folder.exists("snapshots"))
    }

    @Test func `a step that fails otherwise records nothing`() async throws {
        let shop = try Shop(#"{"id":1}"#)
        let result = try await shop.run("{ status: 404, snapshot: item }", "--update-snapshots")
        #expect(result.exitCode == 1)
        #expect(!shop.folder.exists("snapshots"))
    }

    @Test func `a damaged file is told and recorded anew`() async throws {
        let shop = try Shop(#"{"id":1}"#)
        try shop.folder.write("snapshots/w.yaml/item.json", "<<<<<<< HEAD\n{}\n")
        let result = try await shop.run("snapshot: item")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("snapshot: `snapshots/w.yaml/item.json` is not JSON: "), "\(result.everything)")
        #expect(try await shop.run("snapshot: item", "--update-snapshots").exitCode == 0)
        #expect(try await shop.run("snapshot: item").exitCode == 0)
    }

    // MARK: - Names

    @Test func `a computed name of each row is a file of its own`() async throws {
        let shop = try Shop("{}")
        try shop.folder.write(
            "w.yaml",
            """
            rows: [{ name: a }, { name: b }]
            steps:
              - get: /x?$(row.name)
                expect: { snapshot: item-$(row.name) }
            """)
        #expect(try await shop.run(["--update-snapshots", "--jobs", "2"]).exitCode == 0)
        #expect(try shop.folder.read("snapshots/w.yaml/item-a.txt") == "a")
        #expect(try shop.folder.read("snapshots/w.yaml/item-b.txt") == "b")
        #expect(try await shop.run().exitCode == 0)
    }

    @Test func `two contents under one name are an error, and equal ones are not`() async throws {
        let shop = try Shop("{}")
        try shop.folder.write(
            "w.yaml",
            """
            steps:
              - get: /x?a
                expect: { snapshot: item }
              - get: /x?a
                expect: { snapshot: item }
              - get: /x?b
                expect: { snapshot: item }
            """)
        let result = try await shop.run(["--update-snapshots"])
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(
                "snapshot: `snapshots/w.yaml/item.txt` has other content from w.yaml:3:15"),
            "\(result.everything)")
        #expect(result.output.contains("such as `item-2`, or `ignore` what differs"), "\(result.everything)")
        #expect(!shop.folder.exists("snapshots/w.yaml/item.txt"))
    }

    static let disputes: [(workflow: String, first: String, advice: String)] = [
        ("rows: [{ name: a }, { name: b }, { name: c }]\nsteps:\n  - STEP?$(row.name)", "another row", "$(row.name)"),
        ("steps:\n  - for_each: [a, b]\n    as: letter\n    STEP?$(letter)", "an earlier pass", "$(letter)"),
        ("steps:\n  - for_each: [{ id: a }, { id: b }]\n    STEP?$(item.id)", "an earlier pass", "$(index)"),
        ("steps:\n  - repeat: 2\n    STEP?n$(index)", "an earlier pass", "$(index)"),
        (
            "rows: [{ name: a }]\nsteps:\n  - for_each: [a, b]\n    as: letter\n    steps:\n    - STEP?$(letter)",
            "an earlier pass", "$(letter)"
        ),
        (
            "steps:\n  - for_each: [a, b, c]\n    as: letter\n    concurrency: 3\n    STEP?$(letter)",
            "an earlier pass",
            "$(letter)"
        ),
    ]

    @Test(arguments: disputes, [nil, "old"])
    func `contents that differ under one name leave the file as it was, whichever came first`(
        _ dispute: (workflow: String, first: String, advice: String), _ before: String?
    ) async throws {
        let shop = try Shop("{}")
        let indent = dispute.workflow.contains("    - STEP") ? "      " : "    "
        let step = "expect: { snapshot: item }\n\(indent)get: /x"
        try shop.folder.write("w.yaml", dispute.workflow.replacing("STEP", with: step) + "\n")
        if let before { try shop.folder.write("snapshots/w.yaml/item.txt", before) }
        for jobs in ["1", "3"] {
            let result = try await shop.run(["--update-snapshots", "--jobs", jobs])
            #expect(result.exitCode == 1, "\(result.everything)")
            #expect(
                result.output.contains(
                    "snapshot: `snapshots/w.yaml/item.txt` has other content from \(dispute.first), so neither is recorded"
                ),
                "\(result.everything)")
            #expect(result.output.contains("such as `item-\(dispute.advice)`,"), "\(result.everything)")
            #expect(!result.everything.contains("recorded  snapshots"), "\(result.everything)")
            #expect((try? shop.folder.read("snapshots/w.yaml/item.txt")) == before)
        }
    }

    @Test func `a link to elsewhere in the file root is told as a link`() async throws {
        let shop = try Shop("{}")
        try shop.folder.write("shared/item.json", "{}\n")
        try shop.folder.write("snapshots/w.yaml/other.json", "{}")
        #expect(symlink("../../shared/item.json", shop.folder.path + "/snapshots/w.yaml/item.json") == 0)
        let result = try await shop.run("snapshot: item")
        #expect(
            result.output.contains(
                "`snapshots/w.yaml/item.json` leads out of `snapshots/w.yaml` through a symbolic link: put the file itself there"
            ),
            "\(result.everything)")
    }

    @Test(arguments: [
        ("../x", "cannot name a snapshot: it holds \\\"/\\\""), ("a\\u0000", "cannot name a snapshot: it holds"),
        ("", "cannot name a snapshot: it is empty"), ("x.json", "cannot name a snapshot: it ends in `.json`"),
    ])
    func `a hostile name is refused`(_ name: String, _ words: String) async throws {
        let shop = try Shop("{\"name\":\"\(name)\"}")
        try shop.folder.write(
            "w.yaml",
            "steps:\n  - get: /x\n    capture: { name: $.name }\n    expect: { snapshot: $(name) }\n")
        let result = try await shop.run(["--update-snapshots"])
        #expect(result.exitCode != 0)
        #expect(result.output.contains(words.replacing("\\\"", with: "\"")), "\(result.everything)")
        #expect(!shop.folder.exists("snapshots"))
    }

    @Test func `names that differ only in case are refused`() async throws {
        let shop = try Shop("{}")
        try shop.folder.write(
            "w.yaml",
            "steps:\n  - get: /x\n    expect: { snapshot: Item }\n  - get: /x\n    expect: { snapshot: item }\n")
        let result = try await shop.run(["--update-snapshots"])
        #expect(
            result.output.contains(
                "`snapshots/w.yaml/item` and `snapshots/w.yaml/Item` differ only in upper and lower case"),
            "\(result.everything)")
    }

    // MARK: - Files

    @Test func `links that lead out of the file root are not followed`() async throws {
        let shop = try Shop("{}")
        let outside = try Folder()
        #expect(symlink(outside.path, shop.folder.path + "/snapshots") == 0)
        let result = try await shop.run("snapshot: item", "--update-snapshots")
        #expect(result.exitCode != 0)
        #expect(result.output.contains("outside"), "\(result.everything)")
        #expect(try FileContents.names(in: outside.path).isEmpty)
        #expect(unlink(shop.folder.path + "/snapshots") == 0)
        try outside.write("item.json", "{}")
        try shop.folder.write("snapshots/w.yaml/other.json", "{}")
        #expect(symlink(outside.path + "/item.json", shop.folder.path + "/snapshots/w.yaml/item.json") == 0)
        let linked = try await shop.run("snapshot: item")
        #expect(linked.exitCode != 0)
        #expect(linked.output.contains("could not be read"), "\(linked.everything)")
    }

    @Test(.enabled(if: Unprivileged.isPossible, Unprivileged.obstacle))
    func `a folder that cannot be written fails the workflow`() async throws {
        let shop = try Shop("{}")
        try shop.folder.write("snapshots/w.yaml/other.txt", "")
        try shop.folder.write("w.yaml", "steps:\n  - get: /x\n    expect: { snapshot: item }\n")
        chmod(shop.folder.path + "/snapshots/w.yaml", 0o555)
        Unprivileged.own(shop.folder)
        chmod(shop.folder.path + "/snapshots/w.yaml", 0o555)
        let result = try await Unprivileged.run(
            ["run", "w.yaml", "--update-snapshots", "--base-url", shop.recording.server.url], in: shop.folder)
        Unprivileged.disown(shop.folder)
        chmod(shop.folder.path + "/snapshots/w.yaml", 0o755)
        #expect(result.exitCode == 1 || result.exitCode == 2 || result.exitCode == 3)
        #expect(result.output.contains("the snapshot could not be written: "), "\(result.everything)")
        #expect(!shop.folder.exists("snapshots/w.yaml/item.json"))
    }

    // MARK: - Secrets

    @Test func `a snapshot never holds a secret`() async throws {
        let shop = try Shop(#"{"token":"hunter2-hunter2","name":"Ada"}"#)
        let workflow = { (expect: String) in
            "steps:\n  - get: /x\n    capture: { token: { path: $.token, secret: true } }\n    expect: { \(expect) }\n"
        }
        try shop.folder.write("w.yaml", workflow("snapshot: me"))
        let result = try await shop.run(["--update-snapshots"])
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("snapshot: the response holds a secret at $.token, which no file may hold"),
            "\(result.everything)")
        #expect(!shop.folder.exists("snapshots"))
        try shop.folder.write("w.yaml", workflow("snapshot: { name: me, match: { $.token: <string> } }"))
        #expect(try await shop.run(["--update-snapshots"]).exitCode == 0)
        #expect(try !shop.folder.read("snapshots/w.yaml/me.json").contains("hunter2"))
        // What was recorded before the value was a secret must not stay unseen.
        try shop.folder.write("w.yaml", workflow("snapshot: old"))
        try shop.folder.write("snapshots/w.yaml/old.json", #"{"token":"hunter2-hunter2","name":"Ada"}"#)
        #expect(try await shop.run().exitCode == 1)
    }

    @Test func `a secret that a later step receives keeps the snapshot from being written`() async throws {
        let shop = try Shop(#"{"token":"hunter2-hunter2"}"#)
        try shop.folder.write(
            "w.yaml",
            """
            steps:
              - get: /x
                expect: { snapshot: first }
              - get: /x
                capture: { token: { path: $.token, secret: true } }
            """)
        let result = try await shop.run(["--update-snapshots"])
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("`snapshots/w.yaml/first.json` would hold a secret that a later step received"),
            "\(result.everything)")
        #expect(!result.everything.contains("hunter2"))
        #expect(!shop.folder.exists("snapshots/w.yaml/first.json"))
    }

    @Test func `a name that turns out to be a secret later keeps the snapshot from being written`() async throws {
        let shop = try Shop(#"{"token":"hunter2-hunter2"}"#)
        try shop.folder.write(
            "w.yaml",
            """
            steps:
              - get: /x
                capture: { token: $.token }
              - get: /y
                expect: { snapshot: { name: "of-$(token)", match: { $.token: <string> } } }
              - get: /x
                capture: { again: { path: $.token, secret: true } }
            """)
        let result = try await shop.run(["--update-snapshots"])
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("the name of `snapshots/w.yaml/of-***.json` is a secret that a later step received"),
            "\(result.everything)")
        #expect(!result.everything.contains("hunter2"))
        #expect(!shop.folder.exists("snapshots/w.yaml/of-hunter2-hunter2.json"))
    }

    // MARK: - Unused ones

    @Test func `an unused snapshot is told after a whole run, and stays`() async throws {
        let shop = try Shop("{}")
        try shop.folder.write("snapshots/w.yaml/old.json", "{}")
        try shop.folder.write("snapshots/w.yaml/notes.md", "")
        let told = "no step uses the snapshot snapshots/w.yaml/old.json; remove it if nothing needs it"
        for arguments in [["--update-snapshots"], []] {
            try shop.folder.write(
                "w.yaml", "name: W\nsteps:\n  - get: /x\n    expect: { snapshot: item }\n  - get: /x\n")
            let result = try await shop.run(arguments)
            #expect(result.exitCode == 0 && result.output.contains("warning: \(told)\n"), "\(result.everything)")
        }
        #expect(shop.folder.exists("snapshots/w.yaml/old.json"))
        let partial = try await Baton(folder: shop.folder).run(
            ["run", "w.yaml:3", "--base-url", shop.recording.server.url])
        #expect(!partial.everything.contains("no step uses"), "\(partial.everything)")
        #expect(try await !shop.run(["--name", "W"]).everything.contains("no step uses"))
        shop.answer("[]")
        #expect(try await !shop.run().everything.contains("no step uses"))
    }

    @Test func `a workflow that is tried again records what its last attempt has seen`() async throws {
        let flaky = FlakyResponses()
        let recording = try Recording { flaky.next($0) }
        try recording.folder.write(
            "w.yaml", "retries: 1\nsteps:\n  - get: /x\n    expect: { snapshot: item }\n")
        let result = try await Baton(folder: recording.folder).run(
            ["run", "w.yaml", "--update-snapshots", "--base-url", recording.server.url])
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try recording.folder.read("snapshots/w.yaml/item.json") == "{}\n")
    }
}
