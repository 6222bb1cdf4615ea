import BatonAPI
import RunningDemo
import Testing

/// The second style: every endpoint has its own result type, and a mapper reads it by key paths, leniently.
///
/// | the style | here |
/// | --- | --- |
/// | an endpoint protocol with an associated type for its result | `Endpoint.Output` |
/// | what all endpoints of the API share, written once | a protocol of one's own with an extension for `api` |
/// | a mapper that infers the wanted type; keys, and paths with dots | `Mappable`, `mapper("user.name")` |
/// | text, numbers, booleans and dates are converted; enums, lists, nested types, optionals | `MappableValue` |
/// | a failure names the path, what was wanted and what was there | `Failure` of kind `mapping.*` |
@Suite struct TypedEndpoints {
    // The application: a restaurant that knows its guests.
    enum Size: Int, MappableValue, CaseIterable { case small, medium, large }

    struct Pizza: Mappable, Equatable {
        var name: String
        var size: Size

        init(name: String, size: Size) { (self.name, self.size) = (name, size) }

        init(mapper: Mapper) throws {
            name = try mapper("name")
            size = try mapper("size")
        }
    }

    struct Guest: Mappable {
        var id: Int
        var isActive: Bool
        var balance: Double
        var since: Timestamp
        var homepage: URLText?
        var favourite: Pizza?
        var orders: [Pizza]
        var firstOrder: String
        var city: String

        init(mapper: Mapper) throws {
            id = try mapper("id")
            isActive = try mapper("active")
            balance = try mapper("balance")
            since = try mapper.date("since", .format("yyyy/MM/dd"))
            homepage = try mapper("homepage")
            favourite = try mapper("favorite_pizza")
            orders = try mapper("ordered_pizzas")
            firstOrder = try mapper("ordered_pizzas.0.name")
            city = try mapper("address.city", default: "unknown")
        }
    }

    private static let answer: JSONValue = [
        "id": "7", "active": "1", "balance": 12, "since": "2026/02/28", "homepage": "https://guest.example/",
        "favorite_pizza": .null,
        "ordered_pizzas": [["name": "Funghi", "size": 2], ["name": "Marinara", "size": "0"]],
    ]

    protocol RestaurantEndpoint: Endpoint {}

    struct ReadGuest: RestaurantEndpoint {
        typealias Output = Guest
        var id: Int
        var request: APIRequest { .post("/echo/guests/\(id)", body: TypedEndpoints.answer) }

        func output(from reply: Reply) throws(Failure) -> Guest {
            // demo-api sends back what it gets, under `json`.
            try reply.mapper("json")
        }
    }

    private func client() async throws -> APIClient {
        try APIClient(APIEnvironment(baseURL: try await Demo.baseURL()))
    }

    @Test func `the result has exactly the type of the endpoint, with every part converted`() async throws {
        let guest = try await client().send(ReadGuest(id: 7))
        #expect(guest.id == 7 && guest.isActive && guest.balance == 12)
        #expect(guest.since == Timestamp(rfc3339: "2026-02-28T00:00:00Z"))
        #expect(guest.homepage?.text == "https://guest.example/")
        #expect(guest.favourite == nil)
        #expect(guest.orders == [Pizza(name: "Funghi", size: .large), Pizza(name: "Marinara", size: .small)])
        #expect(guest.firstOrder == "Funghi")
        #expect(guest.city == "unknown")
    }

    @Test func `what all endpoints share is written once`() async throws {
        let request = try await client().request(for: ReadGuest(id: 7))
        #expect(request.headers["x-restaurant"] == "napoli")
        #expect(request.url.query == "lang=it")
    }

    @Test(arguments: [
        ("name", #"["name": 1]"#, Failure.Kind.mappingMissing), ("size", "9", .mappingFormat),
    ])
    func `a failure names the path, what was wanted and what was there`(
        _ key: String, _ value: String, _ kind: Failure.Kind
    ) async throws {
        var pizza: JSONObject = ["name": "Funghi", "size": 2]
        pizza[key] = key == "name" ? nil : 9
        let failure = #expect(throws: Failure.self) { try Pizza.mapped(from: Mapper(.object(pizza))) }
        #expect(failure?.kind == kind)
        #expect(failure?.message.contains(key) == true, "\(failure.map(\.message) ?? "")")
    }
}

extension TypedEndpoints.RestaurantEndpoint {
    var api: API { API(headers: ["X-Restaurant": "napoli"], query: ["lang": "it"]) }
}
