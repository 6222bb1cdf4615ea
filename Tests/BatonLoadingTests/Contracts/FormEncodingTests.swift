import BatonFiles
import BatonHTTP
import Testing

@testable import BatonJudging
@testable import BatonLoading

/// Forms are read as `encoding` of their media type says.
@Suite struct FormEncodingTests {
    private static func exchange(
        _ type: String, _ schema: String, _ encoding: String = "{}", version: String = "3.1.0"
    ) throws -> ContractExchange {
        try ContractExchange(
            ContractLoading.document(
                "paths: { /a: { post: { requestBody: { content: { \(type): { schema: \(schema), encoding: \(encoding) } } }, responses: { 200: { description: d } } } } }",
                version: version))
    }

    private static let urlencoded = "application/x-www-form-urlencoded"

    /// Properties of a form, what `encoding` says of them, and forms that are right and wrong.
    static let forms: [(properties: String, encoding: String, right: [String], wrong: [String])] = [
        (
            "ids: { type: array, items: { type: integer } }", "{}", ["ids=1", "ids=1&ids=2", "other=x"],
            ["ids=x", "ids=1,2"]
        ),
        (
            "ids: { type: array, items: { type: integer } }", "{ ids: { explode: false } }",
            ["ids=1,2", "ids=7", "ids="],
            ["ids=1,x", "ids=1&ids=2", "ids=1%2C2"]
        ),
        (
            "note: { type: string, maxLength: 3 }", "{ note: { allowReserved: true } }", ["note=a,b", "note=%2C"],
            ["note=abcd"]
        ),
        (
            "a: { type: object, required: [n], properties: { n: { type: integer } } }", "{}",
            ["a={%22n%22:1}", "a=%7B%22n%22%3A1%7D"], ["a={%22n%22:%22x%22}", "a={}", "a=n", "a={"]
        ),
        (
            "a: { type: object, properties: { n: { type: integer } } }", "{ a: { contentType: application/json } }",
            ["a={%22n%22:1}"], ["a={%22n%22:%22x%22}", "a={", "a=n,1"]
        ),
        (
            "l: { type: array, items: { type: object, required: [n] } }", "{}",
            ["l={%22n%22:1}&l={%22n%22:2}", "l={%22n%22:1}"], ["l={%22n%22:1}&l={}"]
        ),
        (
            "a: { type: object, required: [n], properties: { n: { type: integer }, l: { type: array, items: { enum: [x] } }, deep: { type: object, properties: { on: { type: boolean } } } } }",
            "{ a: { style: deepObject, explode: true } }",
            [
                "a[n]=1", "a[n]=1&a[l][]=x", "a[n]=1&a[l][0]=x&a[l][1]=x", "a[n]=1&a[l]=x&a[l]=x",
                "a[n]=1&a[deep][on]=true",
            ],
            ["a[n]=x", "a[l]=x", "a[n]=1&a[l][]=y", "a[n]=1&a[deep][on]=1", "a=1"]
        ),
        (
            "a: { type: object, required: [n], properties: { n: { type: integer } } }, b: { type: boolean }",
            "{ a: { style: form, explode: true } }", ["n=1&b=true"], ["n=x&b=true", "m=1", "n=1&b=1"]
        ),
        ("s: { enum: [a] }", "{ s: { contentType: text/plain } }", ["s=a"], ["s=b"]),
    ]

    @Test(arguments: forms, ["3.0.3", "3.1.0"])
    func `the fields of a form are read as their encoding says`(
        _ test: (properties: String, encoding: String, right: [String], wrong: [String]), _ version: String
    ) throws {
        let exchange = try Self.exchange(
            Self.urlencoded, "{ type: object, properties: { \(test.properties) } }", test.encoding, version: version)
        func told(_ form: String) throws -> [String] {
            try exchange.told("POST", "/a", [], .bytes(Array(form.utf8), contentType: Self.urlencoded)).map(\.message)
        }
        for form in test.right { #expect(try told(form).isEmpty, "\(form)") }
        for form in test.wrong { #expect(try !told(form).isEmpty, "\(form)") }
    }

    @Test func `an object without an encoding may be written as JSON or as its members`() throws {
        let exchange = try Self.exchange(
            Self.urlencoded,
            "{ type: object, required: [a], properties: { a: { type: object, required: [n], properties: { n: { type: integer } } } } }"
        )
        func told(_ form: String) throws -> [String] {
            try exchange.told("POST", "/a", [], .bytes(Array(form.utf8), contentType: Self.urlencoded)).map(\.message)
        }
        #expect(try told("a={\"n\":1}").isEmpty)
        #expect(try told("n=1").isEmpty)
        #expect(try !told("n=x").isEmpty)
    }

    private static func field(_ name: String, _ text: String, _ type: String? = nil) -> MultipartPart {
        MultipartPart(name, .bytes(Array(text.utf8)), contentType: type)
    }

    /// Properties of a multipart form, what `encoding` says of them, and parts with the first that is told of them.
    static let parts: [(properties: String, encoding: String, parts: [MultipartPart], told: String?)] = [
        ("l: { type: array, items: { type: integer } }", "{}", [field("l", "1")], nil),
        ("l: { type: array, items: { type: integer } }", "{}", [field("l", "1"), field("l", "2")], nil),
        ("l: { type: array, items: { type: integer } }", "{}", [field("l", "[1,2]", "application/json")], nil),
        (
            "l: { type: array, items: { type: integer } }", "{}", [field("l", "1"), field("l", "x")],
            #"request $.l[1]: expected an integer, got "x""#
        ),
        ("o: { type: object, required: [n] }", "{}", [field("o", #"{"n":1}"#, "application/json")], nil),
        (
            "o: { type: object, required: [n] }", "{}", [field("o", "{}", "application/json")],
            "request $.o.n: expected a value, got nothing"
        ),
        ("o: {}", "{}", [field("o", "{", "application/json")], #"request $.o: expected JSON, got "{""#),
        ("s: { type: string, maxLength: 2 }", "{}", [field("s", "long", "image/png")], nil),
        (
            "s: { type: string }", "{ s: { contentType: 'image/png, image/jpeg' } }", [field("s", "x", "image/png")],
            nil
        ),
        ("s: { type: string }", "{ s: { contentType: 'image/*' } }", [field("s", "x", "image/gif")], nil),
        (
            "s: { type: string }", "{ s: { contentType: 'image/png, image/jpeg' } }", [field("s", "x", "image/gif")],
            #"request $.s: expected a part of image/png or image/jpeg, got "image/gif""#
        ),
        (
            "s: { type: string }", "{ s: { contentType: image/png } }", [field("s", "x")],
            #"request $.s: expected a part of image/png, got "text/plain""#
        ),
        ("s: { type: string }", "{ s: { contentType: text/plain } }", [field("s", "x")], nil),
        (
            "s: { type: string }", "{ s: { headers: { X-Id: { required: true, schema: {} } } } }", [field("s", "x")],
            "request $.s: expected a part with the header `X-Id`, got a part without it"
        ),
        (
            "s: { type: string }", "{ s: { headers: { Content-Disposition: { required: true, schema: {} } } } }",
            [field("s", "x")], nil
        ),
        (
            "l: { type: array, items: { type: integer } }", "{ l: { style: form, explode: false } }",
            [field("l", "1,2")], nil
        ),
        (
            "l: { type: array, items: { type: integer } }", "{ l: { style: form, explode: false } }",
            [field("l", "1,x")],
            #"request $.l[1]: expected an integer, got "x""#
        ),
    ]

    @Test(arguments: parts)
    func `the parts of a multipart form are read as their encoding and their type say`(
        _ test: (properties: String, encoding: String, parts: [MultipartPart], told: String?)
    ) throws {
        let exchange = try Self.exchange(
            "multipart/form-data", "{ type: object, properties: { \(test.properties) } }", test.encoding)
        let told = try exchange.told("POST", "/a", [], .multipart(test.parts)).map(\.message)
        #expect(told == (test.told.map { [$0] } ?? []))
    }

    @Test func `in OpenAPI 3.0 the parts of a multipart form have no style`() throws {
        let exchange = try Self.exchange(
            "multipart/form-data", "{ type: object, properties: { s: { enum: ['1,2'] } } }",
            "{ s: { style: form, explode: false } }", version: "3.0.3")
        #expect(try exchange.told("POST", "/a", [], .multipart([Self.field("s", "1,2")])).isEmpty)
    }

    @Test func `the content of a part that is not read fits any schema, where a part may be`() throws {
        let exchange = try Self.exchange(
            "multipart/form-data",
            "{ type: object, additionalProperties: false, properties: { s: { type: string, minLength: 100, pattern: '^x' }, o: { type: object } } }"
        )
        func told(_ name: String) throws -> [String] {
            try exchange.told("POST", "/a", [], .multipart([Self.field(name, "\u{0}", "application/octet-stream")]))
                .map(\.message)
        }
        #expect(try told("s").isEmpty)
        #expect(try told("o").isEmpty)
        #expect(try told("other").count == 1)
    }
}
