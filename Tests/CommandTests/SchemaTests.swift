import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// Responses that do not fit a JSON Schema, and schemas that are none, as users meet them.
@Suite struct SchemaTests {
    private static let item = """
        {
        \t"$id": "https://example.com/schemas/item.json",
        \t"type": "object",
        \t"required": ["id", "colour"],
        \t"properties": { "id": { "type": "string" }, "tags": { "items": { "$ref": "tag.yaml" } } }
        }
        """

    private func project(_ expect: String) throws -> Folder {
        let folder = try Folder()
        try folder.write(
            "baton.yaml",
            "environments: { local: { base_url: \"http://127.0.0.1:1\" } }\nschemas: { https://example.com/schemas/: schemas/ }\n"
        )
        try folder.write("schemas/item.json", Self.item)
        try folder.write("schemas/tag.yaml", "enum: [sale, new]\n")
        try folder.write("workflows/w.yaml", "steps:\n  - get: /items\n    expect:\n      \(expect)\n")
        return folder
    }

    @Test func `console, JUnit file and history name each place with its rule`() async throws {
        let folder = try project("schema: { properties: { items: { items: { $ref: ../schemas/item.json } } } }")
        let baton = Baton(folder: folder)
        let result = try await baton("run", "--base-url", try await Demo.baseURL())
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(
                """
                schema: $.items[0].colour: expected a value, got nothing (and 2 more) [check.failed]  workflows/w.yaml:4:7
                """), "\(result.everything)")
        #expect(
            result.output.contains(
                """
                  $.items[0].colour: expected a value, got nothing  schemas/item.json#/required, also in 9 other elements
                  $.items[0].id: expected a string, got 1  schemas/item.json#/properties/id/type, also in 9 other elements
                  $.items[0].tags[0]: expected one of "sale", "new", got "seed"  schemas/tag.yaml#/enum, also in 19 other elements

                """), "\(result.output)")
        let junit = try folder.read("reports/junit.xml")
        #expect(
            junit.contains(
                "$.items[0].id: expected a string, got 1 (schemas/item.json#/properties/id/type, also in 9 other elements)"
            ),
            "\(junit)")
        let history = try await baton("history", "show")
        #expect(
            history.output.contains("$.items[0].id  schemas/item.json#/properties/id/type"), "\(history.everything)")
    }

    @Test func `a single schema mismatch is told in one line, with its rule below`() async throws {
        let folder = try project("schema: { properties: { page: { minimum: 7 } } }")
        let result = try await Baton(folder: folder)("run", "--base-url", try await Demo.baseURL(), "--no-history")
        #expect(
            result.output.contains(
                """
                schema: $.page: expected at least 7, got 1 [check.failed]  workflows/w.yaml:4:7
                  4 |       schema: { properties: { page: { minimum: 7 } } }
                    |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                  schema: #/properties/page/minimum

                """), "\(result.output)")
    }

    @Test func `a mistake in a schema's file is shown there, and nothing runs`() async throws {
        let folder = try project("schema: ../schemas/item.json")
        try folder.write("schemas/tag.yaml", "type: strng\n")
        let result = try await Baton(folder: folder)("check")
        #expect(result.exitCode == 2)
        #expect(
            result.everything.contains(
                """
                error[schema.invalid]: `strng` is no type of JSON Schema
                """) || result.everything.contains("`strng` is no type of JSON Schema"), "\(result.everything)")
        #expect(result.everything.contains("schemas/tag.yaml:1:7"), "\(result.everything)")
        #expect(result.everything.contains("did you mean `string`?"))
        #expect(result.everything.contains("workflows/w.yaml:4:15"))
    }

    static let refused: [(schema: String, words: String)] = [
        ("/etc/passwd", "`/etc/passwd` lies outside the file root"),
        ("../../x.json", "`../../x.json`"),
        ("../.baton/x.json", "`../.baton/x.json`"),
        ("{ $ref: /etc/passwd }", "`/etc/passwd` lies outside the file root"),
        ("{ $ref: file:///etc/passwd }", "`/etc/passwd` lies outside the file root"),
        ("{ $ref: http://127.0.0.1:1/x.json }", "nothing is fetched to check a response"),
        ("../schemas", "is a folder"),
    ]

    @Test(arguments: refused)
    func `a schema stays inside the file root, and off the network`(_ schema: String, _ words: String) async throws {
        let folder = try project("schema: \(schema)")
        let result = try await Baton(folder: folder)("check")
        #expect(result.exitCode == 2)
        #expect(result.everything.contains(words), "\(result.everything)")
    }

    @Test func `a secret that does not fit is masked`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { e: { secrets: [KEY_A] } }\ndefault_environment: e\n")
        try folder.write(
            "workflows/w.yaml",
            """
            steps:
              - post: /echo
                json: { token: $(secrets.KEY_A), "x-$(secrets.KEY_A)": 1 }
                expect:
                  schema:
                    properties:
                      json:
                        properties: { token: { const: "no-$(secrets.KEY_A)" } }
                        patternProperties: { "^x-": { type: string } }
            """)
        let baton = Baton(folder: folder, environment: ["KEY_A": "hunter2-hunter2"])
        let result = try await baton("run", "-v", "--base-url", try await Demo.baseURL())
        #expect(result.exitCode == 1)
        #expect(result.output.contains("\"no-***\""), "\(result.output)")
        let history = try await baton("history", "show")
        for text in [result.everything, try folder.read("reports/junit.xml"), history.everything] {
            #expect(!text.contains("hunter2"))
        }
    }

    @Test func `a document that is nested too deeply for the schema fails without a verdict`() async throws {
        let folder = try Folder()
        let body = String(repeating: #"{"a":"#, count: 480) + "1" + String(repeating: "}", count: 480)
        try folder.write(
            "w.yaml",
            """
            steps:
              - post: /echo
                text: '\(body)'
                headers: { content-type: application/json }
                expect:
                  $.json: { not: { schema: { $dynamicAnchor: node, properties: { a: { $dynamicRef: "#node" } } } } }
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml", "--base-url", try await Demo.baseURL())
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("the document and the schema are nested too deeply to be judged"), "\(result.output)"
        )
    }
}

extension SchemaTests {
    /// Large bodies are judged away from the transfers; that must change no verdict.
    @Test(arguments: [(limit: 5000, code: Int32(0)), (limit: 4999, code: Int32(1))])
    func `a large document is judged like any other`(_ limit: Int, _ code: Int32) async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            vars:
              numbers: $(lists.range(5000).map(n, "number " + string(n)))
            steps:
              - post: /echo
                json: $(numbers)
                expect:
                  schema: { properties: { json: { type: array, maxItems: \(limit) } } }
                  size: { gt: 70000 }
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml", "--base-url", try await Demo.baseURL())
        #expect(result.exitCode == code, "\(result.everything)")
        #expect(result.output.contains("expected at most 4999 elements") == (code == 1))
    }
}
