import BatonFoundation
import BatonTesting
import Foundation
import Testing

/// The types of Foundation in what a client sends.
@Suite struct RequestTests {
    struct Order: Codable, Equatable, Sendable {
        var placedAt: Date
        var invoiceURL: URL
        var total: Decimal
    }

    static let order = Order(
        placedAt: Date(timeIntervalSince1970: 60), invoiceURL: URL(string: "https://a.example/1?x")!,
        total: Decimal(string: "0.10000000000000000000000000001")!)

    static let shop = API(dates: .unix, coder: .foundation(keys: .snakeCase))

    /// The request of a call, written by a client without a coder of its own.
    private func request(_ call: APIRequest, of api: API = shop) throws -> Request {
        try APIClient(APIEnvironment(baseURL: "https://api.example"), dispatcher: StubDispatcher())
            .request(for: Call<Void>(call, of: api))
    }

    private func text(_ request: Request) throws -> String? {
        try OutgoingBody(request).map { String(decoding: try $0.bytes(), as: UTF8.self) }
    }

    static let json =
        #"{"placed_at":60,"invoice_url":"https://a.example/1?x","total":0.10000000000000000000000000001}"#

    @Test func `a body is written by the coder of the API`() throws {
        let request = try request(.post("/orders", body: Self.order))
        #expect(try text(request) == Self.json)
        #expect(try OutgoingBody(request)?.headers["content-type"] == "application/json")
    }

    @Test func `a body is written by Foundation's encoder, byte for byte`() throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let request = try request(
            .put("/orders", body: ["at": Date(timeIntervalSince1970: 60)]),
            of: API(coder: .foundationJSON(encoder: encoder)))
        #expect(try text(request) == "{\n  \"at\" : 60\n}")
    }

    @Test func `parameters are written by the coder of the API, in a body, a query, a form and a path`() throws {
        let id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!
        let missing: Date? = nil
        let parameters: Parameters = [
            "at": Self.order.placedAt, "page": Self.order.invoiceURL, "total": Self.order.total,
            "seal": Data([255, 255]),
            "id": id, "not": missing,
        ]
        #expect(
            try text(request(.post("/x", parameters)))
                == #"{"at":60,"page":"https://a.example/1?x","total":0.10000000000000000000000000001,"seal":"//8=","id":"\#(id)"}"#
        )
        #expect(
            try text(request(.post("/x", ["at": Self.order.placedAt, "seal": Data([255])], encoder: .form)))
                == "at=60&seal=%2Fw%3D%3D")
        #expect(
            try request(.get("/x", query: ["at": [Self.order.placedAt], "page": Self.order.invoiceURL])).url.query
                == "at=60&page=https%3A%2F%2Fa.example%2F1%3Fx")
        #expect(try request(.get("/orders/\(id)")).url.path == "/orders/\(id)")
    }

    @Test func `a value of one's own type stands among parameters by the coder`() throws {
        #expect(try text(request(.post("/x", ["order": .encoding(Self.order)]))) == #"{"order":\#(Self.json)}"#)
    }

    @Test func `what a request cannot hold is told with its name`() throws {
        let failure = #expect(throws: Failure.self) { try request(.post("/x", ["a": ["b": Decimal.nan]])) }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message.contains("JSON has no NaN") == true)
        let refused = #expect(throws: Failure.self) { try request(.post("/x", body: Self.order), of: API()) }
        #expect(
            refused?.message
                == "the body: `$.placedAt` is a `Date` of Foundation, which has no JSON form here: name the coder `.foundation` of the product BatonFoundation, or declare a `Timestamp`, or a `String` or `Double`, and make the date of it"
        )
    }

    @Test func `a body that was sent is read back as the same value`() async throws {
        let stub = StubDispatcher()
        stub.respond(
            to: .post, "/orders",
            with: .computed { request throws(Failure) in
                Sample(body: try OutgoingBody(request)?.bytes() ?? [])
            })
        let client = try APIClient(
            APIEnvironment(baseURL: "https://api.example", coder: .foundation(dates: .format("dd.MM.yyyy HH:mm"))),
            dispatcher: stub)
        #expect(try await client.send(Call<Order>(.post("/orders", body: Self.order))) == Self.order)
    }

    @Test func `an optional result is nil for an empty body, whichever coder reads`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/x", with: .fixed(Sample(status: 204)))
        let client = try APIClient(APIEnvironment(baseURL: "https://api.example"), dispatcher: stub)
        #expect(try await client.send(Call<Order?>(.get("/x"), of: API(coder: .foundationJSON()))) == nil)
        #expect(try await client.send(Call<Order?>(.get("/x"), of: Self.shop)) == nil)
    }
}
