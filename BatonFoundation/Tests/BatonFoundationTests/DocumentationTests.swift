import BatonFoundation
import BatonTesting
import Foundation
import HTTPTypes
import Testing

// What README.md shows stands here between two marks, so that it compiles and runs.

private enum Types {
    static func read(_ client: APIClient) async throws -> DocumentationTests.Seen {
        // docs: types
        struct Order: Codable, Sendable {
            var id: UUID
            var placedAt: Date
            var total: Decimal
            var invoiceURL: URL
        }

        let shop = API(base: "/shop", dates: .unix, coder: .foundation(keys: .snakeCase))
        let order = try await client.send(Call<Order>(.get("/orders/1"), of: shop))
        // docs: end
        return DocumentationTests.Seen(date: order.placedAt, total: order.total, url: order.invoiceURL)
    }
}

private enum Coders {
    struct Order: Codable, Sendable { var placedAt: Date }

    static func read(_ client: APIClient) async throws -> Date {
        // docs: coders
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let shop = API(base: "/shop", coder: .foundationJSON(decoder: decoder))
        let order = try await client.send(Call<Order>(.get("/orders/1"), of: shop))
        // docs: end
        return order.placedAt
    }
}

// docs: mapping
struct Guest: Mappable {
    var registered: Date
    var born: Date
    var balance: Decimal
    var page: URL?

    init(mapper: Mapper) throws {
        registered = try mapper("registered")
        born = try mapper.date("born", .format("dd.MM.yyyy"))
        balance = try mapper("account.balance")
        page = try mapper("page")
    }
}
// docs: end

private func urlSession(_ environment: APIEnvironment) async throws -> Response {
    // docs: session
    let client = try APIClient(environment, dispatcher: URLSessionDispatcher(configuration: .ephemeral))
    let response = try await client.response(to: Call<Void>(.get("/orders/1")))
    // docs: end
    return response
}

// docs: transport
struct BatonTransport: ClientTransport {
    let client: APIClient

    func send(
        _ head: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String
    ) async throws -> (HTTPResponse, HTTPBody?) {
        guard let method = Method(head.method.rawValue) else { throw Failure(.badInput, "no method: \(head.method)") }
        var request = APIRequest(method, .raw(head.path ?? ""), headers: Headers(head.headerFields))
        if let body { request.content = .bytes(try await Array(collecting: body, upTo: 64_000_000), type: nil) }
        let response = try await client.response(to: request, of: API(base: baseURL.absoluteString))
        return (try HTTPResponse(response), HTTPBody(response.body))
    }
}
// docs: end

/// README.md shows code that compiles, runs, and does what the page says.
@Suite struct DocumentationTests {
    struct Seen: Equatable, Sendable {
        var date: Date
        var total: Decimal
        var url: URL
    }

    private static func client(_ json: JSONValue, at path: String) throws -> APIClient {
        let stub = StubDispatcher()
        stub.respond(to: .get, path, with: .fixed(.json(json)))
        return try APIClient(APIEnvironment(baseURL: "https://api.example"), dispatcher: stub)
    }

    static let order: JSONValue = [
        "id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "placed_at": 60, "total": 9.90,
        "invoice_url": "https://shop.example/1.pdf",
    ]

    @Test func `types and names are read`() async throws {
        let order = try await Types.read(try Self.client(Self.order, at: "/shop/orders/1"))
        #expect(
            order
                == Seen(
                    date: Date(timeIntervalSince1970: 60), total: Decimal(string: "9.90")!,
                    url: URL(string: "https://shop.example/1.pdf")!))
    }

    @Test func `coders of Foundation are used as they are`() async throws {
        let date = try await Coders.read(try Self.client(Self.order, at: "/shop/orders/1"))
        #expect(date == Date(timeIntervalSince1970: 60))
    }

    @Test func `types are mapped`() async throws {
        let json: JSONValue = [
            "registered": "1970-01-01T00:01:00Z", "born": "01.01.1970", "account": ["balance": "1.5"], "page": "/me",
        ]
        let guest = try await Self.client(json, at: "/me").send(Call<Guest>(.get("/me")))
        #expect(guest.registered == Date(timeIntervalSince1970: 60) && guest.born == Date(timeIntervalSince1970: 0))
        #expect(guest.balance == 1.5 && guest.page == URL(string: "https://api.example/me"))
    }

    @Test func `a URLSession without a server fails as any engine does`() async throws {
        let failure = await #expect(throws: Failure.self) {
            try await urlSession(APIEnvironment(baseURL: "http://127.0.0.1:1"))
        }
        #expect(failure?.kind == .connect)
    }

    @Test func `the page shows exactly what is compiled here`() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let shown = page.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(shown.count == 5)
        #expect(shown == Self.regions(of: source))
    }

    /// What stands between two marks, moved to the left edge.
    private static func regions(of source: String) -> [String] {
        var regions: [String] = []
        var region: [String]?
        for line in source.components(separatedBy: "\n") {
            let words = line.drop { $0 == " " }
            if words == "// docs: end", let lines = region {
                let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
                regions.append(lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n"))
                region = nil
            } else if words.hasPrefix("// docs: ") {
                region = []
            } else {
                region?.append(line)
            }
        }
        return regions
    }
}
