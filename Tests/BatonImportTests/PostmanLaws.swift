import BatonImport
import BatonJSON
import Testing

/// Laws for sources of any shape: what comes out is a project or an error, in bounded time.
@Suite struct `Any source of Postman` {
    private static let sample = #"""
        {"info": {"name": "Shop", "description": "d", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/"},
         "auth": {"type": "oauth2", "oauth2": [{"key": "accessToken", "value": "{{t}}", "type": "string"}]},
         "variable": [{"key": "base", "value": "{{scheme}}://a", "type": "string"}, {"key": "scheme", "value": "http"}],
         "event": [{"listen": "prerequest", "script": {"type": "text/javascript", "exec": ["pm.globals.set('a', 1)"]}}],
         "protocolProfileBehavior": {"followRedirects": true, "disabledSystemHeaders": {"accept": true}},
         "item": [
            {"name": "f", "item": [{"name": "q", "protocolProfileBehavior": {"maxRedirects": 2},
              "request": {"method": "POST", "auth": {"type": "basic", "basic": [{"key": "username", "value": "u"}]},
                "url": {"raw": "{{base}}/a/:id?x=1", "host": ["{{base}}"], "path": ["a", ":id"], "port": "80",
                    "query": [{"key": "x", "value": "1", "disabled": false}], "variable": [{"key": "id", "value": "7"}]},
                "header": [{"key": "Content-Type", "value": "application/json"}],
                "body": {"mode": "raw", "raw": "{\"a\": {{a}}, \"password\": \"secret-1\"}", "options": {"raw": {"language": "json"}}},
                "proxy": {"host": "p", "port": 1, "match": "x"}, "certificate": {"name": "c"}},
              "response": [{"name": "ok", "code": 200, "header": [{"key": "A", "value": "b"}], "body": "x"}]}]},
            {"name": "g", "request": {"url": "http://a?{{x}}", "method": "PUT", "body": {"mode": "formdata",
                "formdata": [{"key": "f", "type": "file", "src": ["a"]}, {"key": "t", "value": "x", "type": "text"}]}}},
            {"name": "h", "request": {"url": "http://a", "method": "PUT", "body": {"mode": "graphql",
                "graphql": {"query": "{a}", "variables": "{}"}}}}
         ]}
        """#

    private func isHandled(_ bytes: [UInt8]) -> Bool {
        do throws(ImportError) {
            let project = try ImportFormat.postman.read(ImportInput(files: [.init(path: "x.json", bytes: bytes)]))
            return !ImportPrinter.text(project).isEmpty
        } catch {
            return !error.message.isEmpty
        }
    }

    @Test func `cut off anywhere is an error with a line`() {
        let bytes = Array(Self.sample.utf8)
        for length in stride(from: 0, to: bytes.count, by: 3) {
            do throws(ImportError) {
                _ = try ImportFormat.postman.read(
                    ImportInput(files: [.init(path: "x.json", bytes: Array(bytes[..<length]))]))
                Issue.record("read at \(length)")
            } catch {
                #expect(error.code == .unreadable)
                #expect(error.line != nil)
            }
        }
    }

    private static let others: [JSONValue] = [
        .null, true, 5, "", "{{a}}", "text", [], [[], .null, 7, ["key": "a"]], .object(JSONObject()),
        ["key": 5, "value": [], "name": ["x"], "item": [["request": [:]]]], 1e300,
    ]

    @Test func `with any one value replaced by any other kind is a project or an error`() throws {
        let value = try JSONParser.parse(Self.sample)
        for place in 0..<Self.count(value) {
            for other in Self.others {
                var left = place
                let changed = Self.replacing(value, &left, with: other)
                #expect(isHandled(changed.jsonBytes()), "place \(place) with \(other)")
            }
        }
    }

    private static func count(_ value: JSONValue) -> Int {
        switch value {
        case .array(let list): 1 + list.map(count).reduce(0, +)
        case .object(let object): 1 + object.members.map { count($0.value) }.reduce(0, +)
        default: 1
        }
    }

    /// Replaces the value that comes at a place of a walk through all of them.
    private static func replacing(_ value: JSONValue, _ left: inout Int, with other: JSONValue) -> JSONValue {
        left -= 1
        if left == -1 { return other }
        switch value {
        case .array(let list): return .array(list.map { replacing($0, &left, with: other) })
        case .object(let object):
            return .object(JSONObject(object.members.map { ($0.name, replacing($0.value, &left, with: other)) }))
        default: return value
        }
    }

    static func list(_ count: Int, _ element: (Int) -> String) -> String {
        "[" + (0..<count).map(element).joined(separator: ",") + "]"
    }

    private static func repeated(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    private static func variables(_ count: Int, _ value: (Int) -> String) -> String {
        #""variable": "# + list(count) { "{\"key\": \"k\($0)\", \"value\": \"\(value($0))\"}" }
    }

    private static func request(_ url: String) -> String { "{\"request\": \"\(url)\"}" }

    /// Sources in which something is so large that quadratic work would show.
    private static let large: [String: String] = [
        "a chain of variables": #""item": [], "# + variables(8_000) { "{{k\($0 + 1)}}" },
        "variables that double": #""item": [\#(request("http://{{k0}}"))], "#
            + variables(40) { "{{k\($0 + 1)}}{{k\($0 + 1)}}" },
        "variables that double at each use": #""item": "# + list(60) { _ in request("http://{{k0}}") } + ", "
            + variables(19) { $0 == 18 ? "{{$guid}}" : "{{k\($0 + 1)}}{{k\($0 + 1)}}" },
        "variables without a value":
            #""item": [\#(request("http://a/" + (0..<10_000).map { "{{v\($0)}}" }.joined()))]"#,
        "braces": #""item": [\#(request(repeated(200_000, "{{")))]"#,
        "parameters": #""item": [\#(request("http://a?" + repeated(20_000, "a&")))]"#,
        "segments": #"""
        "item": [{"request": {"url": {"host": "a", "path": \#(list(10_000) { _ in "\":x\"" }),
            "variable": \#(list(10_000) { "{\"key\": \"y\($0)\", \"value\": \"1\"}" })}}}]
        """#,
        "notes": #""item": "# + list(100_000) { _ in "1" },
        "secrets": #"""
        "item": [{"request": {"url": "http://a", "method": "PUT", "body": {"mode": "raw",
            "raw": "[\#(repeated(5_000, #"{\"token\": \"a\\nb\"},"#)) 1]"}}}]
        """#,
        "settings": #"""
        "item": [{"request": "http://a", "protocolProfileBehavior":
            {\#((0..<50_000).map { "\"k\($0)\": 1" }.joined(separator: ","))}}]
        """#,
        "scripts": #""item": \#(list(60) { _ in request("http://a") }), "event": "#
            + #"[{"listen": "test", "script": {"exec": "\#(repeated(500, "x();"))"}}]"#,
    ]

    @Test(.timeLimit(.minutes(1)), arguments: large.keys.sorted())
    func `takes a time that grows with its size`(name: String) throws {
        let members = try #require(Self.large[name])
        #expect(isHandled(Array(#"{"info": {"name": "Shop"}, \#(members)}"#.utf8)))
    }
}
