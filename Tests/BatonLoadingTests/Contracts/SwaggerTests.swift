import BatonDiagnostics
import BatonFiles
import BatonHTTP
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// Documents of Swagger 2.0 are contracts as those of OpenAPI 3 are.
@Suite struct SwaggerTests {
    static let document = """
        swagger: '2.0'
        info: { title: Petstore, version: 1.0.0 }
        host: petstore.example.com
        basePath: /v2
        schemes: [https]
        consumes: [application/json]
        produces: [application/json]
        securityDefinitions: { key: { type: apiKey, in: query, name: api_key } }
        paths:
          /pets:
            get:
              operationId: listPets
              parameters:
                - { name: csv, in: query, type: array, items: { type: integer } }
                - { name: ssv, in: query, type: array, items: { type: integer }, collectionFormat: ssv }
                - { name: tsv, in: query, type: array, items: { type: integer }, collectionFormat: tsv }
                - { name: pipes, in: query, type: array, items: { type: integer }, collectionFormat: pipes }
                - { name: multi, in: query, type: array, items: { type: integer }, collectionFormat: multi }
                - { name: note, in: query, type: string, minLength: 2, allowEmptyValue: true }
                - $ref: '#/parameters/Limit'
                - name: X-Tags
                  in: header
                  type: array
                  items: { type: string, enum: [a, b] }
                  collectionFormat: pipes
              responses:
                200:
                  description: all pets
                  schema: { type: array, items: { $ref: '#/definitions/Pet' } }
                  headers:
                    X-Total: { type: integer, minimum: 0 }
                    x-ids: { type: array, items: { type: integer } }
                default: { $ref: '#/responses/Error' }
            post:
              parameters:
                - { name: pet, in: body, required: true, schema: { $ref: '#/definitions/Pet' } }
              responses: { 201: { description: made } }
          /pets/{id}:
            parameters:
              - { name: id, in: path, required: true, type: integer, format: int64, minimum: 1 }
              - { name: limit, in: query, type: string }
            get:
              parameters: [ $ref: '#/parameters/Limit' ]
              produces: [application/json, application/xml]
              responses: { 200: { description: d, schema: { $ref: '#/definitions/Pet' } } }
            post:
              parameters:
                - { name: name, in: formData, required: true, type: string, minLength: 2 }
                - { name: age, in: formData, type: integer }
                - { name: tags, in: formData, type: array, items: { type: integer } }
                - { name: x-scores, in: formData, type: array, items: { type: integer }, collectionFormat: multi }
              responses: { 200: { description: d } }
          /pets/{id}/photo:
            parameters: [ { name: id, in: path, required: true, type: integer } ]
            get:
              produces: [image/png]
              responses: { 200: { description: d, schema: { type: file } } }
            put:
              consumes: [multipart/form-data]
              parameters:
                - { name: photo, in: formData, required: true, type: file }
                - { name: width, in: formData, type: integer }
              responses: { 204: { description: d } }
          /lists/{ids}:
            get:
              parameters: [ { name: ids, in: path, required: true, type: array, items: { type: integer } } ]
              responses: { 200: { description: d, schema: { $ref: '#/definitions/Animal' } } }
        parameters:
          Limit: { name: limit, in: query, type: integer, maximum: 100 }
        responses:
          Error:
            description: failed
            schema: { type: object, required: [message], properties: { message: { type: string } } }
        definitions:
          Pet:
            type: object
            required: [id, name]
            properties:
              id: { type: integer, format: int64, readOnly: true }
              name: { type: string }
              nick: { type: string, x-nullable: true }
              owner: { $ref: '#/definitions/Owner', x-nullable: true }
              weight: { type: number, minimum: 0, exclusiveMinimum: true }
          Owner: { type: object, required: [email], properties: { email: { type: string } } }
          Animal:
            type: object
            discriminator: kind
            required: [kind]
            properties: { kind: { type: string } }
          Cat: { allOf: [ { $ref: '#/definitions/Animal' }, { required: [lives] } ] }
        """

    static let queries: [(query: String, told: [String])] = [
        ("csv=1,2", []), ("csv=1%2C2", []), ("csv=7", []),
        ("csv=1,x", [#"request query.csv[1]: expected an integer, got "x""#]),
        ("csv=1|2", [#"request query.csv[0]: expected an integer, got "1|2""#]),
        ("ssv=1%202", []), ("ssv=1+2", []),
        ("ssv=1,2", [#"request query.ssv[0]: expected an integer, got "1,2""#]),
        ("tsv=1%092", []), ("tsv=1,2", [#"request query.tsv[0]: expected an integer, got "1,2""#]),
        ("pipes=1|2", []), ("pipes=1%7C2", []),
        ("pipes=1,2", [#"request query.pipes[0]: expected an integer, got "1,2""#]),
        ("multi=1&multi=2", []), ("multi=1,2", [#"request query.multi[0]: expected an integer, got "1,2""#]),
        ("limit=100", []), ("limit=101", ["request query.limit: expected at most 100, got 101"]),
        ("note=", []), ("note=a", [#"request query.note: expected at least 2 characters, got "a" (1 character)"#]),
        ("api_key=x", []), ("other=1", ["request query.other: GET /pets declares no such parameter"]),
    ]

    @Test(arguments: queries)
    func `parameters of a query are read by their collectionFormat`(_ test: (query: String, told: [String])) throws {
        let exchange = try ContractExchange(Self.document)
        #expect(try exchange.told("GET", "/v2/pets?\(test.query)").map(\.message) == test.told)
    }

    @Test func `parameters of a path and a header are read by their collectionFormat`() throws {
        let exchange = try ContractExchange(Self.document)
        #expect(try exchange.told("GET", "/v2/lists/1,2").isEmpty)
        #expect(
            try exchange.told("GET", "/v2/lists/1,x").map(\.message) == [
                #"request path.ids[1]: expected an integer, got "x""#
            ])
        #expect(try exchange.told("GET", "/v2/pets", [("X-Tags", "a|b")]).isEmpty)
        #expect(
            try exchange.told("GET", "/v2/pets", [("X-Tags", "a|c")]).map(\.message) == [
                #"request header.X-Tags[1]: expected one of "a", "b", got "c""#
            ])
        #expect(
            try exchange.told("GET", "/v2/pets/0?limit=x").map(\.message) == [
                "request path.id: expected at least 1, got 0", #"request query.limit: expected an integer, got "x""#,
            ])
    }

    private static func json(_ text: String) -> RequestBody {
        .bytes(Array(text.utf8), contentType: "application/json")
    }

    static let bodies: [(body: RequestBody, told: [String])] = [
        (json(#"{"name": "Ada", "nick": null, "owner": null}"#), []),
        (json(#"{"name": null}"#), ["request $.name: expected a string, got null"]),
        (json(#"{"name": "Ada", "weight": 0}"#), ["request $.weight: expected more than 0, got 0"]),
        (json(#"{"name": "Ada", "owner": {}}"#), ["request $.owner.email: expected a value, got nothing"]),
        (.none, ["request body: expected a body, got nothing"]),
        (
            .bytes(Array("<a/>".utf8), contentType: "application/xml"),
            [#"request content-type: expected application/json, got "application/xml""#]
        ),
    ]

    @Test(arguments: bodies)
    func `a parameter in body is the body of the request`(_ test: (body: RequestBody, told: [String])) throws {
        let exchange = try ContractExchange(Self.document)
        #expect(try exchange.told("POST", "/v2/pets", [], test.body).map(\.message) == test.told)
    }

    static let forms: [(form: String, told: [String])] = [
        ("name=Ada&age=5&tags=1,2&x-scores=1&x-scores=2", []), ("name=Ada&tags=1%2C2", []),
        ("name=A", [#"request $.name: expected at least 2 characters, got "A" (1 character)"#]),
        ("age=5", ["request $.name: expected a value, got nothing"]),
        ("name=Ada&age=x", [#"request $.age: expected an integer, got "x""#]),
        ("name=Ada&tags=1,x", [#"request $.tags[1]: expected an integer, got "x""#]),
        ("name=Ada&x-scores=1,2", [#"request $['x-scores'][0]: expected an integer, got "1,2""#]),
    ]

    @Test(arguments: forms)
    func `parameters in formData are the fields of a form`(_ test: (form: String, told: [String])) throws {
        let exchange = try ContractExchange(Self.document)
        let pairs = test.form.split(separator: "&").map { $0.split(separator: "=").map(String.init) }
        let body = RequestBody.bytes(Array(test.form.utf8), contentType: "application/x-www-form-urlencoded")
        #expect(try exchange.told("POST", "/v2/pets/1", [], body).map(\.message) == test.told)
        let parts = pairs.map {
            MultipartPart($0[0], .bytes(Array($0[1].replacing("%2C", with: ",").utf8)))
        }
        #expect(try exchange.told("POST", "/v2/pets/1", [], .multipart(parts)).map(\.message) == test.told)
    }

    @Test func `a file is a part of a multipart form`() throws {
        let exchange = try ContractExchange(Self.document)
        func told(_ parts: [MultipartPart]) throws -> [String] {
            try exchange.told("PUT", "/v2/pets/1/photo", [], .multipart(parts)).map(\.message)
        }
        let photo = MultipartPart(
            "photo", .bytes([0xff, 0xd8]), filename: "a.jpg", contentType: "image/jpeg")
        let wide = MultipartPart("width", .bytes(Array("wide".utf8)))
        #expect(try told([photo]) == [])
        #expect(try told([photo, wide]) == [#"request $.width: expected an integer, got "wide""#])
        #expect(try told([]) == ["request $.photo: expected a value, got nothing"])
        let form = RequestBody.bytes(Array("photo=x".utf8), contentType: "application/x-www-form-urlencoded")
        #expect(
            try exchange.told("PUT", "/v2/pets/1/photo", [], form).map(\.message) == [
                #"request content-type: expected multipart/form-data, got "application/x-www-form-urlencoded""#
            ])
    }

    static let responses: [(target: String, status: Int, headers: [(String, String)], body: String, told: [String])] = [
        ("/v2/pets", 200, [("X-Total", "1"), ("X-Ids", "1,2")], #"[{"id": 1, "name": "Ada", "nick": null}]"#, []),
        (
            "/v2/pets", 200, [("X-Total", "-1"), ("X-Ids", "1,x")], "[]",
            [
                "response headers.X-Total: expected at least 0, got -1",
                #"response headers.x-ids[1]: expected an integer, got "x""#,
            ]
        ),
        ("/v2/pets", 200, [], #"[{"id": 1}]"#, ["response $[0].name: expected a value, got nothing"]),
        ("/v2/pets", 500, [], #"{"message": "no"}"#, []),
        ("/v2/pets", 500, [], "{}", ["response $.message: expected a value, got nothing"]),
        ("/v2/pets/1", 200, [("Content-Type", "application/xml")], "<pet/>", []),
        (
            "/v2/pets/1", 200, [("Content-Type", "text/html")], "<p>",
            [#"response content-type: expected application/json or application/xml, got "text/html""#]
        ),
        ("/v2/pets/1", 404, [], "{}", ["response status: GET /pets/{id} declares 200, got 404"]),
        ("/v2/pets/1/photo", 200, [("Content-Type", "image/png")], "\u{1}", []),
        (
            "/v2/pets/1/photo", 200, [("Content-Type", "text/plain")], "x",
            [#"response content-type: expected image/png, got "text/plain""#]
        ),
        ("/v2/lists/1", 200, [], #"{"kind": "Cat", "lives": 9}"#, []),
        ("/v2/lists/1", 200, [], #"{"kind": "Cat"}"#, ["response $.lives: expected a value, got nothing"]),
        (
            "/v2/lists/1", 200, [], #"{"kind": "Dog"}"#,
            [#"response $.kind: expected one of "Cat", "Animal", got "Dog""#]
        ),
    ]

    @Test(arguments: responses)
    func `responses are held against their schema, headers and media types`(
        _ test: (target: String, status: Int, headers: [(String, String)], body: String, told: [String])
    ) throws {
        let exchange = try ContractExchange(Self.document)
        let hasType = test.headers.contains { $0.0 == "Content-Type" }
        let headers = test.headers + (hasType ? [] : [("Content-Type", "application/json")])
        let told = try exchange.told(of: test.target, status: test.status, headers, test.body)
        #expect(told.map(\.message) == test.told)
    }

    @Test func `a violation names the place in the document as its user wrote it`() throws {
        let exchange = try ContractExchange(Self.document)
        func place(_ violation: ContractViolation?) throws -> [String?] {
            let violation = try #require(violation)
            return ["\(violation.range)", violation.differences.first?.rule]
        }
        #expect(
            try place(exchange.told("GET", "/v2/pets?csv=x").first) == [
                "openapi.yaml:14:57", "openapi.yaml:14:57 #/paths/~1pets/get/parameters/0/items/type",
            ])
        #expect(
            try place(exchange.told("GET", "/v2/pets?limit=101").first) == [
                "openapi.yaml:69:51", "openapi.yaml:69:51 #/parameters/Limit/maximum",
            ])
        #expect(
            try place(exchange.told(of: "/v2/pets", [("Content-Type", "application/json")], "{}").first) == [
                "openapi.yaml:29:21", "openapi.yaml:29:21 #/paths/~1pets/get/responses/200/schema/type",
            ])
        #expect(
            try place(exchange.told("POST", "/v2/pets", [], Self.json("{}")).first) == [
                "openapi.yaml:77:5", "openapi.yaml:77:5 #/definitions/Pet/required",
            ])
        let form = RequestBody.bytes(Array("name=Ada&age=x".utf8), contentType: "application/x-www-form-urlencoded")
        #expect(
            try place(exchange.told("POST", "/v2/pets/1", [], form).first) == [
                "openapi.yaml:49:38", "openapi.yaml:49:38 #/paths/~1pets~1{id}/post/parameters/1/type",
            ])
        let none = try #require(try exchange.told("POST", "/v2/pets").first)
        #expect("\(none.range)" == "openapi.yaml:36:11")
    }

    static let servers: [(top: String, right: [String], wrong: [String])] = [
        ("host: a.example\nschemes: [https]", ["https://a.example/x"], ["http://a.example/x", "https://b.example/x"]),
        ("host: a.example", ["https://a.example/x", "http://a.example/x"], ["http://a.example:81/x"]),
        (
            "host: 'a.example:81'\nbasePath: v1\nschemes: [http, wss]", ["http://a.example:81/v1/x"],
            ["http://a.example:81/x"]
        ),
    ]

    @Test(arguments: servers)
    func `host, basePath and schemes are the servers`(_ test: (top: String, right: [String], wrong: [String])) throws {
        var rule = try #require(
            ContractLoading.load(
                "swagger: '2.0'\n\(test.top)\npaths: { /x: { get: { responses: { 200: { description: d } } } } }"
            ).rule)
        rule.isOfAPI = false
        func isFound(_ url: String) throws -> Bool {
            if case .operation = rule.match("GET", try URLText.parse(url), base: nil) { true } else { false }
        }
        for url in test.right { #expect(try isFound(url), "\(url)") }
        for url in test.wrong { #expect(try !isFound(url), "\(url)") }
    }

    @Test func `without consumes and produces any media type is taken`() throws {
        let exchange = try ContractExchange(
            """
            swagger: '2.0'
            paths:
              /a:
                get: { responses: { 200: { description: d, schema: { type: array } } } }
                post:
                  parameters: [ { name: b, in: body, schema: { type: array } } ]
                  responses: { 200: { description: d } }
            """)
        #expect(try exchange.told(of: "/a", [("Content-Type", "text/csv")], "a").isEmpty)
        #expect(try exchange.told(of: "/a", [], "a").isEmpty)
        #expect(
            try exchange.told(of: "/a", [("Content-Type", "application/json")], "1").map(\.message) == [
                "response $: expected an array, got 1"
            ])
        #expect(
            try exchange.told("POST", "/a", [], Self.json("1")).map(\.message) == [
                "request $: expected an array, got 1"
            ])
    }

    @Test func `references into other files are followed, wherever they may stand`() throws {
        let loaded = ContractLoading.load(
            """
            swagger: '2.0'
            paths:
              /a:
                get:
                  parameters: [ $ref: 'parts/common.yaml#/parameters/Page' ]
                  responses:
                    200: { $ref: 'parts/common.yaml#/responses/All' }
              /b: { $ref: parts/b.yaml }
            """,
            files: [
                "parts/common.yaml": """
                swagger: '2.0'
                parameters: { Page: { name: page, in: query, type: integer } }
                responses: { All: { description: d, schema: { $ref: '#/definitions/All' } } }
                definitions: { All: { type: array, items: { $ref: 'item.json#/Item' } } }
                """,
                "parts/item.json": #"{"Item": {"type": "string", "x-nullable": true}}"#,
                "parts/b.yaml":
                    "post:\n  parameters: [ { name: b, in: body, schema: { $ref: 'item.json#/Item' } } ]\n  responses: { 200: { description: d } }",
            ])
        let rule = try #require(loaded.rule, "\(loaded.diagnostics.map(\.message))")
        #expect(loaded.diagnostics.isEmpty)
        let exchange = ContractExchange(rule: rule)
        #expect(try exchange.told("GET", "/a?page=1").isEmpty)
        #expect(try exchange.told("GET", "/a?page=x").map { "\($0.range)" } == ["parts/common.yaml:2:46"])
        #expect(try exchange.told(of: "/a", [("Content-Type", "application/json")], #"["x", null]"#).isEmpty)
        let wrong = try exchange.told(of: "/a", [("Content-Type", "application/json")], "[1]")
        #expect(wrong.map(\.message) == ["response $[0]: expected a string, got 1"])
        #expect(wrong.first?.differences.first?.rule?.hasSuffix("item.json:1:11 #/Item/type") == true, "\(wrong)")
        #expect(try exchange.told("POST", "/b", [], Self.json("null")).isEmpty)
        #expect(try exchange.told("POST", "/b", [], Self.json("5")).count == 1)
    }

    private static func operation(_ keys: String) -> String {
        "swagger: '2.0'\npaths: { /a: { post: { \(keys) } } }"
    }

    private static func parameter(_ keys: String) -> String {
        operation("parameters: [ \(keys) ], responses: { 200: { description: d } }")
    }

    /// Documents that cannot be used; `⟦…⟧` marks the place.
    static let mistakes: [ContractDiagnosticsTests.Case] = [
        .init(
            "swagger: ⟦'1.2'⟧\npaths: {}", "contract.invalid",
            "Swagger `1.2` is not known: contracts are OpenAPI 3.0 or 3.1, or Swagger 2.0"),
        .init("swagger: '2.0'\npaths: ⟦[]⟧", "contract.invalid", "`paths` wants a map of paths, this is a list"),
        .init("swagger: '2.0'\nhost: ⟦[]⟧\npaths: {}", "contract.invalid", "`host` wants a text, this is a list"),
        .init(
            "swagger: '2.0'\nbasePath: ⟦5⟧\npaths: {}", "contract.invalid", "`basePath` wants a text, this is a number"),
        .init(
            "swagger: '2.0'\nschemes: ⟦x⟧\nhost: x\npaths: {}", "contract.invalid",
            "`schemes` wants a list, this is a text"),
        .init(
            "swagger: '2.0'\nconsumes: [⟦{}⟧]\npaths: {}", "contract.invalid",
            "`consumes` wants a media type, this is a map"),
        .init("swagger: '2.0'\npaths: { ⟦a⟧: {} }", "contract.invalid", "`a` is no path", "write `/a`"),
        .init(
            "swagger: '2.0'\npaths: { /a: ⟦5⟧ }", "contract.invalid", "`/a` wants a map of methods, this is a number"),
        .init("swagger: '2.0'\npaths: { /a: { get: ⟦[]⟧ } }", "contract.invalid", "`get` wants a map, this is a list"),
        .init("swagger: '2.0'\npaths: { /a: { $ref: ⟦'#/x'⟧ } }", "schema.unknown-reference", "`#/x` leads nowhere"),
        .init(operation("produces: ⟦x⟧"), "contract.invalid", "`produces` wants a list, this is a text"),
        .init(operation("parameters: ⟦{}⟧"), "contract.invalid", "`parameters` wants a list, this is a map"),
        .init(
            operation("responses: ⟦[]⟧"), "contract.invalid", "`responses` wants a map of statuses, this is a list"),
        .init(
            operation("responses: { ⟦20⟧: { description: d } }"), "contract.invalid", "`20` is no status",
            "the keys of `responses` are `200`, `4XX` or `default`"),
        .init(operation("responses: { 200: ⟦x⟧ }"), "contract.invalid", "`200` wants a map, this is a text"),
        .init(
            operation("responses: { 200: { $ref: ⟦'#/responses/R'⟧ } }"), "schema.unknown-reference",
            "`#/responses/R` leads nowhere"),
        .init(
            operation("responses: { 200: { $ref: ⟦'none.yaml#/R'⟧ } }"), "schema.unknown-reference",
            "`/p/none.yaml` does not exist"),
        .init(
            operation("responses: { 200: { schema: { $ref: ⟦'#/definitions/Itm'⟧ } } }")
                + "\ndefinitions: { Item: {} }",
            "schema.unknown-reference", "`#/definitions/Itm` leads nowhere", "did you mean `Item`?"),
        .init(
            operation("responses: { 200: { schema: { type: ⟦strng⟧ } } }"), "schema.invalid",
            "`strng` is no type of JSON Schema", "did you mean `string`?"),
        .init(
            operation("responses: { 200: { headers: { A: { type: ⟦strng⟧ } } } }"), "schema.invalid",
            "`strng` is no type of JSON Schema", "did you mean `string`?"),
        .init(
            operation("responses: { 200: { schema: { discriminator: ⟦{ propertyName: a }⟧ } } }"), "schema.invalid",
            "`discriminator` wants the name of a member, this is a map", "write `discriminator: type`"),
        .init(
            parameter("⟦{ name: x, in: cookie, type: string }⟧"), "contract.invalid", "a parameter has `name` and `in`",
            "`in` is `path`, `query`, `header`, `body` or `formData`"),
        .init(parameter("⟦5⟧"), "contract.invalid", "a parameter has `name` and `in`"),
        .init(
            parameter("{ name: x, in: query, type: ⟦strng⟧ }"), "schema.invalid", "`strng` is no type of JSON Schema"),
        .init(
            parameter("{ name: x, in: query, type: array, items: ⟦5⟧ }"), "schema.invalid",
            "a schema is a map of keywords, `true` or `false`, this is the number 5"),
        .init(
            parameter("{ name: x, in: query, type: array, collectionFormat: ⟦comma⟧ }"), "contract.invalid",
            "`collectionFormat` is `csv`, `ssv`, `tsv`, `pipes` or `multi` here, not `comma`"),
        .init(
            parameter("{ name: x, in: header, type: array, collectionFormat: ⟦multi⟧ }"), "contract.invalid",
            "`collectionFormat` is `csv`, `ssv`, `tsv` or `pipes` here, not `multi`"),
        .init(
            parameter("{ name: x, in: query, type: array, collectionFormat: ⟦[]⟧ }"), "contract.invalid",
            "`collectionFormat` is `csv`, `ssv`, `tsv`, `pipes` or `multi` here, not a list"),
        .init(
            parameter("{ name: x, in: body }, ⟦{ name: y, in: body }⟧"), "contract.invalid",
            "an operation has one parameter `in: body`, or parameters `in: formData`"),
        .init(
            parameter("⟦{ name: x, in: body }⟧, { name: y, in: formData, type: string }"), "contract.invalid",
            "an operation has one parameter `in: body`, or parameters `in: formData`"),
        .init(
            parameter("{ name: x, in: formData, type: ⟦strng⟧ }"), "schema.invalid",
            "`strng` is no type of JSON Schema"),
    ]

    @Test(arguments: mistakes)
    func `a mistake in the document is told once, at its place`(_ test: ContractDiagnosticsTests.Case) throws {
        let parts = Loading.marked(test.text)
        let loaded = ContractLoading.load(parts.text)
        #expect(loaded.rule == nil)
        // The other one is that the API file cannot be used.
        #expect(loaded.errors.map(\.code).filter { $0 != "workflow.broken-file" } == [test.code])
        try ContractDiagnosticsTests.expect(test, loaded.errors, parts)
    }

    static let warnings: [ContractDiagnosticsTests.Case] = [
        .init(
            parameter("{ name: x, in: query, type: array, ⟦items⟧: { type: array } }"), "contract.unclear",
            "the elements of this list are lists: any text is taken"),
        .init(
            parameter("{ name: x, in: formData, type: integer, ⟦allowEmptyValue⟧: true }"), "contract.unclear",
            "this field may be empty: any text is taken"),
        .init(
            parameter("{ name: x, in: query, ⟦schema⟧: { type: integer } }"), "contract.unclear",
            "unknown key `schema` in a parameter: nothing is held against it"),
        .init(
            operation("⟦requestBody⟧: {}, responses: { 200: { description: d } }"), "contract.unclear",
            "unknown key `requestBody` in an operation: nothing is held against it"),
        .init(
            operation("responses: { 200: { ⟦content⟧: {} } }"), "contract.unclear",
            "unknown key `content` in a response: nothing is held against it"),
        .init(
            operation("responses: { 200: { schema: { ⟦nullable⟧: true } } }"), "schema.unknown-keyword",
            "`nullable` is no keyword of Swagger 2.0 and checks nothing", "write `x-nullable`"),
        .init(
            operation("responses: { 200: { schema: { ⟦oneOf⟧: [ {} ] } } }"), "schema.unknown-keyword",
            "`oneOf` is no keyword of Swagger 2.0 and checks nothing", "OpenAPI 3 has it"),
        .init(
            operation("responses: { 200: { schema: { ⟦x-nullable⟧: true, enum: [a] } } }"), "schema.unknown-keyword",
            "`x-nullable` lets no null through, because `enum` does not list it", "add null to `enum`"),
    ]

    @Test(arguments: warnings)
    func `a document that says too little is used with a warning`(_ test: ContractDiagnosticsTests.Case) throws {
        let parts = Loading.marked(test.text)
        let loaded = ContractLoading.load(parts.text)
        #expect(loaded.rule != nil)
        #expect(loaded.diagnostics.count == 1, "\(loaded.diagnostics.map(\.message))")
        try ContractDiagnosticsTests.expect(test, loaded.diagnostics, parts)
    }

    @Test func `what is not looked into is taken as it is`() throws {
        let exchange = try ContractExchange(
            Self.parameter("{ name: x, in: query, required: true, type: array, items: { type: array } }"))
        #expect(try exchange.told("POST", "/a?x=1,2|3").isEmpty)
        #expect(try exchange.told("POST", "/a").map(\.message) == ["request query.x: expected a value, got nothing"])
    }
}
