import BatonJSON
import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// `--outputs` and `--provide`: one login for many machines.
@Suite struct ProvidedOutputsTests {
    private static let token = "sesame-of-ada-7731"

    private static let files = [
        "login": """
        name: Log in
        called_only: true
        steps:
          - get: /login
            capture:
              token: { path: $.token, secret: true }
              id: $.id
        outputs:
          token: $(token)
          id: $(id)
          none: $(null)
        """,
        "orders": """
        name: Orders
        needs: [login.yaml]
        steps:
          - get: /orders
            headers: { authorization: Bearer $(needs.login.token), x-id: $(needs.login.id) }
          - that: needs.login.none == null
          - log: the token is $(needs.login.token)
        """,
    ]

    /// A project with a server that hands out a token.
    private static func project(_ more: [String: String] = [:], baton: String = "") throws -> Recording {
        let recording = try Recording { request in
            let body = request.target == "/login" ? "{\"token\":\"\(token)\",\"id\":12345678901234567890123}" : "{}"
            return
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        try recording.folder.write(
            "baton.yaml",
            """
            name: shop
            default_environment: local
            environments:
              local: { base_url: "\(recording.server.url)" }
              other: { base_url: "\(recording.server.url)" }
            \(baton)
            """)
        for (name, text) in files.merging(more, uniquingKeysWith: { $1 }) {
            try recording.folder.write("workflows/\(name).yaml", text)
        }
        return recording
    }

    private static func logins(_ recording: Recording) -> Int { recording.requests.count { $0.target == "/login" } }

    private static func baton(_ recording: Recording, _ words: String...) async throws -> Baton.Result {
        try await Baton(folder: recording.folder).run(words)
    }

    /// A project in which `login.json` has the outputs of the login.
    private static func provided(_ more: [String: String] = [:], baton: String = "") async throws -> Recording {
        let recording = try project(more, baton: baton)
        let result = try await Self.baton(
            recording, "run", "workflows/login.yaml", "--outputs", "login.json", "--no-history")
        #expect(result.exitCode == 0, "\(result.everything)")
        return recording
    }

    private static func mode(_ path: String) -> UInt32? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    // MARK: - One login

    @Test func `twelve runs log in once, and each sends the token and all digits of the id`() async throws {
        let recording = try await Self.provided()
        for _ in 1...12 {
            let result = try await Self.baton(recording, "run", "--provide", "login=login.json")
            #expect(result.exitCode == 0, "\(result.everything)")
        }
        #expect(Self.logins(recording) == 1)
        let orders = recording.requests.filter { $0.target == "/orders" }
        #expect(orders.count == 12)
        #expect(orders.allSatisfy { $0["authorization"] == "Bearer \(Self.token)" })
        #expect(orders.allSatisfy { $0["x-id"] == "12345678901234567890123" })
    }

    @Test(arguments: ["login", "login.yaml", "workflows/login.yaml", "./workflows/login.yaml"])
    func `a provided workflow is named by its path or its file`(_ name: String) async throws {
        let recording = try await Self.provided()
        let result = try await Self.baton(recording, "run", "--provide", "\(name)=login.json")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(Self.logins(recording) == 1)
    }

    @Test func `every shard takes the same file, also one in which nothing needs it`() async throws {
        let recording = try await Self.provided([
            "alone": "steps: [ { that: 1 == 1 } ]\n", "second": "steps: [ { that: 1 == 1 } ]\n",
        ])
        for shard in 1...3 {
            let result = try await Self.baton(
                recording, "run", "--shard", "\(shard)/3", "--provide", "login=login.json", "--no-history")
            #expect(result.exitCode == 0, "\(result.everything)")
        }
        #expect(recording.requests.map(\.target) == ["/login", "/orders"])
    }

    @Test func `console, reports and events show it as not run, with the origin of its outputs`() async throws {
        let recording = try await Self.provided()
        let result = try await Self.baton(
            recording, "run", "--provide", "login=login.json", "-v", "--events", "e.jsonl", "--json", "r.json")
        #expect(result.exitCode == 0, "\(result.everything)")
        let origin = "not run: login.json provides its outputs, those of run "
        #expect(
            result.output.contains("- workflows/login.yaml   Log in  needed\n    skipped: \(origin)"),
            "\(result.output)")
        #expect(result.output.contains("1 passed, 1 skipped"))
        let events = try EventLines(try recording.folder.read("e.jsonl"))
        let finished = try #require(
            events.events.first { $0["type"] == "case-finished" && $0["case"] == 0 })
        #expect(events.events.first?["cases"]?[0]?["role"] == "prerequisite")
        #expect(finished["outcome"] == "skipped")
        #expect(finished["reason"]?.stringValue?.hasPrefix(origin) == true)
        let login = try CTRFOutcomes(try recording.folder.read("r.json")).test("Log in")
        #expect(login?["status"] == "skipped")
        #expect(try recording.folder.read("reports/junit.xml").contains("<skipped message=\"\(origin)"))
    }

    @Test func `no output shows a secret of the file, also not the run that wrote it`() async throws {
        let recording = try await Self.provided([
            "failing": """
            needs: { l: login.yaml }
            steps:
              - get: /echo?token=$(needs.l.token)
                expect: { $.token: $(needs.l.token) }
            """
        ])
        let result = try await Self.baton(
            recording, "run", "--provide", "login=login.json", "-vv", "--trace", "--events", "e.jsonl", "--json",
            "r.json",
            "--har", "r.har", "--summary", "s.md", "--tap", "r.tap")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("the token is ***"), "\(result.output)")
        let traces = try Traces(result, below: recording.folder.path, except: ["/login.json", "/workflows"])
        #expect(traces.places(of: Self.token) == [])
        // The search would find it: the file has it, unmasked.
        let all = try Traces(result, below: recording.folder.path, except: [])
        #expect(all.places(of: Self.token) == ["/login.json"])
    }

    @Test func `messages before the run show no secret of the file`() async throws {
        let recording = try await Self.provided(["bad": "name: \(Self.token)\nsteps: [ { gte: \(Self.token) } ]\n"])
        let result = try await Self.baton(recording, "run", "--provide", "login=login.json")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("workflows/bad.yaml") && !result.everything.contains(Self.token))
    }

    @Test func `a provided workflow needs no secrets, and what only it needs does not run`() async throws {
        let more = [
            "login": """
            called_only: true
            needs: [seed.yaml]
            steps: [ { get: /login, auth: { bearer: $(secrets.KEY) }, capture: { token: { path: $.token, secret: true } } } ]
            outputs: { token: $(token), id: 1, none: $(null) }
            """, "seed": "called_only: true\nsteps: [ get: /seed ]\n",
        ]
        let recording = try Self.project(more, baton: "")
        try recording.folder.write(
            "baton.yaml",
            "environments: { local: { base_url: \"\(recording.server.url)\", secrets: [KEY] } }\ndefault_environment: local\n"
        )
        let first = try await Baton(folder: recording.folder, environment: ["KEY": "key-of-the-shop"]).run(
            ["run", "workflows/login.yaml", "--outputs", "login.json"])
        #expect(first.exitCode == 0, "\(first.everything)")
        let result = try await Self.baton(recording, "run", "workflows/orders.yaml", "--provide", "login=login.json")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.count { $0.target == "/seed" } == 1)
    }

    @Test func `a need with input values runs as ever beside the provided one`() async throws {
        let recording = try await Self.provided([
            "login": Self.files["login"]!.replacing("steps:", with: "inputs: { user: { default: ada } }\nsteps:"),
            "both": """
            needs: { ada: login.yaml, bob: { file: login.yaml, with: { user: bob } } }
            steps: [ { that: needs.ada.token == needs.bob.token } ]
            """,
        ])
        let result = try await Self.baton(recording, "run", "--provide", "login=login.json")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("1 skipped") && result.output.contains("[user=bob]"), "\(result.output)")
        #expect(Self.logins(recording) == 2)
    }

    @Test func `a workflow of before can be provided, and written by itself`() async throws {
        let recording = try await Self.provided(
            [
                "seed": "called_only: true\nsteps: [ get: /seed ]\n",
                "late": "called_only: true\nsteps: [ get: /late ]\n",
            ],
            baton: "before: [workflows/seed.yaml, workflows/login.yaml, workflows/late.yaml]")
        #expect(recording.requests.map(\.target) == ["/seed", "/login"])
        let result = try await Self.baton(recording, "run", "--provide", "login=login.json")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map(\.target).dropFirst(2) == ["/seed", "/late", "/orders"])
    }

    @Test func `a selected workflow that is provided does not run either`() async throws {
        let recording = try await Self.provided([
            "login": Self.files["login"]!.replacing("called_only: true\n", with: "")
        ])
        let result = try await Self.baton(recording, "run", "--provide", "login=login.json")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("1 passed, 1 skipped"), "\(result.output)")
        #expect(Self.logins(recording) == 1)
    }

    // MARK: - Refused files

    @Test(arguments: ["0640", "0604", "0660", "0610", "0601"])
    func `a file that others may use is refused`(_ mode: String) async throws {
        let recording = try await Self.provided()
        #expect(chmod(recording.folder.path + "/login.json", mode_t(mode, radix: 8)!) == 0)
        let result = try await Self.baton(recording, "run", "--provide", "login=login.json")
        #expect(result.exitCode == 2 && Self.logins(recording) == 1)
        #expect(
            result.errorOutput.contains(
                """
                error: others may use login.json, which has secrets: its mode is \(mode) [run.unsafe-file]
                   = help: `chmod 600 login.json`
                """), "\(result.errorOutput)")
    }

    @Test(.enabled(if: Unprivileged.isPossible, Unprivileged.obstacle))
    func `a file of another user is refused`() async throws {
        let recording = try await Self.provided()
        guard geteuid() == 0 else { return }
        #expect(chown(recording.folder.path + "/login.json", 65534, 65534) == 0)
        let result = try await Self.baton(recording, "run", "--provide", "login=login.json")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains("login.json belongs to another user [run.unsafe-file]"),
            "\(result.errorOutput)")
    }

    /// What makes the file of a project another one, and what is said of it.
    private static let faults: [(name: String, make: @Sendable (Folder) throws -> Void, message: String)] = [
        (
            "a link",
            {
                #expect(rename("\($0.path)/login.json", "\($0.path)/real.json") == 0)
                #expect(symlink("real.json", "\($0.path)/login.json") == 0)
            }, "login.json is a link [run.unsafe-file]"
        ),
        (
            "a pipe",
            {
                try $0.remove("login.json")
                #expect(mkfifo("\($0.path)/login.json", 0o600) == 0)
            }, "login.json is not a regular file [run.unsafe-file]"
        ),
        (
            "a folder",
            {
                try $0.remove("login.json")
                #expect(mkdir("\($0.path)/login.json", 0o700) == 0)
            }, "login.json is not a regular file [run.unsafe-file]"
        ),
        (
            "too large", { #expect(truncate("\($0.path)/login.json", 16_000_001) == 0) },
            "login.json is larger than 16 MB [run.unsafe-file]"
        ),
        ("missing", { try $0.remove("login.json") }, "--provide: login.json does not exist [run.wrong-provided]"),
        (
            "cut", { #expect(truncate("\($0.path)/login.json", 100) == 0) },
            "login.json is cut or damaged [run.wrong-provided]"
        ),
        (
            "without what is secret", { try replace($0, ",\"secret\":true", "") },
            "login.json is cut or damaged [run.wrong-provided]"
        ),
        (
            "another file", { try replace($0, "{\"baton", "{\"batons") },
            "login.json is not a file that `--outputs` wrote [run.wrong-provided]"
        ),
        (
            "another version", { try replace($0, "\"baton_outputs\":1", "\"baton_outputs\":2") },
            "login.json has a form of another version of Baton [run.wrong-provided]"
        ),
        (
            "another workflow", { try replace($0, "workflows/login.yaml", "workflows/other.yaml") },
            "login.json has the outputs of workflows/other.yaml, not of workflows/login.yaml [run.wrong-provided]"
        ),
        (
            "another environment", { try replace($0, "\"local\"", "\"staging\"") },
            "the outputs of login.json are of the environment `staging`, and this run is in `local` [run.wrong-provided]"
        ),
        (
            "a missing output", { try replace($0, "\"name\":\"token\"", "\"name\":\"tokens\"") },
            "login.json has no output `token` [run.wrong-provided]"
        ),
        (
            "one output more",
            { try replace($0, "{\"name\":\"id\"", "{\"name\":\"more\",\"value\":1,\"secret\":[]},\n{\"name\":\"id\"") },
            "login.json has an output `more`, which workflows/login.yaml has not [run.wrong-provided]"
        ),
    ]

    private static func replace(_ folder: Folder, _ text: String, _ other: String) throws {
        let whole = try folder.read("login.json")
        #expect(whole.contains(text))
        try folder.write("login.json", whole.replacing(text, with: other))
    }

    @Test(arguments: faults.indices)
    func `a file that cannot stand for the workflow is refused before anything is sent`(_ index: Int) async throws {
        let recording = try await Self.provided()
        let fault = Self.faults[index]
        try fault.make(recording.folder)
        let result = try await Self.baton(recording, "run", "--provide", "login=login.json")
        #expect(result.exitCode == 2 && recording.requests.count == 1, "\(fault.name)")
        #expect(result.errorOutput.contains("error: \(fault.message)\n"), "\(fault.name): \(result.errorOutput)")
        #expect(result.errorOutput.contains("= help: "), "\(fault.name)")
        #expect(!result.everything.contains(Self.token))
    }

    // MARK: - Refused names

    @Test(arguments: [
        ("lgoin", "no selected workflow needs a workflow of this name [run.wrong-provided]", "did you mean `login`?"),
        ("orders", "no selected workflow needs a workflow of this name", "needed are `workflows/login.yaml`"),
        ("ogin.yaml", "no selected workflow needs a workflow of this name", "did you mean"),
    ])
    func `a name that no selected workflow needs is an error`(
        _ name: String, _ message: String, _ help: String
    ) async throws {
        let recording = try await Self.provided()
        let result = try await Self.baton(recording, "run", "--provide", "\(name)=login.json")
        #expect(result.exitCode == 2 && Self.logins(recording) == 1)
        #expect(result.errorOutput.contains("--provide \(name)=login.json: \(message)"), "\(result.errorOutput)")
        #expect(result.errorOutput.contains(help), "\(result.errorOutput)")
    }

    @Test func `where nothing needs another workflow, the error says so`() async throws {
        let recording = try await Self.provided(["alone": "tags: [alone]\nsteps: [ { that: 1 == 1 } ]\n"])
        let result = try await Self.baton(recording, "run", "--tag", "alone", "--provide", "login=login.json")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains("= help: nothing that is selected needs another workflow: leave it out"),
            "\(result.errorOutput)")
    }

    @Test func `a name of two needed workflows is an error that lists them`() async throws {
        let recording = try await Self.provided([
            "b/login": Self.files["login"]!, "more": "needs: { other: b/login.yaml }\nsteps: [ { that: 1 == 1 } ]\n",
        ])
        let result = try await Self.baton(recording, "run", "--provide", "login=login.json")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains("several needed workflows are called so [run.wrong-provided]"),
            "\(result.errorOutput)")
        #expect(
            result.errorOutput.contains("`workflows/login.yaml`")
                && result.errorOutput.contains("`workflows/b/login.yaml`"))
        let exact = try await Self.baton(recording, "run", "--provide", "workflows/login.yaml=login.json")
        #expect(exact.exitCode == 0, "\(exact.everything)")
    }

    @Test func `two files for one workflow are an error`() async throws {
        let recording = try await Self.provided()
        let result = try await Self.baton(
            recording, "run", "--provide", "login=login.json", "--provide", "login.yaml=login.json")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains("two files provide the outputs of workflows/login.yaml [run.wrong-provided]"),
            "\(result.errorOutput)")
    }

    @Test func `a need with input values cannot be provided`() async throws {
        let recording = try await Self.provided([
            "login": Self.files["login"]!.replacing("steps:", with: "inputs: { user: { default: ada } }\nsteps:"),
            "orders": """
            needs:
              login: { file: login.yaml, with: { user: bob } }
            steps: [ { that: needs.login.none == null } ]
            """,
        ])
        let result = try await Self.baton(recording, "run", "--provide", "login=login.json")
        #expect(result.exitCode == 2 && Self.logins(recording) == 1)
        #expect(
            result.errorOutput.contains(
                "workflows/login.yaml is needed with values for its inputs, which give it other outputs: no file can "
                    + "provide them [run.wrong-provided]"), "\(result.errorOutput)")
        #expect(result.errorOutput.contains("workflows/orders.yaml:2:18"), "\(result.errorOutput)")
    }

    @Test func `a workflow with rows cannot be provided`() async throws {
        let recording = try await Self.provided()
        try recording.folder.write(
            "workflows/login.yaml",
            "called_only: true\nrows: [ { a: 1 } ]\n" + Self.files["login"]!.replacing("called_only: true\n", with: ""))
        try recording.folder.write(
            "workflows/orders.yaml", "needs: [login.yaml]\nsteps: [ { that: size(needs.login) == 1 } ]\n")
        let result = try await Self.baton(recording, "run", "--provide", "login=login.json")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains("workflows/login.yaml has rows, each with outputs of its own"),
            "\(result.errorOutput)")
    }

    @Test func `a workflow that starts from the session of the provided one is an error with its place`() async throws {
        let recording = try await Self.provided([
            "session": "needs: [login.yaml]\nsession: needs.login\nsteps: [ get: /a ]\n"
        ])
        let result = try await Self.baton(recording, "run", "--provide", "login=login.json")
        #expect(result.exitCode == 2 && Self.logins(recording) == 1)
        #expect(
            result.errorOutput.contains(
                "`session: needs.login` wants the session of workflows/login.yaml, and a file of outputs has none "
                    + "[run.wrong-provided]"), "\(result.errorOutput)")
        #expect(result.errorOutput.contains("workflows/session.yaml:1:9"), "\(result.errorOutput)")
        #expect(result.errorOutput.contains("= help: let it send an output, such as a token"))
    }

    // MARK: - Writing

    @Test func `the file holds values as they are, and says of which workflow, run and environment`() async throws {
        let recording = try await Self.provided()
        let file = try JSONParser.parse(Array(try recording.folder.read("login.json").utf8))
        #expect(
            file["baton_outputs"] == 1 && file["workflow"] == "workflows/login.yaml" && file["environment"] == "local")
        #expect(file["run"]?.stringValue?.count == 36 && file["written"]?.stringValue?.hasSuffix("Z") == true)
        #expect(
            file["outputs"]
                == [
                    ["name": "token", "value": .string(Self.token), "secret": true],
                    ["name": "id", "value": .number(JSONNumber(text: "12345678901234567890123")!), "secret": []],
                    ["name": "none", "value": .null, "secret": []],
                ])
    }

    @Test(arguments: [
        ("steps: [ { that: 1 == 2 } ]\noutputs: { a: 1 }\n", Int32(1)),
        ("steps: [ { that: 1 == 1 } ]\nteardown: [ { that: 1 == 2 } ]\noutputs: { a: 1 }\n", 1),
        ("steps: [ { that: 1 == 1, if: 1 == 2 } ]\noutputs: { a: 1 }\n", 2),
        ("quarantine: { reason: x, until: 2099-01-01 }\nsteps: [ { that: 1 == 2 } ]\noutputs: { a: 1 }\n", 4),
        ("steps: [ { thta: 1 } ]\noutputs: { a: 1 }\n", 2),
    ])
    func `a workflow that did not pass leaves no file, and none of an earlier run`(
        _ workflow: String, _ code: Int32
    ) async throws {
        let recording = try await Self.provided()
        try recording.folder.write("workflows/login.yaml", workflow)
        let result = try await Self.baton(recording, "run", "workflows/login.yaml", "--outputs", "login.json")
        #expect(result.exitCode == code, "\(result.everything)")
        #expect(
            result.errorOutput.contains(
                "login.json is not written: workflows/login.yaml did not pass [run.no-outputs]"),
            "\(result.errorOutput)")
        #expect(!recording.folder.exists("login.json"))
    }

    @Test(
        arguments: [
            (["workflows"], "2 workflows are selected, and the file has the outputs of one"),
            (["workflows/orders.yaml"], "workflows/orders.yaml has no `outputs`"),
            (["workflows/login.yaml", "--repeat-each", "2"], "workflows/login.yaml runs 2 times"),
            (["two.yaml:1"], "two.yaml runs up to a line, without its outputs"),
            (["rows.yaml"], "rows.yaml has rows, each with outputs of its own"),
            (["elsewhere.yaml"], "elsewhere.yaml does not run: "),
        ] as [([String], String)])
    func `a run without one workflow that can give outputs is an error before anything runs`(
        _ words: [String], _ message: String
    ) async throws {
        let recording = try await Self.provided(["other": "steps: [ { that: 1 == 1 } ]\n"])
        try recording.folder.write(
            "rows.yaml", "rows: [ { a: 1 }, { a: 2 } ]\nsteps: [ { that: 1 == 1 } ]\noutputs: { a: 1 }\n")
        try recording.folder.write(
            "two.yaml", "steps: [ { that: 1 == 1 },\n  { that: 1 == 1 } ]\noutputs: { a: 1 }\n")
        try recording.folder.write(
            "elsewhere.yaml", "environments: [other]\nsteps: [ { that: 1 == 1 } ]\noutputs: { a: 1 }\n")
        let result = try await Baton(folder: recording.folder).run(["run"] + words + ["--outputs", "login.json"])
        #expect(result.exitCode == 2 && recording.requests.count == 1, "\(result.everything)")
        #expect(result.errorOutput.contains("--outputs login.json: \(message)"), "\(result.errorOutput)")
        #expect(result.errorOutput.contains("[run.no-outputs]"))
        #expect(!recording.folder.exists("login.json"), "the outputs of an earlier run stay")
    }

    @Test(arguments: ["--watch", "--dry-run", "--stub", "--shard=1/2"])
    func `outputs of a run that goes on, or sends nothing, are an error`(_ option: String) async throws {
        let recording = try await Self.provided()
        let result = try await Self.baton(recording, "run", "workflows/login.yaml", "--outputs", "login.json", option)
        #expect(result.exitCode == 2 && recording.requests.count == 1)
        #expect(
            result.errorOutput.contains("--outputs") && result.errorOutput.contains(option.prefix { $0 != "=" }),
            "\(result.errorOutput)")
        #expect(!recording.folder.exists("login.json"))
    }

    @Test(
        arguments: [
            ("notes.txt", "it is another file, which would be lost"),
            ("workflows/orders.yaml", "the run uses it otherwise"),
            ("workflows/new.yaml", "the run uses it otherwise"), ("link.json", "it is a link"),
            ("pipe", "it is not a regular file"), ("workflows", "it is not a regular file"),
            ("/dev/null", "it is not a regular file"), ("/dev/stdout", "it is not a regular file"),
            ("reports/junit.xml", "the run uses it otherwise"), (".baton/history.sqlite", "the run uses it otherwise"),
            ("kept.json", "--provide names the same file"), ("e.jsonl", "a report has the same file"),
        ])
    func `a path where another thing is, or is written, is refused and left as it is`(
        _ path: String, _ reason: String
    ) async throws {
        let recording = try await Self.provided([
            "login": Self.files["login"]! + "\nneeds: [seed.yaml]\n",
            "seed": "called_only: true\nsteps: [ { that: 1 == 1 } ]\noutputs: { a: 1 }\n",
        ])
        let folder = recording.folder
        let seeded = try await Self.baton(recording, "run", "workflows/seed.yaml", "--outputs", "kept.json")
        #expect(seeded.exitCode == 0, "\(seeded.everything)")
        try folder.write("notes.txt", "mine")
        #expect(symlink("login.json", folder.path + "/link.json") == 0)
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let kept = try folder.read("login.json")
        let seed = try folder.read("kept.json")
        let result = try await Self.baton(
            recording, "run", "workflows/login.yaml", "--outputs", path, "--provide", "seed=kept.json", "--events",
            "e.jsonl")
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(
            result.errorOutput.contains("--outputs cannot write \(path): \(reason) [run.wrong-output-file]"),
            "\(result.errorOutput)")
        #expect(try folder.read("notes.txt") == "mine" && folder.read("login.json") == kept)
        #expect(try folder.read("kept.json") == seed)
        #expect(Self.logins(recording) == 1)
    }

    @Test func `an empty file is replaced, and missing folders are made`() async throws {
        let recording = try Self.project()
        try recording.folder.write("empty", "")
        for path in ["empty", "a/b/login.json"] {
            let result = try await Self.baton(recording, "run", "workflows/login.yaml", "--outputs", path)
            #expect(result.exitCode == 0, "\(result.everything)")
            #expect(Self.mode("\(recording.folder.path)/\(path)") == 0o600)
        }
    }

    @Test func `outputs that cannot be written are exit code 4`() async throws {
        let recording = try Self.project()
        try recording.folder.write("file", "x")
        let result = try await Self.baton(recording, "run", "workflows/login.yaml", "--outputs", "file/login.json")
        #expect(result.exitCode == 4 || result.exitCode == 2, "\(result.everything)")
        #expect(
            result.errorOutput.contains("file/login.json") || result.errorOutput.contains("file"),
            "\(result.errorOutput)")
    }
}
