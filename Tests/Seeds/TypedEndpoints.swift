import BatonAPI
import BatonTesting
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

    // MARK: - What else such libraries offer

    enum News: Mappable, Equatable {
        case text(String), picture(URLText)

        init(mapper: Mapper) throws {
            switch try mapper("type", as: String.self) {
            case "text": self = .text(try mapper("text"))
            case "picture": self = .picture(try mapper("url"))
            default: throw mapper.mismatch("a text or a picture", kind: .mappingFormat)
            }
        }
    }

    @Test func `a list holds several types, and a field of each element says which`() throws {
        let mapper = Mapper([
            "news": [["type": "text", "text": "open"], ["type": "picture", "url": "https://guest.example/1.png"]],
            "newer": [["type": "text", "text": "closed"], ["type": "poll"]],
        ])
        let picture = try URLText.parse("https://guest.example/1.png")
        #expect(try mapper("news", as: [News].self) == [.text("open"), .picture(picture)])
        let failure = #expect(throws: Failure.self) { try mapper("newer", as: [News].self) }
        #expect(failure?.message.hasPrefix("`$.newer[1]` should be a text or a picture") == true)
    }

    /// `#ff8000`.
    struct Colour: MappableValue, Equatable {
        var rgb: UInt32

        static func mapped(from mapper: Mapper) throws(Failure) -> Colour {
            let text = try String.mapped(from: mapper)
            guard text.hasPrefix("#"), let rgb = UInt32(text.dropFirst(), radix: 16) else {
                throw mapper.mismatch("a colour", kind: .mappingFormat)
            }
            return Colour(rgb: rgb)
        }
    }

    @Test func `a type with a conversion of its own is an element, optional and has a default`() throws {
        let mapper = Mapper(["main": "#ff8000", "all": ["#000001", "#000002"], "wrong": "red"])
        #expect(try mapper("main", as: Colour.self) == Colour(rgb: 0xFF8000))
        #expect(try mapper("all", as: [Colour].self) == [Colour(rgb: 1), Colour(rgb: 2)])
        #expect(try mapper("border", as: Colour?.self) == nil)
        #expect(try mapper("border", default: Colour(rgb: 0)) == Colour(rgb: 0))
        let failure = #expect(throws: Failure.self) { try mapper("wrong", as: Colour?.self) }
        #expect(failure?.message == "`$.wrong` should be a colour, and is \"red\"")
    }

    @Test func `elements that do not fit are passed over where the endpoint wants that`() async throws {
        let stub = StubDispatcher()
        stub.respond(
            to: .get, "/pizzas", with: .fixed(.json([["name": "Funghi", "size": 2], ["name": "?"], ["size": 1]])))
        let client = try APIClient(APIEnvironment(baseURL: "https://guest.example"), dispatcher: stub)
        let pizzas = Call<[Pizza]>(.get("/pizzas")) { reply in
            try reply.mapped([JSONValue].self).compactMap { element in try? Pizza.mapped(from: Mapper(element)) }
        }
        #expect(try await client.send(pizzas) == [Pizza(name: "Funghi", size: .large)])
        await #expect(throws: Failure.self) { try await client.send(Call<[Pizza]>(.get("/pizzas"))) }
    }

    @Test func `text has the encoding that the server names, and bytes are as they came`() async throws {
        let stub = StubDispatcher()
        let bytes: [UInt8] = [0x63, 0x61, 0x66, 0xE9]
        stub.respond(
            to: .get, "/menu",
            with: .fixed(Sample(headers: ["Content-Type": "text/plain; charset=iso-8859-1"], body: bytes)))
        let client = try APIClient(APIEnvironment(baseURL: "https://guest.example"), dispatcher: stub)
        #expect(try await client.send(Call<String>(.get("/menu")) { reply in reply.text }) == "café")
        #expect(try await client.response(to: .get("/menu")).body == bytes)
    }
}

extension TypedEndpoints.RestaurantEndpoint {
    var api: API { API(headers: ["X-Restaurant": "napoli"], query: ["lang": "it"]) }
}
