import BatonHTTP
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// Which addresses the operations of a document have.
@Suite struct ContractServersTests {
    private static let ok = "{ responses: { 200: { description: d } } }"

    private static let document = ContractLoading.document(
        """
        servers: [ { url: 'https://api.test/v1' } ]
        paths:
          /items: { get: \(ok) }
          /items/{id}: { get: \(ok) }
          /files:
            servers: [ { url: 'https://files.test/up' } ]
            get: \(ok)
            post: { servers: [ { url: /v2 } ], responses: { 200: { description: d } } }
        """)

    private static func found(_ method: String, _ url: String, _ rule: ContractRule, base: String?) throws -> String {
        let match = rule.match(method, try URLText.parse(url), base: try base.map { try URLText.parse($0) })
        return switch match {
        case .operation(let index, _): rule.contract.operations[index].title
        case .noMethod(let methods, _): "only \(methods.joined(separator: ", "))"
        case .noPath: "none"
        case .outside: "outside"
        }
    }

    private static func rule(_ document: String = document, isOfAPI: Bool = false) throws -> ContractRule {
        let loaded = ContractLoading.load(document)
        var rule = try #require(loaded.rule, "\(loaded.diagnostics.map(\.message))")
        rule.isOfAPI = isOfAPI
        return rule
    }

    @Test(arguments: [
        // Each operation at its own servers, and only there.
        ("GET", "https://api.test/v1/items", "GET /items"), ("GET", "https://files.test/up/files", "GET /files"),
        ("GET", "https://api.test/v1/files", "none"), ("GET", "https://files.test/up/items", "none"),
        ("POST", "https://api.test/v2/files", "POST /files"), ("POST", "https://api.test/v1/files", "none"),
        ("POST", "https://files.test/up/files", "only GET"), ("GET", "https://other.test/v1/items", "outside"),
        // The base URL stands for any of them, with the document's paths behind its own.
        ("GET", "http://127.0.0.1:1/api/items", "GET /items"), ("GET", "http://127.0.0.1:1/v1/items", "GET /items"),
        ("GET", "http://127.0.0.1:1/up/files", "GET /files"), ("POST", "http://127.0.0.1:1/v2/files", "POST /files"),
        ("GET", "http://127.0.0.1:1/api/files", "none"), ("GET", "http://127.0.0.1:1/v1/files", "none"),
        // Its path belongs to its origin alone.
        ("GET", "https://api.test/api/items", "none"),
    ])
    func `servers of a path and an operation stand in place of the document's`(
        _ method: String, _ url: String, _ operation: String
    ) throws {
        #expect(try Self.found(method, url, try Self.rule(), base: "http://127.0.0.1:1/api") == operation)
    }

    @Test(arguments: ["v1", "./v1", "/v1/", "x/../v1", "/v1/."])
    func `the address of a server is resolved as a reference`(_ server: String) throws {
        let document = Self.document.replacing("https://api.test/v1", with: server)
        let rule = try Self.rule(document, isOfAPI: true)
        #expect(try Self.found("GET", "http://127.0.0.1:1/v1/items", rule, base: nil) == "GET /items")
    }

    @Test(arguments: [("/v1/items", "GET /items"), ("/up/files", "GET /files"), ("/v1/files", "none")])
    func `an API file is held against its contract at any origin, below each operation's servers`(
        _ path: String, _ operation: String
    ) throws {
        let rule = try Self.rule(isOfAPI: true)
        #expect(try Self.found("GET", "http://127.0.0.1:1\(path)", rule, base: nil) == operation)
    }

    @Test(arguments: [("/p/items", "GET /items"), ("/p/files", "GET /files"), ("/v1/items", "none")])
    func `base_path stands before all paths`(_ path: String, _ operation: String) throws {
        let loaded = ContractLoading.load(Self.document, contract: "{ file: openapi.yaml, base_path: /p }")
        #expect(try Self.found("GET", "http://127.0.0.1:1\(path)", try #require(loaded.rule), base: nil) == operation)
    }

    @Test func `variables of servers take any value of their enum, and their default where they have none`() throws {
        let regions = ["eu", "us", "asia"]
        let versions = ["v1", "v2"]
        let rule = try Self.rule(
            ContractLoading.document(
                """
                servers:
                  - url: 'https://{region}.api.test:{port}/{version}/{tenant}'
                    variables:
                      region: { enum: [\(regions.joined(separator: ", "))], default: eu }
                      port: { enum: ['443', '8443'], default: '443' }
                      version: { enum: [\(versions.joined(separator: ", "))], default: v1 }
                      tenant: { default: main }
                paths: { /items: { get: \(Self.ok) } }
                """))
        for region in regions {
            for version in versions {
                for port in ["443", "8443"] {
                    let url = "https://\(region).api.test:\(port)/\(version)"
                    #expect(try Self.found("GET", "\(url)/main/items", rule, base: nil) == "GET /items")
                    #expect(try Self.found("GET", "\(url)/other/items", rule, base: nil) == "none")
                }
            }
            #expect(try Self.found("GET", "https://\(region).api.test/v3/main/items", rule, base: nil) == "none")
            #expect(try Self.found("GET", "https://\(region).api.test:1/v1/main/items", rule, base: nil) == "outside")
        }
        #expect(try Self.found("GET", "https://africa.api.test/v1/main/items", rule, base: nil) == "outside")
    }

    @Test(arguments: [("/999/7/7/x", "GET /x"), ("/7/8/7/x", "none")])
    func `variables whose values multiply beyond measure take their defaults`(
        _ path: String, _ operation: String
    ) throws {
        let values = (0..<1000).map { "'\($0)'" }.joined(separator: ", ")
        let variable = "{ enum: [\(values)], default: '7' }"
        let rule = try Self.rule(
            ContractLoading.document(
                "servers: [ { url: '/{a}/{b}/{c}', variables: { a: \(variable), b: \(variable), c: \(variable) } } ]\npaths: { /x: { get: \(Self.ok) } }"
            ), isOfAPI: true)
        #expect(try Self.found("GET", "http://127.0.0.1:1\(path)", rule, base: nil) == operation)
    }

    @Test(arguments: [("/v2/a/1", "GET /a/{y}"), ("/a/1", "GET /a/{x}")])
    func `the same path at different servers is no repetition`(_ path: String, _ operation: String) throws {
        func parameter(_ name: String) -> String {
            "parameters: [ { name: \(name), in: path, required: true, schema: {} } ]"
        }
        let loaded = ContractLoading.load(
            ContractLoading.document(
                """
                paths:
                  /a/{x}: { \(parameter("x")), get: \(Self.ok) }
                  /a/{y}: { servers: [ { url: /v2 } ], \(parameter("y")), get: \(Self.ok) }
                """))
        #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics.map(\.message))")
        #expect(try Self.found("GET", "http://127.0.0.1:1\(path)", try #require(loaded.rule), base: nil) == operation)
    }
}
