import CommandCalls
import ProjectFolders
import Testing

/// Conditions that fail, as users meet them.
@Suite struct ExplanationTests {
    @Test func `console, JUnit file and events explain a condition in the same lines`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            name: Prices
            vars: { items: [{ price: 2 }, { price: -1 }] }
            steps:
              - that: items.all(i, i.price > 0) || size(items) == 3
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml", "--junit", "junit.xml")
        #expect(result.exitCode == 1)
        let lines = [
            "  items.all(i, i.price > 0)  is false", "  items[1].price > 0         is false",
            "  items[1].price             = -1", "  size(items) == 3           is false",
            "  size(items)                = 2", "  items                      = [{\"price\": 2}, {\"price\": -1}]",
        ]
        #expect(result.output.contains(lines.joined(separator: "\n") + "\n"), "\(result.output)")
        let junit = try folder.read("junit.xml").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
        #expect(junit.contains(lines.joined(separator: "\n") + "\n"), "\(junit)")
    }

    @Test func `the element of a loop is shown once, whether the condition names it or not`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - for_each: [5, 6]
                that: item == 5
              - for_each: [7]
                that: 1 == 2
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml")
        #expect(
            result.output.split(separator: "\n").count { $0.hasPrefix("  item ") && $0.hasSuffix("= 6") } == 1,
            "\(result.output)")
        try folder.write("w.yaml", "steps:\n  - for_each: [7]\n    that: 1 == 2\n")
        let other = try await Baton(folder: folder)("run", "w.yaml")
        #expect(
            other.output.split(separator: "\n").count { $0.hasPrefix("  item ") && $0.hasSuffix("= 7") } == 1,
            "\(other.output)")
    }

    /// One condition a line, and what console, JUnit file and events tell of it, in the same words.
    @Test(arguments: [
        ("items.all(i, i.price > 0)", ["items[3].price > 0": "false", "items[3].price": "-1"]),
        ("!items.exists(i, i.price < 0)", ["items.exists(i, i.price < 0)": "true", "items[3].price": "-1"]),
        ("items.exists_one(i, i.price > 2)", ["items[1].price": "3", "items[2].price": "4"]),
        (
            "size(items.filter(i, i.price > 0)) == 4",
            ["size(items.filter(i, i.price > 0))": "3", "items[3].price": "-1"]
        ),
        ("items.all(i, i.tags.all(t, size(t) == 1))", ["items[2].tags[1]": "\"long\"", "size(items[2].tags[1])": "4"]),
        ("cel.bind(n, size(items), n > 4)", ["n > 4": "false", "n": "4"]),
        ("items[?9].hasValue()", ["items[?9]": "optional()"]),
        ("items.all(n, i, n < 3)", ["3 < 3": "false"]),
    ])
    func `every macro tells what decided, in console, JUnit file and events`(
        _ condition: String, _ parts: [String: String]
    ) async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { e: {} }\ndefault_environment: e\n")
        try folder.write(
            "workflows/w.yaml",
            """
            vars:
              items:
                - { price: 2, tags: [a] }
                - { price: 3, tags: [] }
                - { price: 4, tags: [b, long] }
                - { price: -1, tags: [] }
            steps:
              - that: |
                  \(condition)
            """)
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 1)
        let junit = try folder.read("reports/junit.xml").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"")
        let recorded = try HistoryFile(folder.path + "/.baton/history.sqlite").rows(
            "SELECT json_extract(value, '$.text') || ' ' || json_extract(value, '$.value') "
                + "FROM failure, json_each(failure.explanation)")
        for (text, value) in parts {
            let relation = ["true", "false"].contains(value) ? "is" : "="
            for (report, name) in [(result.output, "console"), (junit, "JUnit file")] {
                let told = report.split(separator: "\n").contains { line in
                    line.hasPrefix("  \(text) ") && line.hasSuffix("  \(relation) \(value)")
                }
                #expect(told, "\(text) in the \(name):\n\(report)")
            }
            #expect(recorded.contains("\(text) \(value)"), "\(recorded)")
        }
    }

    @Test func `what was not evaluated is not told, and long values are cut`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            vars:
              text: $(lists.range(300).map(i, "x").join())
              one: 1
            steps:
              - that: |
                  one == 2 && text == "never" || (one == 1 ? text == "short" : one == 7)
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml", "--junit", "junit.xml")
        for report in [result.output, try folder.read("junit.xml")] {
            #expect(report.contains("  one == 2         is false\n"), "\(report)")
            #expect(report.contains("(300 characters)"), "\(report)")
            #expect(!report.contains("  text == \"never\"") && !report.contains("  one == 7"), "\(report)")
            #expect(!report.contains(String(repeating: "x", count: 200)))
        }
    }

    @Test func `a secret in a condition is masked in every line`() async throws {
        let folder = try Folder()
        try folder.write(
            "baton.yaml", "environments: { e: { secrets: [KEY_A] } }\ndefault_environment: e\n")
        try folder.write(
            "workflows/w.yaml",
            """
            vars: { keys: ["$(secrets.KEY_A)", b], whole: "$(secrets.KEY_A)" }
            steps:
              - that: |
                  keys.all(k, k == "b")
                  sha256(secrets.KEY_A) == "x"
                  {"a": secrets.KEY_A}.b == "x"
                  whole.size() == 1
                  whole
              - log: never
                if: whole == "x"
            teardown:
              - log: never
                if: whole.startsWith("x")
            """)
        let baton = Baton(folder: folder, environment: ["KEY_A": "hunter2-hunter2"])
        let result = try await baton("run", "-v", "--junit", "junit.xml")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("sha256(secrets.KEY_A)  = ***"), "\(result.output)")
        #expect(result.output.contains("whole.size()  = ***"), "\(result.output)")
        for text in [result.everything, try folder.read("junit.xml")] {
            #expect(!text.contains("hunter2"))
        }
    }

    @Test func `of two maps that should be equal the parts that differ are shown`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            vars: { user: { name: Ada, address: { city: London, zip: "1" } }, rows: [1, 2] }
            steps:
              - that:
                  - 'user == {"name": "Ada", "address": {"city": "Paris", "zip": "1"}}'
                  - rows == [1, 2, 3]
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml")
        #expect(
            result.output.contains("  user.address.city: expected \"Paris\", got \"London\"\n"),
            "\(result.output)")
        #expect(result.output.contains("  rows[2]: expected 3, got nothing\n"), "\(result.output)")
    }

    @Test func `under --verbose a step that was left out says why`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            vars: { stock: 3 }
            steps:
              - that: stock == 3
              - log: empty
                if: stock == 0
            """)
        let baton = Baton(folder: folder)
        let verbose = try await baton("run", "w.yaml", "-v")
        #expect(
            verbose.output.contains("- log empty: `if: stock == 0` was false\n      stock  = 3\n"), "\(verbose.output)")
        #expect(try await !baton("run", "w.yaml").output.contains("stock"))
    }
}
