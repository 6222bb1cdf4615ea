import CommandCalls
import ProjectFolders
import Testing

/// Where tools that annotate pull requests find the failures of a project whose paths make it hard.
@Suite struct AnnotationTests {
    /// Steps that fail, by their file; the comment behind each says its name.
    private static let files = [
        "root.yaml": "steps:\n  - { name: at the root, get: \"URL\" }\n",
        "workflows/orders/list.yaml": "steps:\n  - { name: orders, get: \"URL\" }\n",
        "workflows/users/list.yaml": "\n\nsteps:\n  - { name: users, get: \"URL\" }\n",
        "workflows/日本/一覧.yaml": "name: 一覧\nsteps:\n  - { name: 一覧を見る, get: \"URL\" }\n",
        "workflows/01-smoke/login.yaml": "steps:\n  - { name: smoke, get: \"URL\" }\n",
        "workflows/V2/orders/list.yaml": "vars: { a: 1 }\nsteps:\n  - { name: second orders, get: \"URL\" }\n",
        "workflows/v1.2/x.yaml": "steps:\n  - { name: dotted, get: \"URL\" }\n",
        "workflows/my files/a b.yaml": "steps:\n  - { name: spaces, get: \"URL\" }\n",
        "workflows/rows.yaml":
            "rows: [{ user: ada }, { user: adam }]\nsteps:\n  - { name: row, get: \"URL\" }\n",
        "workflows/ends.yaml":
            "steps:\n  - that: 1 == 1\nteardown:\n  - wait: 0s\n  - { name: teardown, get: \"URL\" }\n",
        "workflows/loop.yaml":
            "steps:\n  - { name: \"pass\", for_each: [1, 2], as: n, continue_on_failure: true, get: \"URL\" }\n",
        "workflows/calls.yaml": "steps:\n  - that: 1 == 1\n  - { name: called, workflow: ../shared/step.yaml }\n",
        "shared/step.yaml": "name: shared\nsteps:\n  - wait: 0s\n  - { name: inside, get: \"URL\" }\n",
        "workflows/broken.yaml": "name: broken\nsteps:\n  - gte: /x\n",
    ]

    /// One failure as the report has it: the file of its suite, the name of its test, and its text.
    private struct Failed {
        let suiteFile: String
        let test: String
        let text: String
    }

    private static func failures(in report: String) -> [Failed] {
        func attribute(_ name: String, _ text: Substring) -> String {
            let rest = text.firstRange(of: " \(name)=\"").map { text[$0.upperBound...] } ?? ""
            return unescaped(rest.prefix { $0 != "\"" })
        }
        return report.split(separator: "<testsuite ").dropFirst().flatMap { suite -> [Failed] in
            let file = attribute("file", " " + suite.prefix { $0 != ">" })
            return suite.split(separator: "<testcase").dropFirst().compactMap { test in
                guard let start = test.firstRange(of: "<error ") ?? test.firstRange(of: "<failure ") else { return nil }
                let text = test[start.upperBound...].drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
                let name = attribute("name", test[...])
                // Behind the name of the workflow.
                let step = name.firstRange(of: " › ").map { String(name[$0.upperBound...]) } ?? name
                return Failed(suiteFile: file, test: step, text: unescaped(text))
            }
        }
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#10;", with: "\n").replacing("&amp;", with: "&")
    }

    /// What mikepenz/action-junit-report 5 reads: the file of the suite, and the line of the last place that names it behind
    /// a space.
    private static func annotation(_ failed: Failed) -> String? {
        var line: Int?
        for row in failed.text.split(separator: "\n") {
            var rest = row[...]
            while let found = rest.firstRange(of: failed.suiteFile) {
                let word = rest[..<found.lowerBound]
                rest = rest[found.upperBound...]
                guard word.contains(" ") else { continue }
                var tail = rest
                while let colon = tail.firstIndex(of: ":") {
                    tail = tail[tail.index(after: colon)...]
                    let digits = tail.prefix { ("0"..."9").contains($0) }
                    if let number = Int(digits) {
                        line = number
                        break
                    }
                }
            }
        }
        return line.map { "\(failed.suiteFile):\($0)" }
    }

    /// What dorny/test-reporter 2 reads: the first frame of a stack trace whose file is tracked, in folders that equal the
    /// parts of the trace before the first one that begins with a character up to `Z`.
    private static func frame(_ failed: Failed, tracked: [String]) -> String? {
        for row in failed.text.split(separator: "\n") {
            let row = row.drop { $0 == " " }
            guard row.hasPrefix("at "), row.hasSuffix(")"), let open = row.lastIndex(of: "(") else { continue }
            let trace = row[..<open].dropFirst(3)
            let place = row[open...].dropFirst().dropLast()
            guard let colon = place.lastIndex(of: ":"), !trace.contains("/") else { continue }
            let name = place[..<colon]
            let folders = trace.split(separator: ".", omittingEmptySubsequences: false)
                .prefix { part in part.utf16.first.map { $0 > 90 } ?? true }
            if folders.isEmpty { continue }
            for path in tracked {
                var parts = path.split(separator: "/")
                guard parts.popLast() == name, parts.suffix(folders.count) == folders[...] else { continue }
                return "\(path):\(place[colon...].dropFirst())"
            }
        }
        return nil
    }

    @Test func `two annotation tools find every failure of a nasty project at its file and line`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { local: { base_url: \"http://127.0.0.1:1\" } }\n")
        for (path, text) in Self.files { try folder.write(path, text.replacing("URL", with: "http://127.0.0.1:1/")) }
        let paths = Self.files.keys.filter { $0 != "shared/step.yaml" }.sorted()
        let result = try await Baton(folder: folder).run(["run"] + paths)
        #expect(result.exitCode == 2 || result.exitCode == 3, "\(result.everything)")
        let failures = Self.failures(in: try folder.read("reports/junit.xml"))
        #expect(failures.count == 15, "\(failures.map(\.test))")
        let annotations = Set(failures.map { "\($0.test) → \(Self.annotation($0) ?? "none")" })
        #expect(
            annotations == [
                "at the root → root.yaml:2", "orders → workflows/orders/list.yaml:2",
                "users → workflows/users/list.yaml:4", "一覧を見る → workflows/日本/一覧.yaml:3",
                "smoke → workflows/01-smoke/login.yaml:2", "second orders → workflows/V2/orders/list.yaml:3",
                "dotted → workflows/v1.2/x.yaml:2", "spaces → workflows/my files/a b.yaml:2",
                "row → workflows/rows.yaml:3",
                "teardown → workflows/ends.yaml:5", "pass [n=1] → workflows/loop.yaml:2",
                "pass [n=2] → workflows/loop.yaml:2", "called › inside → workflows/calls.yaml:3",
                "load → workflows/broken.yaml:3",
            ])
        let frames = Set(
            failures.compactMap { failed in
                Self.frame(failed, tracked: Self.files.keys.sorted()).map { "\(failed.test) → \($0)" }
            })
        #expect(
            frames == [
                "orders → workflows/orders/list.yaml:2", "users → workflows/users/list.yaml:4",
                "一覧を見る → workflows/日本/一覧.yaml:3", "second orders → workflows/V2/orders/list.yaml:3",
                "spaces → workflows/my files/a b.yaml:2", "row → workflows/rows.yaml:3",
                "teardown → workflows/ends.yaml:5",
                "pass [n=1] → workflows/loop.yaml:2", "pass [n=2] → workflows/loop.yaml:2",
                "called › inside → shared/step.yaml:4", "load → workflows/broken.yaml:3",
            ], "no tool finds files at the root, or in folders that begin with a digit or hold a dot")
    }

    @Test func `GitHub Actions gets annotations and a summary without being asked`() async throws {
        let folder = try Folder()
        try folder.write("api/workflows/a.yaml", "steps:\n  - get: http://127.0.0.1:1/x?a=1,2%25\n")
        let summary = "\(folder.path)/summary.md"
        try folder.write("summary.md", "before\n")
        let environment = [
            "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": folder.path, "GITHUB_STEP_SUMMARY": summary,
        ]
        let baton = Baton(folder: folder, environment: environment)
        let result = try await baton.run(["run", "api/workflows/a.yaml"])
        let errors = result.output.split(separator: "\n").filter { $0.hasPrefix("::") }
        #expect(
            errors == [
                "::group::failure 1 of 1: GET /x: connection refused by 127.0.0.1:1", "::endgroup::",
                "::error file=api/workflows/a.yaml,line=2,col=10,title=a › GET http%3A//127.0.0.1%3A1/x?a=1%2C2%2525"
                    + "::GET /x: connection refused by 127.0.0.1:1",
            ], "\(result.everything)")
        let text = try folder.read("summary.md")
        #expect(text.hasPrefix("before\n<!-- baton summary -->\n## "), "\(text)")
        #expect(text.contains("connection refused by 127.0.0.1:1"))

        let dry = try await baton.run(["run", "api/workflows/a.yaml", "--dry-run"])
        #expect(!dry.output.contains("::error"))
        #expect(try folder.read("summary.md") == text)
    }

    @Test func `a summary that cannot be written is a warning and changes no verdict`() async throws {
        let folder = try Folder()
        try folder.write("a.yaml", "steps:\n  - that: 1 == 1\n")
        let environment = ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "\(folder.path)/none/summary.md"]
        let result = try await Baton(folder: folder, environment: environment).run(["run", "a.yaml"])
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.errorOutput.contains("the summary could not be written to "), "\(result.everything)")
    }

    @Test func `a summary is never written behind another file of the project, and a warning says so`() async throws {
        let folder = try Folder()
        try folder.write("a.yaml", "steps:\n  - that: 1 == 1\n")
        let path = "\(folder.path)/a.yaml"
        let environment = ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": path]
        let result = try await Baton(folder: folder, environment: environment).run(["run", "a.yaml"])
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(
            result.errorOutput.contains(
                "the summary was not written to \(path): it is a report of this run, the history or a YAML file"),
            "\(result.everything)")
        #expect(try folder.read("a.yaml") == "steps:\n  - that: 1 == 1\n")
    }

    @Test func `each report of another tool is written where its option says`() async throws {
        let folder = try Folder()
        try folder.write("a.yaml", "steps:\n  - get: http://127.0.0.1:1/\n")
        let options = ["--summary", "s.md", "--tap", "t.tap", "--har", "h.har", "--prometheus", "p.prom"]
        let result = try await Baton(folder: folder).run(["run", "a.yaml"] + options)
        #expect(result.exitCode == 3, "\(result.everything)")
        #expect(try folder.read("s.md").contains("## ✗ Failed:"))
        #expect(try folder.read("t.tap").hasPrefix("TAP version 14\n1..1\nnot ok - a.yaml › "))
        #expect(try folder.read("h.har").contains("\"comment\":\"GET http://127.0.0.1:1/: network.connect\""))
        #expect(try folder.read("p.prom").contains("baton_run_success{project="))

        let same = try await Baton(folder: folder).run(["run", "a.yaml", "--tap", "a.yaml"])
        #expect(same.exitCode == 2)
        #expect(same.errorOutput.contains("--tap would be written over a.yaml, a YAML file"), "\(same.everything)")
    }
}
