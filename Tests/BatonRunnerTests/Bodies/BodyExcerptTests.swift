import BatonJSON
import BatonSecrets
import Testing

@testable import BatonRunner

/// What a report shows of a body.
@Suite struct BodyExcerptTests {
    private func excerpt(_ body: String, _ path: String? = nil, secrets: [String] = []) throws -> String {
        let registry = SecretRegistry()
        for secret in secrets { registry.add(secret) }
        let place = try path.map { try #require(try JSONPath.parse($0).place) }
        let bytes = Array(body.utf8)
        return BodyExcerpt(mask: registry.masked).text(bytes, size: bytes.count, focus: place)?.text.text ?? "nil"
    }

    private static func rows(_ count: Int) -> String {
        let rows = (0..<count).map { #"{"id":\#($0),"name":"row \#($0)"}"# }
        return #"{"total":\#(count),"rows":[\#(rows.joined(separator: ","))],"next":null}"#
    }

    @Test(arguments: [
        "", "no JSON at all", #"{"a":1,"b":[1,2]}"#, "{\n  \"a\": \"\(String(repeating: "x", count: 200))\"\n}",
    ])
    func `a short body, and one that has lines of its own, is shown as it came`(_ body: String) throws {
        #expect(try excerpt(body) == (body.isEmpty ? "nil" : body))
    }

    @Test(arguments: ["[INFO] \(String(repeating: "x", count: 300))", #"{"a":\#(String(repeating: "[", count: 300))"#])
    func `what only begins like JSON is not touched`(_ body: String) throws {
        #expect(try excerpt(body) == body)
    }

    @Test func `JSON on one long line is laid out, each number and text as it was written`() throws {
        let long = String(repeating: "x", count: 250)
        #expect(
            try excerpt(#"{"a" : 1.50,"b":[],"c":{},"d":[1e5,true,{"e":"\u00e4,}\"]"}],"f":"\#(long)"}"#) == """
                {
                  "a": 1.50,
                  "b": [],
                  "c": {},
                  "d": [
                    1e5,
                    true,
                    {
                      "e": "\\u00e4,}\\"]"
                    }
                  ],
                  "f": "\(long)"
                }
                """)
    }

    @Test func `of a large body the lines around the place that failed are shown`() throws {
        #expect(
            try excerpt(Self.rows(2000), "$.rows[531].name") == """
                {
                  "total": 2000,
                  "rows": [
                … 2118 lines
                      "name": "row 529"
                    },
                    {
                      "id": 530,
                      "name": "row 530"
                    },
                    {
                      "id": 531,
                      "name": "row 531"
                    },
                    {
                      "id": 532,
                      "name": "row 532"
                    },
                    {
                      "id": 533,
                … 5869 more lines, 57815 bytes in all
                """)
    }

    @Test(arguments: [
        ("$.rows[1999].id", #""id": 1999,"#), ("$.next", #""next": null"#), ("$.total", #""total": 2000,"#),
        ("$.rows[0]", #""id": 0,"#), ("$.rows[77]", #""id": 77,"#), ("$.rows[1999].nothing.here", #""id": 1999,"#),
        ("$.rows", #""id": 0,"#), ("$", #""total": 2000,"#),
    ])
    func `the place, or what of the way to it exists, is in the excerpt`(_ path: String, _ line: String) throws {
        let text = try excerpt(Self.rows(2000), path)
        #expect(text.contains(line), "\(text)")
        #expect(text.utf8.count < BodyExcerpt.limit + 200)
    }

    @Test func `of members with one name the last one counts, and names are compared as they are meant`() throws {
        let filler = (0..<500).map { #""k\#($0)":0"# }.joined(separator: ",")
        let body = #"{"\u00e4":1,\#(filler),"ä":2,\#(filler)}"#
        #expect(try excerpt(body, "$['ä']").contains(#""ä": 2"#))
    }

    @Test func `a secret is masked also where it is a whole object, and where it would be cut`() throws {
        let secret = #"{"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4"}"#
        let filler = String(repeating: "y", count: 5000)
        let text = try excerpt(
            #"{"key":\#(secret),"filler":"\#(filler)","pin":48291355}"#, "$.key.n", secrets: [secret, "48291355"])
        #expect(!text.contains("0vx7") && !text.contains("RSA"), "\(text)")
        #expect(
            !(try excerpt(#"{"pin":48291355,"filler":"\#(filler)"}"#, "$.pin", secrets: ["48291355"])).contains("482"))
    }

    @Test func `text that is no JSON is cut behind its beginning`() throws {
        let text = try excerpt(String(repeating: "line of text\n", count: 1000))
        #expect(text.hasPrefix("line of text\n") && text.hasSuffix("\n… (13000 bytes)"))
    }

    @Test func `binary data is named, not shown`() throws {
        #expect(try excerpt("a\0b") == "(3 bytes of binary data)")
    }

    @Test func `JSON of many levels, and a line of a megabyte, are shown without harm`() throws {
        let deep = String(repeating: "[", count: 1500) + String(repeating: "]", count: 1500)
        #expect(try excerpt(deep, "$[0][0]").utf8.count < 3 * BodyExcerpt.limit)
        let wide = #"{"a":"\#(String(repeating: "x", count: 1 << 20))","b":1}"#
        #expect(try excerpt(wide, "$.a").utf8.count < 2 * BodyExcerpt.limit)
        #expect(try excerpt(wide, "$.b").contains(#""b": 1"#))
    }
}
