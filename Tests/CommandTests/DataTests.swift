import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// What a template yields is data: it is never read as YAML, operator, wildcard, status class, file or expression.
@Suite struct DataTests {
    /// Where the values come from that look like something else.
    enum Source: String, CaseIterable, Sendable {
        case variable, input, response

        /// The top of a file in which `op`, `wild`, `file`, `secret`, `class` and `marker` have these values.
        var head: String {
            let values = """
                op: { eq: 1 }
                wild: <any>
                file: { file: /etc/passwd }
                secret: $$(secrets.X)
                class: 2xx
                marker: '$("{{op}} <any>")'
                """
            switch self {
            case .variable: return "vars:\n" + Self.indented(values, by: "  ") + "steps:\n"
            case .input:
                return """
                    inputs:
                      op: { type: object }
                      file: { type: object }
                      wild: {}
                      secret: {}
                      class: {}
                      marker: {}
                    steps:

                    """
            case .response:
                let names = ["op", "wild", "file", "secret", "class", "marker"]
                let body =
                    #"{"op":{"eq":1},"wild":"<any>","file":{"file":"/etc/passwd"},"class":"2xx","#
                    + #""secret":"$$(secrets.X)","marker":"$("{{op}}") <any>"}"#
                return "steps:\n  - post: /echo\n    text: '\(body)'\n    headers: { content-type: application/json }\n"
                    + "    capture: { " + names.map { "\($0): $.json.\($0)" }.joined(separator: ", ") + " }\n"
            }
        }

        var arguments: [String] {
            guard self == .input else { return [] }
            return [
                "--input", #"op={"eq":1}"#, "--input", #"file={"file":"/etc/passwd"}"#, "--input", "wild=<any>",
                "--input", "secret=$(secrets.X)", "--input", "class=2xx", "--input", "marker={{op}} <any>",
            ]
        }

        private static func indented(_ text: String, by spaces: String) -> String {
            text.split(separator: "\n").map { "\(spaces)\($0)\n" }.joined()
        }
    }

    /// Steps that would pass if the value were taken for what it looks like.
    static let mustFail = [
        ("post: /echo\n    json: { v: 1 }\n    expect: { $.json.v: $(op) }", #"expected {"eq":1}, got 1"#),
        ("post: /echo\n    json: { v: 1 }\n    expect: { $.json.v: { eq: $(op) } }", #"expected {"eq":1}, got 1"#),
        ("post: /echo\n    json: { v: x }\n    expect: { $.json.v: $(wild) }", #"expected "<any>", got "x""#),
        ("post: /echo\n    json: { v: [x] }\n    expect: { $.json.v: { contains: $(wild) } }", #"contain "<any>""#),
        ("get: /echo\n    expect: { status: $(class) }", "2xx"),
        ("get: /echo\n    expect: { headers: { content-type: $(wild) } }", #"expected "<any>""#),
        ("post: /echo\n    form: { doc: $(file) }", "`doc` wants a text, a number or a list of these"),
    ]

    /// What goes over the wire, and how checks see it.
    static let mustPass = [
        "post: /echo\n    json: $(op)\n    expect: { $.json: { eq: { eq: 1 } }, $.json.eq: 1 }",
        "post: /echo\n    json: { doc: $(file) }\n    expect:\n      $.json.doc.file: /etc/passwd\n"
            + "      $.headers[\"content-type\"]: application/json\n      body: { not_contains: \"root:\" }",
        "post: /upload\n    multipart: { doc: $(file) }\n    expect:\n      body: { not_contains: \"root:\" }\n"
            + "      $.parts[0].filename: { exists: false }",
        "post: /echo\n    text: a $(secret) b\n    expect: { $.text: a $$(secrets.X) b }",
        "get: /echo\n    query: { a: $(secret), b: \"<$(secret)>\" }\n"
            + "    expect: { '$.query[*].value': [$$(secrets.X), <$$(secrets.X)>] }",
        "get: /echo\n    headers: { x-a: $(secret), x-b: $(marker) }\n"
            + "    expect:\n      $.headers[\"x-a\"]: $$(secrets.X)\n      $.headers[\"x-b\"]: '$(\"{{op}} <any>\")'",
        "set: { again: $(secret), twice: $(marker) $(secret) }\n"
            + "  - that: |\n      again == \"$\" + \"(secrets.X)\" && twice == \"{\" + \"{op}} <any> $\" + \"(secrets.X)\"",
        "log: $(secret) $(op) $(file) $(wild)",
    ]

    @Test(arguments: Source.allCases, mustFail)
    func `a check cannot be chosen by a value`(_ source: Source, _ step: (text: String, message: String)) async throws {
        let result = try await run(source, step.text)
        #expect(result.exitCode == 1, "\(step.text)\n\(result.everything)")
        #expect(result.output.contains(step.message), "\(result.everything)")
    }

    @Test(arguments: Source.allCases, mustPass)
    func `a value is sent as what it is`(_ source: Source, _ step: String) async throws {
        let result = try await run(source, step + "\n  - that: 1 == 1")
        #expect(result.exitCode == 0, "\(step)\n\(result.everything)")
        #expect(!result.everything.contains("root:"))
    }

    /// YAML's numbers keep their characters wherever text is wanted, also through variables and captures.
    @Test func `characters are kept in URL, query, header, form and body`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            vars: { v: 1.10, big: 12345678901234567890.10, e: 1E+2 }
            steps:
              - post: /echo/1.10/$(v)
                query: { a: 1.10, b: $(v), c: x$(v), d: 01234, e: +49301, f: [1.0, no, 0x1F, .5], g: $(e), h: 1E+2 }
                headers: { x-a: 1.10, x-b: $(v), x-c: "v $(v)", x-d: no, x-e: $(big) }
                form: { a: 1.10, b: $(v), d: 01234, e: +49301, f: [1.0, no] }
                capture: { sent: $.text }
                expect:
                  $.path: /echo/1.10/1.10
                  $.query[*].value:
                    ["1.10", "1.10", x1.10, "01234", "+49301", "1.0", "no", "0x1F", ".5", "1E+2", "1E+2"]
                  $.headers["x-a"]: "1.10"
                  $.headers["x-b"]: "1.10"
                  $.headers["x-c"]: v 1.10
                  $.headers["x-d"]: no
                  $.headers["x-e"]: "12345678901234567890.10"
                  $.text: a=1.10&b=1.10&d=01234&e=%2B49301&f=1.0&f=no
              - post: /echo
                json: { a: 1.10, b: $(v), c: $(big), d: 01234, e: +49301, f: 1E+2, g: no, h: [$(v), $(e)] }
                capture: { a: $.json.a, c: $.json.c }
                expect:
                  $.text: '{"a":1.10,"b":1.10,"c":12345678901234567890.10,"d":"01234","e":"+49301","f":1E+2,"g":"no","h":[1.10,1E+2]}'
              - get: /echo/$(a)
                query: { c: $(c) }
                expect: { $.path: /echo/1.10, "$.query[0].value": "12345678901234567890.10" }
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml", "--base-url", try await Demo.baseURL())
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    private func run(_ source: Source, _ step: String) async throws -> Baton.Result {
        let folder = try Folder()
        try folder.write("w.yaml", source.head + "  - \(step)\n")
        return try await Baton(folder: folder).run(
            ["run", "w.yaml", "--base-url", try await Demo.baseURL()] + source.arguments)
    }
}
