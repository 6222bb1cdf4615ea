import BatonImport
import Testing

@Suite struct `Variables that scripts of Postman set` {
    private func item(_ name: String, _ url: String, before: String = "", after: String = "", body: String = "null")
        -> String
    {
        #"""
        {"name": "\#(name)", "request": {"url": "\#(url)", "method": "POST", "body": \#(body)}, "event": [
            {"listen": "prerequest", "script": {"exec": ["\#(before)"]}},
            {"listen": "test", "script": {"exec": ["\#(after)"]}}]}
        """#
    }

    private func text(_ items: [String], variables: String = "[]", environment: String = "[]", members: String = "")
        throws -> String
    {
        var input = PostmanSample.collection(
            #"\#(members) "variable": \#(variables), "item": [\#(items.joined(separator: ","))]"#)
        input.environment = PostmanSample.file(#"{"name": "e", "values": \#(environment)}"#)
        return ImportPrinter.text(try ImportFormat.postman.read(input))
    }

    private let login = "pm.environment.set('token', pm.response.json().token)"

    @Test func `need no declaration where they are set before`() throws {
        let text = try text([item("in", "http://a", after: login), item("me", "http://a/{{token}}")])
        #expect(!text.contains("var token"))
        #expect(text.contains("POST http://a/$(token)"))
    }

    @Test func `hold their template where they are used first`() throws {
        let text = try text([item("me", "http://a/{{token}}"), item("in", "http://a", after: login)])
        #expect(text.contains("var token = '$(\"{{token}}\")'"))
    }

    @Test func `are null where a script reads them first`() throws {
        let text = try text([
            item("me", "http://a", before: "if (pm.environment.get('token')) { pm.environment.set('x', 1) }"),
            item("in", "http://a", after: login),
        ])
        #expect(text.contains("var token = null"))
    }

    @Test func `change what other variables say, which is written where it is used`() throws {
        let text = try text(
            [item("in", "http://a", before: "pm.environment.set('host', 'b.example')"), item("me", "{{base}}/x")],
            variables: #"[{"key": "base", "value": "https://{{host}}/v1"}, {"key": "host", "value": "a.example"}]"#)
        #expect(text.contains("POST https://$(host)/v1/x"))
        #expect(!text.contains("var base"))
        #expect(text.contains("var host = 'a.example'"))
    }

    @Test func `of a scope that loses are variables of their own`() throws {
        let text = try text(
            [
                item("in", "http://a", before: "pm.globals.set('key', 'g'); pm.environment.set('other', 'o')"),
                item("me", "http://a/{{key}}/{{other}}", before: "pm.environment.set('x', pm.globals.get('key'))"),
            ],
            variables: #"[{"key": "key", "value": "c"}]"#, environment: #"[{"key": "key", "value": "e"}]"#)
        #expect(text.contains("POST http://a/$(key)/$(other)"))
        #expect(text.contains("before set key_global = \"g\""))
    }

    @Test(arguments: [
        ("pm.environment.set('v', pm.response.json().id)", #"text(application/json) {"u": $(v)}"#),
        ("pm.environment.set('v', 'text')", #"text(application/json) {"u": $(v)}"#),
        ("pm.environment.set('v', [3, 4].join(','))", #"text(application/json) {"u": $(v)}"#),
        ("pm.environment.set('v', 5)", "json {u: '$(v)'}"),
        ("pm.environment.set('v', pm.response.json().n * 2)", "json {u: '$(v)'}"),
        ("pm.environment.set('v', JSON.stringify(pm.response.json()))", "json {u: '$(parse_json(v))'}"),
        ("pm.environment.set('v', JSON.stringify(pm.response.json()) + ',')", #"text(application/json) {"u": $(v)}"#),
    ])
    func `have the kind of what they are set to`(script: String, expected: String) throws {
        let body = #"{"mode": "raw", "raw": "{\"u\": {{v}}}", "options": {"raw": {"language": "json"}}}"#
        let text = try text([item("in", "http://a", after: script), item("me", "http://b", body: body)])
        #expect(text.contains(expected))
    }

    @Test(arguments: [
        ("pm.environment.set('v', pm.response.json().id)", "json {q: '$(string(v))'}"),
        ("pm.environment.set('v', 'text')", "json {q: '$(v)'}"),
        ("pm.environment.set('v', 'say \\\"it\\\"')", #"text(application/json) {"q": "$(v)"}"#),
        ("pm.environment.set('v', JSON.stringify(pm.response.json()))", #"text(application/json) {"q": "$(v)"}"#),
    ])
    func `stand in a text of JSON unless they have its signs`(script: String, expected: String) throws {
        let body = #"{"mode": "raw", "raw": "{\"q\": \"{{v}}\"}", "options": {"raw": {"language": "json"}}}"#
        let text = try text([item("in", "http://a", after: script), item("me", "http://b", body: body)])
        #expect(text.contains(expected), "\(text)")
    }

    @Test(arguments: [("[{\"v\": 5}, {\"v\": \"3FOO\"}]", false), ("[{\"v\": 5}, {\"v\": true}]", true)])
    func `of rows are JSON where each row has some`(rows: String, isJSON: Bool) throws {
        let body = #"{"mode": "raw", "raw": "{\"u\": {{v}}}", "options": {"raw": {"language": "json"}}}"#
        var input = PostmanSample.collection(#""item": [\#(item("me", "http://b", body: body))]"#)
        input.data = PostmanSample.file(rows, "rows.json")
        let text = ImportPrinter.text(try ImportFormat.postman.read(input))
        #expect(text.contains(isJSON ? "json {u: '$(v)'}" : #"text(application/json) {"u": $(v)}"#), "\(text)")
    }

    @Test(arguments: [
        ("http://a/x", true), ("{{base}}/x", true), ("{{host}}/x", false), ("a.example/x", false), ("{{none}}", false),
    ])
    func `of a URL have its scheme where the source writes one`(url: String, isKnown: Bool) throws {
        let test = item("me", url, after: "pm.test('t', () => pm.expect(pm.request.url.protocol).to.eql('http'))")
        let project = try ImportFormat.postman.read(
            PostmanSample.collection(
                #""variable": [{"key": "base", "value": "http://b"}, {"key": "host", "value": "b"}], "item": [\#(test)]"#
            ))
        let text = WorkflowWriter.write(project).workflowText
        #expect(text.contains(#"request.url.split("://")[0] == "http""#) == isKnown, "\(text)")
        #expect(text.contains("The value of `pm.request.url.protocol`") != isKnown, "\(text)")
    }

    @Test func `are no JSON before they are set`() throws {
        let body = #"{"mode": "raw", "raw": "{\"u\": {{v}}}", "options": {"raw": {"language": "json"}}}"#
        let text = try text([item("me", "http://b", after: "pm.environment.set('v', 'text')", body: body)])
        #expect(text.contains(#"text(application/json) {"u": $(v)}"#))
    }

    @Test func `run in the order of collection, folder and request`() throws {
        func event(_ name: String) -> String {
            #""event": [{"listen": "prerequest", "script": {"exec": "pm.environment.set('\#(name)', 1)"}}]"#
        }
        let text = try text(
            [
                #"{"name": "f", \#(event("two")), "item": [\#(item("r", "http://a", before: "pm.environment.set('three', 1)"))]}"#
            ],
            members: event("one") + ",")
        #expect(text.contains("    before set one = 1\n    before set two = 1\n    before set three = 1"))
    }

    private let collectionVariable = #"[{"key": "v", "value": "c"}]"#

    @Test func `are one variable where one scope alone is set`() throws {
        let text = try text(
            [item("a", "http://a/{{v}}", after: "pm.environment.set('v', 'e')"), item("b", "http://a/{{v}}")],
            variables: collectionVariable)
        #expect(!text.contains("v_"), "\(text)")
    }

    @Test(arguments: [
        ("pm.environment.get('v')", "undefined"), ("pm.globals.get('v')", "undefined"),
        ("pm.environment.has('v')", "false"), ("pm.collectionVariables.get('v')", "v"),
    ])
    func `are read in the scope that is named`(read: String, value: String) throws {
        let text = try text(
            [item("a", "http://a/{{v}}", before: "if (\(read)) { pm.variables.set('y', 1) }")],
            variables: collectionVariable)
        #expect(text.contains("var v = 'c'") && !text.contains("v_"), "\(text)")
        #expect(text.contains("before set y = 1") == false, "\(text)")
    }

    @Test func `show the value of another scope when they are removed`() throws {
        let text = try text(
            [
                item("a", "http://a/{{v}}", before: "pm.environment.set('v', 'e')"),
                item("b", "http://a/{{v}}", before: "pm.environment.unset('v')"),
            ], variables: collectionVariable)
        #expect(text.contains("before set v_environment = \"e\"\n  before set v = v_environment"), "\(text)")
        #expect(
            text.contains(
                "before set v_environment = null\n  before set v = v_environment != null ? v_environment : v_collection"
            ),
            "\(text)")
        #expect(text.contains("var v = 'c'") && text.contains("var v_environment (v) = null"), "\(text)")
        #expect(text.contains("var v_collection (v) = 'c'"), "\(text)")
    }

    // MARK: rows

    private let carried = "may hold what an earlier row of the data has set; here each row begins anew."

    private func rows(_ items: [String], data: String = "n\n1\n2\n", environment: String = "[]") throws -> [String] {
        var input = PostmanSample.collection(#""item": [\#(items.joined(separator: ","))]"#)
        input.environment = PostmanSample.file(#"{"name": "e", "values": \#(environment)}"#)
        input.data = PostmanSample.file(data, "rows.csv")
        let project = try ImportFormat.postman.read(input)
        let scripts = project.collection.items.flatMap { item -> [ImportedStatement] in
            if case .request(let request) = item { request.before + request.after } else { [] }
        }
        let lines =
            ImportPrinter.text(project).split(separator: "\n").map(String.init) + StatementPrinter.lines(scripts)
        return lines.filter { $0.contains("earlier row") }
    }

    @Test(arguments: [
        "pm.environment.set('count', (pm.environment.get('count') || 0) + 1)",
        "if (!pm.globals.get('t')) { pm.globals.set('t', 1) }",
        "if (pm.response.code === 201) { pm.environment.set('a', 1) } pm.environment.set('b', pm.environment.get('a'))",
        "pm.collectionVariables.set('x', pm.variables.get('x') + 1)",
        "environment.a = 1; globals.b = environment.c; environment.c = 2",
        "pm.test('t', () => pm.expect(pm.environment.get('a')).to.be.undefined); pm.environment.set('a', 1)",
    ])
    func `of an earlier row are not read by scripts`(script: String) throws {
        #expect(try rows([item("r", "http://a", after: script)]).contains { $0.contains(carried) })
        #expect(try rows([item("r", "http://a", after: script)], data: "n\n1\n").isEmpty)
    }

    @Test(arguments: [
        "pm.environment.set('a', 1); pm.environment.set('b', pm.environment.get('a'))",
        "pm.environment.set('b', pm.environment.get('never set'))", "pm.environment.set('b', pm.variables.get('n'))",
        "pm.test('t', () => { pm.expect(pm.response.code).to.equal(200); pm.environment.set('a', 1) }); pm.variables.get('a')",
        "if (pm.response.code === 1) { pm.environment.set('a', 1) } else { pm.environment.set('a', 2) } pm.environment.get('a')",
    ])
    func `in the same row are read by scripts`(script: String) throws {
        #expect(try rows([item("r", "http://a", after: script)]) == [])
    }

    @Test func `of an earlier row are noted where a request reads them`() throws {
        let (set, read) = (item("in", "http://a", after: login), item("me", "http://a/{{token}}/{{n}}"))
        #expect(try rows([set, read]) == [])
        #expect(try rows([read, set]).count == 1)
        #expect(try rows([read, set], environment: #"[{"key": "token", "value": "abc"}]"#).count == 1)
        #expect(try rows([read, set], data: "n\n1\n") == [])
        let maybe = item("in", "http://a", after: "if (pm.response.code === 201) { \(login) }")
        #expect(try rows([maybe, read]).count == 1)
    }
}
