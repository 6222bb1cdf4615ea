import BatonDiagnostics
import BatonHTTP
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading

/// What of a request and its response breaks a contract, in the words that users read.
@Suite struct ContractJudgeTests {
    private static let document = ContractLoading.document(
        """
        components:
          schemas:
            Item:
              type: object
              required: [id, name]
              properties:
                id: { type: integer, readOnly: true }
                name: { type: string, maxLength: 5 }
                secret: { type: string, writeOnly: true }
                parent: { $ref: '#/components/schemas/Item' }
          headers: { Left: { required: true, schema: { type: integer } } }
          securitySchemes: { key: { type: apiKey, in: query, name: api_key } }
        paths:
          /items/{id}:
            parameters:
              - { name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }
            get:
              parameters:
                - { name: limit, in: query, schema: { type: integer, maximum: 10 } }
                - { name: tags, in: query, schema: { type: array, items: { enum: [a, b] } } }
                - { name: ids, in: query, style: form, explode: false, schema: { type: array, items: { type: integer } } }
                - { name: filter, in: query, style: deepObject, schema: { type: object, properties: { age: { type: integer } }, additionalProperties: false } }
                - { name: at, in: query, content: { application/json: { schema: { type: object, required: [x] } } } }
                - { name: X-Trace, in: header, required: true, schema: { type: string, minLength: 3 } }
                - { name: session, in: cookie, schema: { type: string, pattern: '^s' } }
                - { name: Authorization, in: header, required: true, schema: { type: string } }
              responses:
                '200':
                  description: d
                  headers: { X-Left: { $ref: '#/components/headers/Left' } }
                  content:
                    application/json: { schema: { $ref: '#/components/schemas/Item' } }
                    text/*: { schema: { type: string, maxLength: 3 } }
                4XX: { description: d, content: { application/problem+json: { schema: { required: [title] } } } }
            put:
              requestBody:
                required: true
                content:
                  application/json: { schema: { $ref: '#/components/schemas/Item' } }
                  application/x-www-form-urlencoded: { schema: { type: object, required: [n], properties: { n: { type: integer } } } }
                  multipart/form-data: { schema: { type: object, required: [file, n], properties: { n: { type: integer }, meta: { type: object } } } }
              responses: { default: { description: d } }
            delete: { responses: { '204': { description: d } } }
        """)

    private static func rule() throws -> ContractRule {
        let loaded = ContractLoading.load(document)
        return try #require(loaded.rule, "\(loaded.diagnostics.map(\.message))")
    }

    private static func operation(
        _ method: String, _ url: URLText, _ rule: ContractRule
    ) throws -> (Contract.Operation, [(name: String, text: String)]) {
        guard case .operation(let index, let values) = rule.match(method, url, base: nil) else {
            throw Checking.NotLoaded(messages: ["\(method) \(url) is not in the contract"])
        }
        return (rule.contract.operations[index], values)
    }

    /// - Parameter headers: X-Trace is added where it is not there.
    private static func told(
        _ method: String, _ path: String, _ headers: [(String, String)] = [("X-Trace", "abc")],
        _ body: RequestBody = .none
    ) throws -> [ContractViolation] {
        let rule = try rule()
        let url = try URLText.parse("http://127.0.0.1:1\(path)")
        let (operation, values) = try operation(method, url, rule)
        let request = Request(
            try #require(Method(method)), url, headers: Headers(headers.map { Headers.Field($0.0, $0.1) }), body: body)
        return ContractJudge(rule, mask: { $0 }).request(request, request.completeHeaders, operation, values: values)
    }

    private static func json(_ text: String) -> RequestBody {
        .bytes(Array(text.utf8), contentType: "application/json")
    }

    static let requests: [(path: String, told: [String])] = [
        ("/items/7", []),
        ("/items/0", ["request path.id: expected at least 1, got 0"]),
        ("/items/x", [#"request path.id: expected an integer, got "x""#]),
        ("/items/7?limit=10&tags=a&tags=b&ids=1,2&filter[age]=3&api_key=k", []),
        ("/items/7?limit=11", ["request query.limit: expected at most 10, got 11"]),
        ("/items/7?limit=many", [#"request query.limit: expected an integer, got "many""#]),
        ("/items/7?limit=many&limit=1", [#"request query.limit: expected an integer, got ["many","1"]"#]),
        ("/items/7?tags=a&tags=c", [#"request query.tags[1]: expected one of "a", "b", got "c""#]),
        ("/items/7?ids=1,x", [#"request query.ids[1]: expected an integer, got "x""#]),
        // An encoded comma belongs to a value (RFC 6570, 3.2.8).
        ("/items/7?ids=1%2C2", [#"request query.ids[0]: expected an integer, got "1,2""#]),
        ("/items/7?filter[age]=old", [#"request query.filter.age: expected an integer, got "old""#]),
        ("/items/7?filter[size]=1", [#"request query.filter.size: expected nothing, got "1""#]),
        ("/items/7?at={%22x%22:1}", []),
        ("/items/7?at={}", ["request query.at.x: expected a value, got nothing"]),
        ("/items/7?at={", [#"request query.at: expected JSON, got "{""#]),
        ("/items/7?other=1", ["request query.other: GET /items/{id} declares no such parameter"]),
    ]

    @Test(arguments: requests)
    func `parameters of the URL are held against their schemas`(_ test: (path: String, told: [String])) throws {
        #expect(try Self.told("GET", test.path).map(\.message) == test.told)
    }

    @Test func `an undeclared query parameter is advice, all else is a violation`() throws {
        let advice = try Self.told("GET", "/items/7?other=1")
        #expect(advice.map(\.subject) == [.undeclaredRequest] && advice.map(\.isAdvice) == [true])
        let violation = try Self.told("GET", "/items/0")
        #expect(violation.map(\.subject) == [.request] && violation.map(\.isAdvice) == [false])
    }

    static let headers: [(headers: [(String, String)], told: [String])] = [
        ([], ["request header.X-Trace: expected a value, got nothing"]),
        ([("x-trace", "ab")], [#"request header.X-Trace: expected at least 3 characters, got "ab" (2 characters)"#]),
        ([("X-Trace", "abc"), ("Cookie", "a=1; session=s1")], []),
        (
            [("X-Trace", "abc"), ("Cookie", "session=t1")],
            [#"request cookie.session: expected a text that matches ^s, got "***""#]
        ),
    ]

    @Test(arguments: headers)
    func `headers and cookies are held against their schemas`(
        _ test: (headers: [(String, String)], told: [String])
    ) throws {
        #expect(try Self.told("GET", "/items/7", test.headers).map(\.message) == test.told)
    }

    static let bodies: [(body: RequestBody, told: [String])] = [
        (.none, ["request body: expected a body, got nothing"]),
        (json(#"{"name": "a"}"#), []),
        (json(#"{"name": "a", "id": 1}"#), ["request $.id: expected nothing, because it is read-only, got 1"]),
        (
            json(#"{"name": "abcdef"}"#),
            [#"request $.name: expected at most 5 characters, got "abcdef" (6 characters)"#]
        ),
        (json(#"{"name": "a", "parent": {"name": 1}}"#), ["request $.parent.name: expected a string, got 1"]),
        (json("{"), [#"request body: expected JSON, got "{""#]),
        (
            .bytes([0x61], contentType: "text/plain"),
            [
                #"request content-type: expected application/json or application/x-www-form-urlencoded or multipart/form-data, got "text/plain""#
            ]
        ),
        (.bytes(Array("n=5".utf8), contentType: "application/x-www-form-urlencoded"), []),
        (
            .bytes(Array("n=five".utf8), contentType: "application/x-www-form-urlencoded"),
            [#"request $.n: expected an integer, got "five""#]
        ),
        (.multipart([MultipartPart("file", .bytes([1])), MultipartPart("n", .bytes(Array("5".utf8)))]), []),
        (
            .multipart([MultipartPart("n", .bytes(Array("5".utf8)))]),
            ["request $.file: expected a value, got nothing"]
        ),
    ]

    @Test(arguments: bodies)
    func `a body is held against the schema of its media type`(_ test: (body: RequestBody, told: [String])) throws {
        #expect(try Self.told("PUT", "/items/7", [], test.body).map(\.message) == test.told)
    }

    @Test func `a part that is JSON and is sent as text is told how to be sent`() throws {
        func found(_ type: String?) throws -> [ContractViolation] {
            let parts = [
                MultipartPart("file", .bytes([1])), MultipartPart("n", .bytes(Array("5".utf8))),
                MultipartPart("meta", .bytes(Array(#"{"a":1}"#.utf8)), contentType: type),
            ]
            return try Self.told("PUT", "/items/7", [], .multipart(parts))
        }
        #expect(try found("application/json").isEmpty)
        for type in [nil, "text/plain"] {
            let violation = try #require(try found(type).first)
            #expect(violation.message == #"request $.meta: expected an object, got "{\"a\":1}""#)
            #expect(
                violation.hint
                    == "the part is sent as text: `meta: { text: …, type: application/json }` sends it as JSON")
        }
    }

    @Test func `a path that fits but for a slash in its last value is told how the document allows it`() throws {
        let rule = try Self.rule()
        let url = try URLText.parse("http://127.0.0.1:1/items/7/parts/8")
        let found = try #require(ContractJudge(rule, mask: { $0 }).undeclared(.noPath, "GET", url))
        #expect(
            found.hint?.hasSuffix(
                "if `id` of `/items/{id}` may hold a `/`, say so in the document: `/items/{id:path}`") == true,
            "\(found.hint ?? "")")
        let other = try URLText.parse("http://127.0.0.1:1/health/x/y")
        #expect(
            try #require(ContractJudge(rule, mask: { $0 }).undeclared(.noPath, "GET", other)).hint?.contains("slash")
                == false)
    }

    @Test func `a body that the contract does not have is undeclared`() throws {
        let found = try Self.told("DELETE", "/items/7", [], Self.json("{}"))
        #expect(found.map(\.message) == ["request body: DELETE /items/{id} declares none"])
        #expect(found.map(\.subject) == [.undeclaredRequest])
    }

    // MARK: - Responses

    private static func told(
        _ status: Int, _ headers: [(String, String)], _ body: String, to method: String = "GET"
    ) throws -> [ContractViolation] {
        let rule = try rule()
        let url = try URLText.parse("http://127.0.0.1:1/items/7")
        let (operation, _) = try operation(method, url, rule)
        let response = Response(
            status: status, headers: Headers(headers.map { Headers.Field($0.0, $0.1) }), body: Array(body.utf8),
            url: url)
        return ContractJudge(rule, mask: { $0.replacing("hidden", with: "***") }).response(
            StepResponse(response), to: method, operation, body: .whole)
    }

    private static let left = ("X-Left", "5")
    private static let jsonType = ("Content-Type", "application/json; charset=utf-8")

    static let responses: [(status: Int, headers: [(String, String)], body: String, told: [String])] = [
        (200, [left, jsonType], #"{"id": 1, "name": "a"}"#, []),
        (200, [jsonType], #"{"id": 1, "name": "a"}"#, ["response headers.X-Left: expected a value, got nothing"]),
        (
            200, [("x-left", "many"), jsonType], #"{"id": 1, "name": "a"}"#,
            [#"response headers.X-Left: expected an integer, got "many""#]
        ),
        (200, [left, jsonType], #"{"name": "a"}"#, ["response $.id: expected a value, got nothing"]),
        (
            200, [left, jsonType], #"{"id": 1, "name": "a", "secret": "s"}"#,
            [#"response $.secret: expected nothing, because it is write-only, got "s""#]
        ),
        (
            200, [left, jsonType], #"{"id": 1, "name": "hidden"}"#,
            [#"response $.name: expected at most 5 characters, got "***" (6 characters)"#]
        ),
        (
            200, [left, jsonType], "<p>",
            ["response body: it is not JSON: expected a value, found `<` (line 1, column 1)"]
        ),
        (200, [left, jsonType], "", ["response body: expected JSON, got nothing"]),
        (200, [left], "", ["response body: expected a body of application/json or text/*, got nothing"]),
        (
            200, [left, ("Content-Type", "image/png")], "x",
            [#"response content-type: expected application/json or text/*, got "image/png""#]
        ),
        (200, [left], "x", ["response content-type: expected application/json or text/*, got nothing"]),
        (200, [left, ("Content-Type", "text/plain")], "abc", []),
        (
            200, [left, ("Content-Type", "text/plain")], "abcd",
            [#"response $: expected at most 3 characters, got "abcd" (4 characters)"#]
        ),
        (404, [("Content-Type", "application/problem+json")], #"{"title": "t"}"#, []),
        (
            404, [("Content-Type", "application/problem+json")], "{}",
            ["response $.title: expected a value, got nothing"]
        ),
        (500, [jsonType], "{}", ["response status: GET /items/{id} declares 200, 4XX, got 500"]),
    ]

    @Test(arguments: responses)
    func `a response is held against what its status is declared to be`(
        _ test: (status: Int, headers: [(String, String)], body: String, told: [String])
    ) throws {
        #expect(try Self.told(test.status, test.headers, test.body).map(\.message) == test.told)
    }

    @Test func `default stands for every status, and no content for any body`() throws {
        let advice = try Self.told(418, [], "anything", to: "PUT")
        #expect(advice.map(\.subject) == [.undeclaredResponse] && advice.map(\.isAdvice) == [true])
        #expect(try Self.told(204, [], "", to: "DELETE").isEmpty)
    }

    @Test func `a violation tells the line of its keyword in the contract`() throws {
        let found = try Self.told(200, [Self.left, Self.jsonType], #"{"id": "x", "name": "abcdef"}"#)
        let violation = try #require(found.first)
        #expect(violation.message == #"response $.id: expected an integer, got "x" (and 1 more)"#)
        #expect(violation.range.description == "openapi.yaml:9:15")
        #expect(
            violation.differences.map(\.rule) == [
                "openapi.yaml:9:15 #/components/schemas/Item/properties/id/type",
                "openapi.yaml:10:31 #/components/schemas/Item/properties/name/maxLength",
            ])
    }

    // MARK: - Content without a schema, Set-Cookie

    static let withoutSchema = ContractLoading.document(
        """
        paths:
          /x:
            post:
              requestBody: { content: { application/json: {}, application/problem+json: {}, text/plain: {} } }
              responses: { default: { description: d } }
            get: { responses: { default: { description: d, content: { application/json: {}, text/plain: {} } } } }
        """)

    @Test(arguments: [
        ("application/json", #"{"a":1}"#, false), ("application/json", #"{"a":"#, true),
        ("application/problem+json", "oops", true), ("application/json; charset=utf-8", "", true),
        ("text/plain", #"{"a":"#, false),
    ])
    func `a body that is called JSON is JSON, with a schema or without`(
        _ type: String, _ body: String, _ isWrong: Bool
    ) throws {
        let exchange = try ContractExchange(Self.withoutSchema)
        let sent = try exchange.told("POST", "/x", [], .bytes(Array(body.utf8), contentType: type))
        #expect(sent.count == (isWrong ? 1 : 0), "\(sent.map(\.message))")
        if type.contains("problem") { return }
        let received = try exchange.told(of: "/x", [("Content-Type", type)], body)
        #expect(received.count == (isWrong ? 1 : 0), "\(received.map(\.message))")
    }

    @Test func `the name of a header or a field may begin with x-, as extensions do`() throws {
        let exchange = try ContractExchange(
            ContractLoading.document(
                """
                paths:
                  /a:
                    get: { responses: { 200: { description: d, headers: { x-n: { schema: { type: integer } } } } } }
                    post:
                      requestBody:
                        content:
                          application/x-www-form-urlencoded:
                            schema: { properties: { x-ids: { type: array, items: { type: integer } } } }
                            encoding: { x-ids: { explode: false } }
                      responses: { 200: { description: d } }
                """))
        let found = try exchange.told(of: "/a", [("x-n", "many")])
        #expect(found.map(\.message) == [#"response headers.x-n: expected an integer, got "many""#])
        func told(_ form: String) throws -> [ContractViolation] {
            let body = RequestBody.bytes(Array(form.utf8), contentType: "application/x-www-form-urlencoded")
            return try exchange.told("POST", "/a", [], body)
        }
        #expect(try told("x-ids=1,2").isEmpty)
        #expect(try told("x-ids=1,x").count == 1)
    }

    @Test func `a body that did not come to its end is not looked into, which is advice`() throws {
        let exchange = try ContractExchange(Self.withoutSchema)
        func found(_ type: String, _ received: ContractJudge.ReceivedBody) throws -> [ContractViolation] {
            try exchange.told(of: "/x", [("Content-Type", type)], "[1", received: received)
        }
        let advice = try found("application/json", .partial)
        #expect(
            advice.map(\.message) == ["response body: it did not come to its end, and is not held against the contract"]
        )
        #expect(advice.map(\.subject) == [.response] && advice.map(\.isAdvice) == [true])
        #expect(try found("application/json", .unread).isEmpty)
        #expect(try found("text/plain", .partial).isEmpty)
        #expect(try found("text/html", .partial).map(\.subject) == [.response])
        #expect(try exchange.told(of: "/x", [], "", received: .partial).isEmpty)
    }

    private static func cookies(_ schema: String, _ cookies: [String]) throws -> [String] {
        let exchange = try ContractExchange(
            ContractLoading.document(
                "paths: { /x: { get: { responses: { 200: { description: d, headers: { Set-Cookie: { schema: \(schema) } } } } } } }"
            ))
        return try exchange.told(of: "/x", cookies.map { ("Set-Cookie", $0) }).map(\.message)
    }

    @Test func `a comma in a Set-Cookie is part of it, and each field is a value of its own`() throws {
        let dated = "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT"
        let list = "{ type: array, maxItems: 1, items: { type: string, pattern: '^a=.*GMT$' } }"
        #expect(try Self.cookies(list, [dated]).isEmpty)
        #expect(
            try Self.cookies(list, [dated, dated]).map { $0.contains("expected at most 1 element") } == [true])
        #expect(try Self.cookies("{ type: string, pattern: '^a=.*GMT$' }", [dated]).isEmpty)
        // A schema of one text describes one of the cookies.
        #expect(try Self.cookies("{ type: string, pattern: '^b=' }", [dated, "b=2"]).isEmpty)
        #expect(try Self.cookies("{ type: string, pattern: '^c=' }", [dated, "b=2"]).count == 1)
        #expect(try Self.cookies("{ type: string }", []).isEmpty)
    }

    @Test func `a hostile body ends with a limit instead of a verdict`() throws {
        let deep =
            String(repeating: #"{"id":1,"name":"a","parent":"#, count: 900) + "{}" + String(repeating: "}", count: 900)
        let found = try Self.told(200, [Self.left, Self.jsonType], deep)
        #expect(found.count == 1)
        #expect(
            found.first?.message.contains("cannot be held against the contract") == true
                || found.first?.message.contains("it is not JSON") == true, "\(found.map(\.message))")
    }
}
