import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Workflows that call others, with the real program: what crosses the border between them, and what reports show.
@Suite struct CallingRunTests {
    private static func run(
        _ files: [String: String], _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> (result: Baton.Result, folder: Folder, targets: [String]) {
        let folder = try Folder()
        let server = RawServer { request in
            let cookies = request.headers.filter { $0.name.lowercased() == "cookie" }.map(\.value).joined()
            let body =
                "{\"path\":\"\(request.target)\",\"token\":\"tok-\(request.target.count)-7777\",\"cookie\":\"\(cookies)\"}"
            let status = request.target.contains("bad") ? "500 No" : "200 OK"
            let cookie = request.target == "/sign-in" ? "Set-Cookie: sid=ab12cd34ef\r\n" : ""
            return "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(cookie)\r\n\(body)"
        }
        defer { server.stop() }
        try folder.write(
            "baton.yaml",
            "vars: { everyone: yes-please }\nenvironments: { local: { base_url: \"\(server.url)\", secrets: [KEY] } }\n"
        )
        for (name, text) in files { try folder.write(name, text) }
        let result = try await Baton(folder: folder, environment: environment).run(["run", "-v"] + arguments)
        return (result, folder, server.requests.map(\.target))
    }

    private static let signIn = """
        name: Sign in
        inputs: { user: { type: string } }
        vars: { path: /sign-in }
        setup: [ { get: /before } ]
        steps:
          - get: $(path)
            query: { user: $(user), all: $(everyone) }
            capture: { token: $.token }
        teardown: [ { get: /after } ]
        outputs: { token: $(token), user: $(user) }
        """

    @Test func `inputs go in, outputs come out, and its steps stand among those of the caller`() async throws {
        let (result, folder, targets) = try await Self.run(
            [
                "workflows/w.yaml": """
                vars: { path: /mine }
                steps:
                  - workflow: ../parts/sign-in.yaml
                    id: a
                    name: As Ada
                    with: { user: ada }
                  - workflow: ../parts/sign-in.yaml
                    id: b
                    with: { user: grace }
                  - get: $(path)
                    headers: { X-Token: $(steps.a.result.token) }
                    expect: { that: steps.b.result.user == "grace" && steps.b.ran }
                outputs: { both: $(steps.a.result) }
                """, "parts/sign-in.yaml": Self.signIn,
            ])
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(
            targets == [
                "/before", "/sign-in?user=ada&all=yes-please", "/after", "/before",
                "/sign-in?user=grace&all=yes-please",
                "/after", "/mine",
            ])
        for line in [
            "✓ As Ada › GET /before (setup)", "✓ As Ada › GET $(path)  GET ", "✓ As Ada › GET /after (teardown)",
            "✓ workflow ../parts/sign-in.yaml › GET /before (setup)", "✓ GET $(path)  GET ",
        ] {
            #expect(result.output.contains("    \(line)"), "\(line)\n\(result.output)")
        }
        #expect(try folder.read("reports/junit.xml").contains(" › As Ada › GET /before\" classname"))
    }

    @Test(arguments: [
        ("- that: 1 == 1\n    if: 1 == 2", "expect: { $.a: 1 }", "skipped"),
        ("- that: 1 == 1\n    if: 1 == 2", "capture: { a: $(result.a) }", "skipped"),
        ("- steps: [ { that: 1 == 1 } ]\n    if: 1 == 2", "expect: { $.a: 1 }", "skipped"),
        ("- log: hi", "expect: { $.a: 1 }", "skipped"), ("- wait: 1ms", "expect: { that: result.a == 1 }", "skipped"),
        ("- workflow: q.yaml\n    expect: { $.a: 1 }", "expect: { $.a: 1 }", "skipped"),
        ("- log: hi\n  - that: 1 == 1", "expect: { $.a: 1 }", "passed"),
        ("- set: { b: 1 }", "expect: { $.a: 1 }", "passed"), ("- that: 1 == 1", "expect: { $.a: 1 }", "passed"),
    ])
    func `a check of what a workflow gives proves nothing where nothing of that workflow ran`(
        _ steps: String, _ key: String, _ outcome: String
    ) async throws {
        let (result, _, _) = try await Self.run([
            "workflows/w.yaml": "steps:\n  - workflow: ../parts/p.yaml\n    \(key)\n",
            "parts/p.yaml": "steps:\n  \(steps)\noutputs: { a: 1 }\n",
            "parts/q.yaml": "steps:\n  - log: hi\noutputs: { a: 1 }\n",
        ])
        let start = outcome == "passed" ? "\n" : "\nnothing was proved: "
        #expect(result.output.contains("\(start)1 \(outcome) in "), "\(result.everything)")
    }

    @Test func `a failure names both places, and teardown of both runs`() async throws {
        let (result, folder, targets) = try await Self.run([
            "workflows/w.yaml": """
            steps:
              - workflow: ../parts/bad.yaml
                id: a
              - get: /never
            teardown: [ get: /mine ]
            """,
            "parts/bad.yaml": "steps:\n  - get: /bad\n  - get: /never\nteardown: [ get: /its ]\noutputs: { a: 1 }\n",
        ])
        #expect(result.exitCode == 1)
        #expect(targets == ["/bad", "/its", "/mine"])
        #expect(
            result.output.contains("status: expected 2xx, got 500 [http.server_error]  parts/bad.yaml:2:5"),
            "\(result.output)")
        #expect(result.output.contains("  called: workflows/w.yaml:2:5\n"), "\(result.output)")
        #expect(result.output.contains("- workflow ../parts/bad.yaml › GET /never: an earlier step failed"))
        #expect(result.output.contains("- GET /never: an earlier step failed"))
        #expect(try folder.read("reports/junit.xml").contains("called: workflows/w.yaml:2:5"))
    }

    @Test func `what is made of a whole result is hidden where a part of it is secret`() async throws {
        let key = String(repeating: "k", count: 37)
        let (result, folder, _) = try await Self.run(
            [
                "workflows/a.yaml": """
                steps:
                  - { workflow: ../part.yaml, id: a }
                  - log: open is $(steps.a.result.open), the whole is $(steps.a.result)
                  - log: as json $(json(steps.a.result)) and in a list $(json([steps.a.result]))
                  - post: /x
                    json: $(steps.a.result)
                outputs: { r: $(steps.a.result), open: $(steps.a.result.open) }
                """,
                "workflows/b.yaml": """
                steps:
                  - { workflow: ../part.yaml, id: a }
                  - post: /bad
                    json: { r: $(steps.a.result), open: $(steps.a.result.open) }
                  - that: "steps.a.result == {'open': 4711}"
                """,
                "part.yaml": "steps: [ get: /x ]\noutputs: { pin: $(size(secrets.KEY)), open: 4711 }\n",
            ], environment: ["KEY": key])
        #expect(result.output.contains("| open is 4711, the whole is ***\n"), "\(result.everything)")
        #expect(result.output.contains("| as json *** and in a list ***\n"), "\(result.output)")
        #expect(result.output.contains("4711"))
        for text in [result.everything, try folder.read("reports/junit.xml")] {
            #expect(!text.contains(#""pin":37"#) && !text.contains("&quot;pin&quot;:37"), "\(text)")
        }
    }

    @Test func `a called workflow has a session of its own, or shares its caller's`() async throws {
        let part = "steps:\n  - get: /echo\n    expect: { $.cookie: $(wanted) }\ninputs: { wanted: {} }\n"
        let (result, _, _) = try await Self.run([
            "workflows/w.yaml": """
            steps:
              - get: /sign-in
              - { workflow: ../part.yaml, with: { wanted: "" } }
              - { workflow: ../part.yaml, session: shared, with: { wanted: sid=ab12cd34ef } }
              - workflow: ../sign.yaml
              - steps:
                  - get: /sign-in
                  - { workflow: ../part.yaml, session: shared, with: { wanted: sid=ab12cd34ef } }
                  - get: /echo
                    expect: { $.cookie: sid=ab12cd34ef }
                session: other
            """, "part.yaml": part, "sign.yaml": "session: none\nsteps: [ get: /sign-in ]\n",
        ])
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a group has a session of its own where it says so`() async throws {
        let (result, _, _) = try await Self.run([
            "workflows/w.yaml": """
            steps:
              - steps:
                  - get: /sign-in
                  - get: /echo
                    expect: { $.cookie: sid=ab12cd34ef }
                  - get: /echo
                    session: none
                    expect: { $.cookie: "" }
                session: ada
              - get: /echo
                expect: { $.cookie: "" }
              - get: /echo
                session: ada
                expect: { $.cookie: sid=ab12cd34ef }
            """
        ])
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `secrets stay secret on the way in and out`() async throws {
        let (result, folder, _) = try await Self.run(
            [
                "workflows/w.yaml": """
                steps:
                  - workflow: ../part.yaml
                    id: a
                    with: { key: $(secrets.KEY) }
                  - log: $(steps.a.result.out) and $(steps.a.result.plain)
                  - that: steps.a.result.out == "other"
                """,
                "part.yaml": """
                inputs: { key: {} }
                steps: [ { log: "key $(key)" }, { that: "1 == 1" } ]
                outputs: { out: $(key + "-made"), plain: shown }
                """,
            ], environment: ["KEY": "s3cret-key-0815"])
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("| *** and shown") || result.output.contains("| ***-made and shown"),
            "\(result.output)")
        let everything = result.everything + (try folder.read("reports/junit.xml"))
        #expect(!everything.contains("s3cret-key-0815"))
    }

    @Test func `loops, conditions, retries of its steps and continue_on_failure hold`() async throws {
        let (result, _, targets) = try await Self.run([
            "workflows/w.yaml": """
            steps:
              - workflow: ../part.yaml
                name: Each
                for_each: [a, b]
                concurrency: 2
                with: { path: "$('/' + item)" }
              - workflow: ../part.yaml
                if: 1 == 2
                with: { path: /never }
              - workflow: ../part.yaml
                with: { path: /bad }
                continue_on_failure: true
              - get: /last
            """, "part.yaml": "inputs: { path: { type: string } }\nsteps: [ get: $(path) ]\n",
        ])
        #expect(result.exitCode == 1)
        #expect(targets.sorted() == ["/a", "/b", "/bad", "/last"])
        #expect(result.output.contains("✓ Each › GET $(path) [item=a]"), "\(result.output)")
    }

    @Test func `an input of the wrong type and an output that fails are failures of the step`() async throws {
        let (result, _, _) = try await Self.run([
            "workflows/a.yaml":
                "steps:\n  - get: /x\n    capture: { n: $.path }\n  - { workflow: ../part.yaml, with: { n: $(n) } }\n",
            "workflows/b.yaml": "steps:\n  - { workflow: ../part.yaml, with: { n: 0 } }\n",
            "part.yaml": "inputs: { n: { type: integer } }\nsteps: [ { that: 1 == 1 } ]\noutputs: { half: $(1 / n) }\n",
        ])
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("the input `n` wants integer, this is \"/x\""),
            "\(result.output)")
        #expect(result.output.contains("the output `half`: division by zero"), "\(result.output)")
        #expect(result.output.contains("called: workflows/b.yaml:2:7"))
    }

    @Test func `a dry run leaves it out, and programs in it need to be allowed`() async throws {
        let files = [
            "workflows/w.yaml": "steps: [ workflow: ../part.yaml ]\n", "part.yaml": "steps: [ exec: [touch, made] ]\n",
        ]
        let (refused, _, _) = try await Self.run(files)
        #expect(refused.exitCode == 2)
        #expect(refused.errorOutput.contains("part.yaml:1:10"), "\(refused.errorOutput)")
        let (dry, folder, _) = try await Self.run(files, "--allow-exec", "--dry-run")
        #expect(dry.exitCode == 0 && !folder.exists("made"), "\(dry.everything)")
        let (run, made, _) = try await Self.run(files, "--allow-exec")
        #expect(run.exitCode == 0 && made.exists("made"), "\(run.everything)")
    }

    @Test func `a secret that a called file reads must be there before the first request`() async throws {
        let (result, _, targets) = try await Self.run([
            "workflows/w.yaml": "steps: [ { get: /x }, { workflow: ../part.yaml } ]\n",
            "part.yaml": "steps: [ log: $(secrets.KEY) ]\n",
        ])
        #expect(result.exitCode == 2)
        #expect(targets == [])
        #expect(result.errorOutput.contains("the secret `KEY` has no value"), "\(result.errorOutput)")
    }

    @Test func `a file outside the file root is refused`() async throws {
        let (result, _, _) = try await Self.run(["workflows/w.yaml": "steps: [ workflow: ../../x.yaml ]\n"])
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("lies outside the file root"), "\(result.errorOutput)")
    }
}
