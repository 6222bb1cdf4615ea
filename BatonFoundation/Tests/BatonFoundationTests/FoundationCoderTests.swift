import BatonFoundation
import BatonTesting
import Foundation
import Testing

/// The types of Foundation in `Codable` types, by the coder `.foundation`.
@Suite struct FoundationCoderTests {
    struct Order: Codable, Equatable, Sendable {
        var placed: Date
        var page: URL
        var total: Decimal
        var seal: Data
        var id: UUID
        var days: [Date?]
        var rates: [String: Decimal]
        var note: Date?
    }

    static let order = Order(
        placed: Date(timeIntervalSince1970: 1_700_000_000), page: URL(string: "https://a.example/ü?x=1#f")!,
        total: Decimal(string: "123456789012345678901234567890.12345678")!, seal: Data([0, 255, 62]),
        id: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!, days: [nil, Date(timeIntervalSince1970: 0.25)],
        rates: ["EUR": 1.10], note: nil)

    static let json: JSONValue = [
        "placed": "2023-11-14T22:13:20Z", "page": "https://a.example/%C3%BC?x=1#f",
        "total": .number(JSONNumber(text: "123456789012345678901234567890.12345678")!), "seal": "AP8+",
        "id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "days": [.null, "1970-01-01T00:00:00.25Z"], "rates": ["EUR": 1.1],
    ]

    /// What a client reads of a response with that body.
    static func read<Value: Decodable & Sendable>(
        _ type: Value.Type, _ json: JSONValue, _ coder: any BodyCoder = .foundation, dates: DateForm = .rfc3339
    ) async throws -> Value {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/x", with: .fixed(.json(json)))
        let client = try APIClient(APIEnvironment(baseURL: "https://api.example"), dispatcher: stub)
        return try await client.send(
            Call<Value>(.get("/x"), of: API(dates: dates, coder: coder)) { reply throws(Failure) in try reply.decoded()
            })
    }

    @Test func `a value is read and written with all its parts and digits`() async throws {
        #expect(try await Self.read(Order.self, Self.json) == Self.order)
        #expect(try JSONCoder.foundation.json(of: Self.order) == Self.json)
        #expect(
            try JSONCoder.foundation.encode(["total": Self.order.total], dates: .rfc3339)
                == .bytes(
                    Array(#"{"total":123456789012345678901234567890.12345678}"#.utf8), contentType: "application/json"))
    }

    static let dates: [(DateForm, Double, JSONValue)] = [
        (.rfc3339, 1_700_000_000.5, "2023-11-14T22:13:20.5Z"),
        (.unix, 1_700_000_000, 1_700_000_000),
        (.unix, 1_700_000_000.25, 1_700_000_000.25),
        (.unix, -0.25, -0.25),
        (.unix, -1.5, -1.5),
        (.unix, 0, 0),
        (.unixMilliseconds, 1_700_000_000.123, 1_700_000_000_123),
        (.unixMilliseconds, -1.5, -1500),
        (.format("yyyy/MM/dd HH:mm:ss"), 1_700_000_000, "2023/11/14 22:13:20"),
    ]

    @Test(arguments: dates)
    func `dates are read and written as the API writes them`(_ form: DateForm, _ seconds: Double, _ json: JSONValue)
        async throws
    {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try JSONCoder.foundation.json(of: ["at": date], dates: form) == ["at": json])
        let read = try await Self.read([String: Date].self, ["at": json], dates: form)
        #expect(abs(read["at"]!.timeIntervalSince(date)) < 0.000_001)
        // The form of the coder is stronger than that of the API.
        #expect(try JSONCoder.foundation(dates: form).json(of: [date], dates: .format("yyyy")) == [json])
    }

    @Test func `a timestamp is written as the API writes dates, too`() throws {
        #expect(try JSONCoder.foundation.json(of: [Timestamp(seconds: 5)], dates: .unix) == [5])
    }

    static let misfits: [(JSONValue, String, String)] = [
        (
            ["placed": "x"], "mapping.format",
            "`$.placed` should be a date of RFC 3339, and is \"x\"; say how the date is written, for example `format: yyyy-MM-dd HH:mm:ss`"
        ),
        (
            ["placed": 1], "mapping.type",
            "`$.placed` should be a date of RFC 3339, and is 1; if it counts seconds, write `format: unix`"
        ),
        (["page": ""], "mapping.format", "`$.page` should be a URL, and is \"\""),
        (["page": "a b"], "mapping.format", "`$.page` should be a URL, and is \"a b\""),
        (["page": 5], "mapping.type", "`$.page` should be a URL, and is 5"),
        (["total": "dear"], "mapping.type", "`$.total` should be a number, and is \"dear\""),
        (["seal": "?"], "mapping.format", "`$.seal` should be base64, and is \"?\""),
        (["seal": [1]], "mapping.type", "`$.seal` should be base64, and is [1]"),
        (["id": "no"], "mapping.format", "`$.id` should be a UUID, and is \"no\""),
        (["id": 7], "mapping.type", "`$.id` should be a UUID, and is 7"),
        (["days": [.null, true]], "mapping.type", "`$.days[1]` should be a date of RFC 3339, and is true"),
        (["rates": ["EUR": [:]]], "mapping.type", "`$.rates.EUR` should be a number, and is {}"),
    ]

    @Test(arguments: misfits)
    func `what does not fit names its path`(_ change: JSONValue, _ kind: String, _ message: String) async throws {
        var object = Self.json.objectValue!
        for member in change.objectValue!.members { object[member.name] = member.value }
        let json = JSONValue.object(object)
        let failure = await #expect(throws: Failure.self) { try await Self.read(Order.self, json) }
        #expect(failure?.kind.rawValue == kind)
        #expect(failure?.message == message)
        #expect(failure?.status == 200)
    }

    @Test func `a missing value names its path`() async throws {
        let failure = await #expect(throws: Failure.self) { try await Self.read([String: [Order]].self, ["a": [[:]]]) }
        #expect(failure?.description == "mapping.missing: `$.a[0].placed` is missing, and should be `Date`")
    }

    @Test func `what JSON cannot hold is refused with its place`() {
        func message(_ value: some Encodable) -> String? {
            (#expect(throws: Failure.self) { try JSONCoder.foundation.json(of: value) })?.description
        }
        #expect(message(["x": Decimal.nan]) == "request.bad_input: JSON has no NaN (`$.x`)")
        #expect(
            message(Date.distantFuture.addingTimeInterval(1e12))?.hasPrefix(
                "request.bad_input: JSON dates lie in the years 1 to 9999, and this one does not: ") == true)
    }

    @Test func `numbers beyond a decimal are refused, and digits beyond its 38 are dropped`() async throws {
        let huge = JSONValue.number(JSONNumber(text: "1e400")!)
        let failure = await #expect(throws: Failure.self) { try await Self.read([Decimal].self, [huge]) }
        #expect(
            failure.map { String(reflecting: $0) }
                == "mapping.format: `$[0]` should be a decimal number of at most 38 digits and an exponent of at most 127, and is 1e400"
        )
        let digits = String(repeating: "123456789", count: 5)
        let long = JSONValue.number(JSONNumber(text: "0.\(digits)")!)
        let read = try await Self.read([Decimal].self, [long])
        #expect("\(read[0])".hasPrefix("0.12345678912345678912345678912345678"))
    }

    @Test func `a relative URL stays relative`() async throws {
        #expect(
            try await Self.read([URL].self, ["/a?b", "mailto:a@b.example"]) == [
                URL(string: "/a?b")!, URL(string: "mailto:a@b.example")!,
            ])
    }
}
