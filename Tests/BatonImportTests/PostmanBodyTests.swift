import BatonImport
import Testing

@Suite struct `A body of Postman` {
    private func body(_ source: String, method: String = "POST", headers: String = "[]", members: String = "") throws
        -> String
    {
        let request = #"{"method": "\#(method)", "url": "http://a", "header": \#(headers), "body": \#(source)}"#
        let lines = try PostmanSample.request(request, members).split(separator: "\n", maxSplits: 1)
        return lines.count > 1 ? String(lines[1]) : ""
    }

    private func raw(_ text: String, language: String = "json") -> String {
        let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return #"{"mode": "raw", "raw": "\#(quoted)", "options": {"raw": {"language": "\#(language)"}}}"#
    }

    @Test(arguments: [
        (#"{"a": 1.10, "b": [true, null], "c": {}}"#, "json {a: 1.10, b: [true, null], c: {}}"),
        (#"{ "id": {{id}}, "name": "{{name}}" }"#, #"text(application/json) { "id": $(id), "name": "$(name)" }"#),
        (#"{"id": {{$guid}}}"#, #"text(application/json) {"id": $(uuid())}"#),
        (#"{"{{key}}": "a {{b}} c"}"#, "json {$(key): 'a $(b) c'}"),
        (
            #"{"t": "{{$guid}}", "n": {{$randomInt}}, "m": "{{$randomInt}}"}"#,
            "json {t: '$(uuid())', n: '$(random_int(0, 1000))', m: '$(string(random_int(0, 1000)))'}"
        ),
        (
            #"{"password": "hunter2-x", "token": "{{t}}", "jwt": ""}"#,
            "json {password: '$(secrets.SHOP_PASSWORD)', token: '$(t)', jwt: ''}\nsecret SHOP_PASSWORD = hunter2-x"
        ),
        ("{{body}}", "text(application/json) $(body)"),
        (
            #"{"n": {{$noSuch}}}"#,
            #"text(application/json) {"n": {{$noSuch}}}"#
                + "\nlost [r] template: {{$noSuch}} | Baton makes up no value of this kind."
        ),
        (#"{"a": 1,}"#, #"text(application/json) {"a": 1,}"#),
        (#"{"a": {{b}}{{c}}}"#, #"text(application/json) {"a": $(b)$(c)}"#),
        (#"{"a": "x" // note"#, #"text(application/json) {"a": "x" // note"#),
        (
            #"{"password": "hunter2-x", }"#,
            #"text(application/json) {"password": "$(secrets.SHOP_PASSWORD)", }"# + "\nsecret SHOP_PASSWORD = hunter2-x"
        ),
        ("", ""), ("5", "json 5"), ("\"{{a}}\"", "json '$(a)'"),
    ])
    func `is JSON where its text reads as JSON`(source: String, expected: String) throws {
        #expect(try body(raw(source)) == expected)
    }

    @Test(arguments: [
        ("7", #"{"n": {{v}}}"#, "json {n: '$(v)'}", "7"),
        ("7", #"{"n": {{v}}, "m": "{{v}}"}"#, "json {n: '$(parse_json(v))', m: '$(v)'}", "'7'"),
        ("007", #"{"n": "{{v}}"}"#, "json {n: '$(v)'}", "'007'"),
        ("true", #"{"n": {{v}}}"#, "json {n: '$(v)'}", "true"),
        ("[1]", #"{"n": {{v}}}"#, "json {n: '$(parse_json(v))'}", "'[1]'"),
        ("x", #"{"n": {{v}}}"#, #"text(application/json) {"n": $(v)}"#, "'x'"),
        ("", #"{"n": {{v}}}"#, #"text(application/json) {"n": $(v)}"#, "''"),
        (#"a\\\"b"#, #"{"n": "{{v}}"}"#, #"text(application/json) {"n": "$(v)"}"#, #"'a\"b'"#),
    ])
    func `takes the value of a variable as Postman puts it in`(
        value: String, source: String, expected: String, variable: String
    ) throws {
        let members = #""variable": [{"key": "v", "value": "\#(value)"}],"#
        #expect(try body(raw(source), members: members) == expected)
        let text = try PostmanSample.text(
            #"\#(members) "item": [{"name": "r", "request": {"url": "http://a", "method": "PUT", "body": \#(raw(source))}}]"#
        )
        #expect(text.contains("var v = \(variable)\n"))
    }

    @Test func `turns a number in a variable into text where the JSON has quotes`() throws {
        let members = #""variable": [{"key": "v", "value": 7}],"#
        #expect(
            try body(raw(#"{"n": {{v}}, "m": "{{v}}"}"#), members: members) == "json {n: '$(v)', m: '$(string(v))'}")
    }

    @Test(arguments: [
        ("application/json", "text", #"{"a": 1}"#, "json {a: 1}"),
        (
            "application/vnd.a+json; v=1", "json", #"{"a": 1}"#,
            "header Content-Type=application/vnd.a+json; v=1\njson {a: 1}"
        ),
        ("text/plain", "json", #"{"a": 1}"#, #"text(text/plain) {"a": 1}"#),
        (
            "application/json; v={{v}}", "text", #"{"a": 1}"#,
            "header Content-Type=application/json; v=$(v)\njson {a: 1}"
        ),
        ("application/xml", "text", "<a/>", "xml <a/>"),
        ("application/xml", "text", "<a>{{x}}</a>", "text(application/xml) <a>$(x)</a>"),
    ])
    func `has the type of its header`(type: String, language: String, source: String, expected: String) throws {
        let headers = #"[{"key": "Content-Type", "value": "\#(type)"}]"#
        #expect(try body(raw(source, language: language), headers: headers) == expected)
    }

    @Test func `has the type of its language, else none`() throws {
        #expect(try body(raw("<a/>", language: "xml")) == "xml <a/>")
        #expect(try body(raw("<p>", language: "html")) == "text(text/html) <p>")
        #expect(try body(#"{"mode": "raw", "raw": "{\"a\": 1}"}"#) == #"text() {"a": 1}"#)
    }

    @Test func `keeps its bytes where a script reads them`() throws {
        let text = try PostmanSample.text(
            #"""
            "item": [{"name": "r", "event": [{"listen": "prerequest", "script": {"exec": "sign(pm.request.body.raw)"}}],
                "request": {"url": "http://a", "method": "POST", "body": \#(raw(#"{"a":  1}"#))}}]
            """#)
        #expect(text.contains(#"text(application/json) {"a":  1}"#))
    }

    @Test(arguments: [
        (
            #"{"mode": "urlencoded", "urlencoded": [{"key": "a", "value": "{{b}}"}, {"key": "a", "value": "2", "disabled": true}, {"key": "c", "enabled": false}, {"key": "password", "value": "pw-1815"}]}"#,
            "form a=$(b)\nform a=2 (disabled)\nform c= (disabled)\nform password=$(secrets.SHOP_PASSWORD)\nsecret SHOP_PASSWORD = pw-1815"
        ),
        (#"{"mode": "urlencoded", "urlencoded": "a=1%202&b"}"#, "form a=1 2\nform b="),
        (#"{"mode": "urlencoded", "urlencoded": []}"#, ""),
        (#"{"mode": "urlencoded", "urlencoded": [{"key": "a", "disabled": true}]}"#, ""),
        (
            #"{"mode": "formdata", "formdata": [{"key": "t", "value": "x", "type": "text", "contentType": "text/csv"}, {"key": "f", "type": "file", "src": ["a.png", "b/c.png"], "fileName": "n.png"}]}"#,
            "part t=x type text/csv\npart f=@a.png name n.png\npart f=@b/c.png name n.png"
        ),
        (
            #"{"mode": "formdata", "formdata": [{"key": "f", "type": "file", "src": "/home/ada/x.png"}, {"key": "g", "type": "file", "src": "../../etc/passwd"}, {"key": "h", "type": "file", "src": "C:\\docs\\y.pdf"}, {"key": "n", "type": "file", "src": null}]}"#,
            """
            part f=@x.png
            part g=@passwd
            part h=@y.pdf
            lost [r] body: /home/ada/x.png | The file lies outside of the folder of the workflow.
            lost [r] body: ../../etc/passwd | The file lies outside of the folder of the workflow.
            lost [r] body: C:\\docs\\y.pdf | The file lies outside of the folder of the workflow.
            lost [r] body: part n | No file is chosen in the source.
            """
        ),
        (#"{"mode": "file", "file": {"src": "data/a.bin"}}"#, "file data/a.bin"),
        (#"{"mode": "file", "file": "a.bin"}"#, "file a.bin"),
        (#"{"mode": "file", "file": {"content": "abc"}}"#, "text() abc"),
        (#"{"mode": "file", "file": {}}"#, ""),
        (
            #"{"mode": "graphql", "graphql": {"query": "{ a(id: $id) }", "variables": "{\"id\": {{id}}}", "operationName": "A"}}"#,
            #"graphql { a(id: $id) } '$(parse_json("{\"id\": " + string(id) + "}"))' A"#
        ),
        (#"{"mode": "graphql", "graphql": {"query": "{ a }", "variables": ""}}"#, "graphql { a } - -"),
        (#"{"mode": "graphql", "graphql": {"query": "{ a }", "variables": {"x": 1}}}"#, "graphql { a } {x: 1} -"),
        (
            #"{"mode": "graphql", "graphql": {"query": "{ a }", "variables": "no"}}"#,
            "graphql { a } - -\nlost [r] body: variables of the query | They are no JSON."
        ),
        (#"{"mode": "new", "new": 5}"#, "lost [r] body: body of mode new | Postman has no such mode."),
        (
            #"{"mode": "raw", "raw": "x", "disabled": true}"#,
            "harmless [r] body: body of mode raw | The body is disabled."
        ),
        (#"{"mode": 5}"#, ""), ("[]", ""), ("null", ""), (#"{}"#, ""),
        (
            #"{"mode": "formdata", "formdata": 7}"#, ""
        ),
    ])
    func `has a mode`(source: String, expected: String) throws {
        #expect(try body(source) == expected)
    }

    @Test(arguments: ["GET", "HEAD", "COPY", "PURGE", "UNLOCK"])
    func `is not sent with a method that has none, unless a setting says so`(method: String) throws {
        #expect(
            try body(raw("1"), method: method)
                == "harmless [r] body: body of mode raw | Postman sends no body with \(method) unless a setting says so."
        )
        let text = try PostmanSample.text(
            #"""
            "protocolProfileBehavior": {"disableBodyPruning": true},
            "item": [{"name": "r", "request": {"url": "http://a", "method": "\#(method)", "body": \#(raw("1"))}}]
            """#)
        #expect(text.hasSuffix("\n  json 1"))
    }

    @Test func `that is too large leaves its request out, and only that`() throws {
        let large = String(repeating: "x", count: 900_000)
        let requests = (0..<6).map {
            #"{"name": "r\#($0)", "request": {"url": "http://a", "method": "POST", "body": {"mode": "raw", "raw": "\#(large)"}}}"#
        }
        let input = PostmanSample.collection(#""item": [\#(requests.joined(separator: ","))]"#)
        let written = WorkflowWriter.write(try ImportFormat.postman.read(input))
        #expect(written.workflowText.utf8.count < 5_000_000)
        #expect(written.workflowText.split(separator: "skip: its body is too large").count == 3)
        #expect(written.report.summary.hasPrefix("4 of 6 requests"))
    }
}
