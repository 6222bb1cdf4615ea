import BatonImport
import Testing

@Suite struct `Secrets of Postman` {
    private static let value = "S3cr3t-4711-xyz"

    private static func auth(_ type: String, _ name: String) -> String {
        #""auth": {"type": "\#(type)", "\#(type)": [{"key": "key", "value": "k"}, {"key": "\#(name)", "value": "\#(value)"}]}"#
    }

    private static func body(_ mode: String, _ content: String) -> String {
        #""body": {"mode": "\#(mode)", "\#(mode)": \#(content), "options": {"raw": {"language": "json"}}}"#
    }

    private static func raw(_ json: String) -> String {
        body("raw", "\"" + json.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"")
    }

    /// What a request says where.
    private static let places: [String: String] = [
        "bearer": auth("bearer", "token"), "basic": auth("basic", "password"), "digest": auth("digest", "password"),
        "ntlm": auth("ntlm", "password"), "apikey": auth("apikey", "value"), "aws": auth("awsv4", "secretKey"),
        "aws session": auth("awsv4", "sessionToken"), "oauth2": auth("oauth2", "accessToken"),
        "oauth1": auth("oauth1", "consumerSecret"), "hawk": auth("hawk", "authKey"), "unknown": auth("new", "secret"),
        "header": #""header": [{"key": "X-Api-Key", "value": "\#(value)"}]"#,
        "authorization": #""header": [{"key": "authorization", "value": "Bearer \#(value)"}]"#,
        "scheme of its own": #""header": [{"key": "Authorization", "value": "Shop \#(value)"}]"#,
        "cookie": #""header": [{"key": "Cookie", "value": "s=\#(value)"}]"#,
        "disabled header": #""header": [{"key": "X-Api-Key", "value": "\#(value)", "disabled": true}]"#,
        "query": #""url": "http://a?token=\#(value)""#, "query in place": #""url": "http://a?token=\#(value)&b=+1""#,
        "query list": #""url": {"host": "a", "query": [{"key": "apiKey", "value": "\#(value)"}]}"#,
        "disabled query":
            #""url": {"host": "a", "query": [{"key": "apiKey", "value": "\#(value)", "disabled": true}]}"#,
        "url": #""url": "http://ada:\#(value)@a""#,
        "url in parts": #""url": {"host": "a", "auth": {"user": "ada", "password": "\#(value)"}}"#,
        "json": raw(#"{"a": [{"client_secret": "\#(value)"}]}"#),
        "list": raw(#"{"tokens": [], "token": ["\#(value)"]}"#),
        "json as text": raw(#"{"password": "\#(value)", "b": {{b}}{{c}}}"#),
        "json that no value can be": raw(#"{"password": "\#(value)", "x": "{{quoted}}"}"#),
        "form": body("urlencoded", #"[{"key": "password", "value": "\#(value)"}]"#),
        "disabled field": body(
            "urlencoded", #"[{"key": "a"}, {"key": "password", "value": "\#(value)", "disabled": true}]"#),
        "form as text": body("urlencoded", #""password=\#(value)""#),
        "part": body("formdata", #"[{"key": "password", "value": "\#(value)", "type": "text"}]"#),
        "variables of a query": body("graphql", #"{"query": "{a}", "variables": "{\"token\": \"\#(value)\"}"}"#),
    ]

    private func written(_ text: String) -> String {
        text.split(separator: "\n").filter { !$0.hasPrefix("secret ") }.joined(separator: "\n")
    }

    @Test(arguments: places.keys.sorted()) func `stand nowhere but in their list`(place: String) throws {
        let members = try #require(Self.places[place])
        let url = members.contains("\"url\"") ? "" : #""url": "http://a", "#
        let text = try PostmanSample.text(
            #"""
            "variable": [{"key": "quoted", "value": "a\"b"}],
            "item": [{"name": "r", "request": {\#(url)"method": "POST", \#(members)},
                "response": [{"code": 200, "body": "{\"echo\": \"\#(Self.value)\"}", "header": "X-Api-Key: \#(Self.value)"}]}]
            """#)
        let listed = text.split(separator: "\n").filter { $0.hasPrefix("secret ") && $0.contains(Self.value) }
        #expect(listed.isEmpty == Self.leftOut.contains(place))
        // A response may hold what is not carried over.
        let lines = written(text).split(separator: "\n").filter { listed.isEmpty ? !$0.contains("sample") : true }
        #expect(!lines.contains { $0.contains(Self.value) })
    }

    /// Places whose secrets are not carried over.
    private static let leftOut: Set = [
        "oauth1", "hawk", "unknown", "disabled header", "disabled query", "disabled field",
    ]

    @Test(arguments: ["collection", "environment", "globals"])
    func `of variables stand nowhere but in their list`(scope: String) throws {
        for variable in [
            #"{"key": "password", "value": "\#(Self.value)"}"#,
            #"{"key": "x", "type": "secret", "value": "\#(Self.value)"}"#,
            #"{"key": "used", "value": "\#(Self.value)"}"#,
        ] {
            var input = PostmanSample.collection(
                #"""
                "variable": [\#(scope == "collection" ? variable : "")],
                "item": [{"request": {"url": "http://a", "header": [{"key": "Authorization", "value": "Bearer {{used}}"}]}}]
                """#)
            if scope == "environment" { input.environment = PostmanSample.file(#"{"values": [\#(variable)]}"#) }
            if scope == "globals" { input.globals = PostmanSample.file(#"{"values": [\#(variable)]}"#) }
            let text = ImportPrinter.text(try ImportFormat.postman.read(input))
            #expect(text.contains("= \(Self.value)"))
            #expect(!written(text).contains(Self.value))
        }
    }

    @Test func `of the same value have one name, others numbers`() throws {
        let text = try PostmanSample.text(
            #"""
            "item": [{"request": {"url": "http://a", "auth": {"type": "bearer", "bearer": {"token": "one-1"}}}},
                {"request": {"url": "http://a", "auth": {"type": "bearer", "bearer": {"token": "two-2"}}}},
                {"request": {"url": "http://a?token=one-1"}}]
            """#)
        #expect(text.hasSuffix("secret SHOP_TOKEN = one-1\nsecret SHOP_TOKEN_2 = two-2"))
        #expect(text.contains("query token=$(secrets.SHOP_TOKEN)\n"))
    }
}
