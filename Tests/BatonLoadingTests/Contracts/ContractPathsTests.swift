import BatonHTTP
import Testing

@testable import BatonJudging
@testable import BatonLoading

/// Which operation a request belongs to.
@Suite struct ContractPathsTests {
    private static let document = ContractLoading.document(
        """
        servers: [ { url: 'https://api.example.com/{version}', variables: { version: { default: v1 } } }, { url: /alt/ } ]
        paths:
          /: { get: { responses: { 200: { description: d } } } }
          /items: { get: { responses: { 200: { description: d } } }, post: { responses: { 200: { description: d } } } }
          /items/{id}: { get: { responses: { 200: { description: d } } }, delete: { responses: { 200: { description: d } } } }
          /items/mine: { get: { responses: { 200: { description: d } } } }
          /items/{id}/tags/{tag}: { get: { responses: { 200: { description: d } } } }
          /files/{name}.{format}: { get: { responses: { 200: { description: d } } } }
          /files/{path}: { get: { responses: { 200: { description: d } } } }
          /raw/{file:path}: { get: { parameters: [ { name: file, in: path, required: true } ], responses: { 200: { description: d } } } }
          /raw/{file:path}/meta: { get: { responses: { 200: { description: d } } } }
          /raw/{id:int}/size: { get: { responses: { 200: { description: d } } } }
          /a b/{id}: { get: { responses: { 200: { description: d } } } }
        """)

    static let found: [(method: String, url: String, operation: String, values: [String])] = [
        ("GET", "/v1", "GET /", []), ("GET", "/v1/", "GET /", []), ("GET", "/v1/items", "GET /items", []),
        ("POST", "/alt/items", "POST /items", []), ("GET", "/v1/items/7", "GET /items/{id}", ["id=7"]),
        // What is written out wins, where it has the method.
        ("GET", "/v1/items/mine", "GET /items/mine", []),
        ("DELETE", "/v1/items/mine", "DELETE /items/{id}", ["id=mine"]),
        ("GET", "/v1/items/7/tags/a%2Fb", "GET /items/{id}/tags/{tag}", ["id=7", "tag=a%2Fb"]),
        // Of several parameters in a segment the first takes as much as it can.
        ("GET", "/v1/files/a.b.json", "GET /files/{name}.{format}", ["name=a.b", "format=json"]),
        ("GET", "/v1/files/a.b.", "GET /files/{name}.{format}", ["name=a", "format=b."]),
        ("GET", "/v1/files/.json", "GET /files/{path}", ["path=.json"]),
        ("GET", "/v1/files/readme", "GET /files/{path}", ["path=readme"]),
        // Several segments only where the document says so; what takes one segment comes first.
        ("GET", "/v1/raw/a", "GET /raw/{file:path}", ["file=a"]),
        ("GET", "/v1/raw/a/b/c.txt", "GET /raw/{file:path}", ["file=a/b/c.txt"]),
        ("GET", "/v1/raw/a/b/meta", "GET /raw/{file:path}", ["file=a/b/meta"]),
        ("GET", "/v1/raw/", "GET /raw/{file:path}", ["file="]),
        ("GET", "/v1/raw/7/size", "GET /raw/{id:int}/size", ["id=7"]),
        ("GET", "/v1/a%20b/1", "GET /a b/{id}", ["id=1"]),
    ]

    private static func match(_ method: String, _ path: String, _ rule: ContractRule) throws -> ContractMatch {
        rule.match(method, try URLText.parse("http://127.0.0.1:1\(path)"), base: nil)
    }

    @Test(arguments: found)
    func `a request finds its operation`(
        _ test: (method: String, url: String, operation: String, values: [String])
    ) throws {
        let rule = try #require(ContractLoading.load(Self.document).rule)
        guard case .operation(let index, let values) = try Self.match(test.method, test.url, rule) else {
            Issue.record("\(test.url) was not found")
            return
        }
        #expect(rule.contract.operations[index].title == test.operation)
        #expect(values.map { "\($0.name)=\($0.text)" } == test.values)
    }

    @Test(arguments: ["/items", "/v2/items", "/v1/item", "/v1/items/7/tags", "/v1/items/", "/v1items", "/v1/files/a/b"])
    func `a path that the contract does not have is none`(_ path: String) throws {
        let rule = try #require(ContractLoading.load(Self.document).rule)
        guard case .noPath = try Self.match("GET", path, rule) else {
            Issue.record("\(path) was found")
            return
        }
    }

    /// OpenAPI leaves open which of two fields of the same name counts.
    @Test func `a path has its own fields beside those that it refers to, and its own ones win`() throws {
        let exchange = try ContractExchange(
            ContractLoading.document(
                """
                components:
                  pathItems:
                    Read:
                      $ref: '#/components/pathItems/More'
                      get: { operationId: read, responses: { 200: { description: d } } }
                      delete: { operationId: remove, responses: { 204: { description: d } } }
                    More: { head: { operationId: look, responses: { 200: { description: d } } }, parameters: [ { name: q, in: query, schema: { type: integer } } ] }
                paths:
                  /a:
                    $ref: '#/components/pathItems/Read'
                    put: { operationId: write, responses: { 200: { description: d } } }
                    delete: { operationId: own, responses: { 204: { description: d } } }
                """))
        let operations = exchange.rule.contract.operations
        #expect(
            Set(operations.map { "\($0.method) \($0.path) \($0.id ?? "")" })
                == ["GET /a read", "HEAD /a look", "PUT /a write", "DELETE /a own"])
        #expect(
            try exchange.told("PUT", "/a?q=x").map(\.message) == [#"request query.q: expected an integer, got "x""#])
    }

    @Test func `many parameters with slashes in one path end the search early`() throws {
        let path = (0..<12).map { "/{p\($0):path}" }.joined()
        let rule = try #require(
            ContractLoading.load(
                ContractLoading.document(
                    "paths: { '\(path)/end': { get: { responses: { 200: { description: d } } } } }")
            ).rule)
        let long = String(repeating: "/a", count: 200)
        guard case .noPath = rule.match("GET", try URLText.parse("http://127.0.0.1:1\(long)"), base: nil) else {
            Issue.record("\(long) was found")
            return
        }
    }

    @Test func `a method that the path does not have is told with those that it has`() throws {
        let rule = try #require(ContractLoading.load(Self.document).rule)
        guard case .noMethod(let methods, let path) = try Self.match("PUT", "/v1/items/7", rule) else {
            Issue.record("PUT was found")
            return
        }
        #expect(path == "/items/{id}")
        #expect(methods == ["GET", "DELETE"])
    }

    @Test func `base_path stands before the paths in place of the servers'`() throws {
        let rule = try #require(
            ContractLoading.load(Self.document, contract: "{ file: openapi.yaml, base_path: /proxy/v9/ }").rule)
        guard case .operation = try Self.match("GET", "/proxy/v9/items", rule),
            case .noPath = try Self.match("GET", "/v1/items", rule)
        else {
            Issue.record("base_path is not used")
            return
        }
    }

    @Test(arguments: [
        ("/health", "GET", "/v1/health", true), ("/items/*", "GET", "/v1/items/7/tags/x", true),
        ("/items/*", "GET", "/v1/items", false), ("POST /items", "POST", "/v1/items", true),
        ("POST /items", "GET", "/v1/items", false), ("*/tags/*", "GET", "/v1/items/1/tags/2", true),
        ("/items/{id}", "GET", "/v1/items/7", true),
    ])
    func `ignored paths are held against nothing`(
        _ ignored: String, _ method: String, _ path: String, _ isIgnored: Bool
    ) throws {
        let rule = try #require(
            ContractLoading.load(Self.document, contract: "{ file: openapi.yaml, ignore: ['\(ignored)'] }").rule)
        var isOutside = false
        if case .outside = try Self.match(method, path, rule) { isOutside = true }
        #expect(isOutside == isIgnored)
    }

    @Test func `a thousand paths are found as fast as their segments`() throws {
        let paths = (0..<1000).map { "  /r\($0)/{id}/x{n}: { get: { responses: { 200: { description: d } } } }" }
        let document = ContractLoading.document("paths:\n\(paths.joined(separator: "\n"))")
        let rule = try #require(ContractLoading.load(document).rule)
        for index in [0, 500, 999] {
            guard case .operation(let found, _) = try Self.match("GET", "/r\(index)/7/x1", rule) else {
                Issue.record("/r\(index) was not found")
                return
            }
            #expect(found == index)
        }
    }
}
