import BatonHTTP
import BatonJSON
import BatonTesting
import BatonValues
import Testing

@testable import BatonAPI

/// Typed values out of a response, by their paths.
@Suite struct MapperTests {
    static let document: JSONValue = [
        "id": 7, "user_name": "ada", "active": "1", "score": "12.5", "register_date": "2015/06/10 14:30:00",
        "seen": 1_434_000_000, "home": "https://example.com/ada", "size": 1, "favorite_pizza": ["name": "Margherita"],
        "ordered_pizzas": [["name": "Funghi", "size": 0], ["name": "Diavolo", "size": 2]],
        "scores": ["a": 1, "b": 2], "nothing": .null,
    ]

    enum Size: Int, MappableValue, CaseIterable {
        case small = 0
        case medium = 1
        case large = 2
    }

    struct Pizza: Mappable, Equatable {
        var name: String
        var size: Size

        init(mapper: Mapper) throws {
            name = try mapper("name")
            size = try mapper("size")
        }
    }

    let mapper = Mapper(document)

    @Test(arguments: [
        (#"{"at": 1700000000}"#, "2023-11-14T22:13:20Z"), (#"{"at": "2023-11-14T22:13:20Z"}"#, "2023-11-14T22:13:20Z"),
    ])
    func `a date is read as text or number, as it comes`(_ text: String, _ date: String) throws {
        let mapper = Mapper(try JSONValue(parsing: text), dates: .rfc3339OrUnix)
        let moment: Timestamp = try mapper("at")
        #expect(moment.rfc3339() == date)
        #expect(try DateForm.rfc3339OrUnix.json(of: moment) == .string(date))
    }

    @Test func `the type wanted is the one that the context asks for`() throws {
        let id: Int = try mapper("id")
        let text: String = try mapper("id")
        let isActive: Bool = try mapper("active")
        let score: Double = try mapper("score")
        let size: Size = try mapper("size")
        let home: URLText = try mapper("home")
        #expect(id == 7)
        #expect(text == "7")
        #expect(isActive)
        #expect(score == 12.5)
        #expect(size == .medium)
        #expect(home.host == "example.com")
    }

    @Test func `key paths and JSONPaths lead into objects and lists`() throws {
        #expect(try mapper("favorite_pizza.name", as: String.self) == "Margherita")
        #expect(try mapper("ordered_pizzas.0.name", as: String.self) == "Funghi")
        #expect(try mapper("$.ordered_pizzas[1].name", as: String.self) == "Diavolo")
        #expect(try mapper("$.ordered_pizzas[*].name", as: [String].self) == ["Funghi", "Diavolo"])
        #expect(try mapper("$.ordered_pizzas[*].nope", as: [String]?.self) == [])
        #expect(try mapper("$.ordered_pizzaz[*].name", as: [String]?.self) == nil)
        #expect(try mapper("scores", as: [String: Int].self) == ["a": 1, "b": 2])
        #expect(try mapper("ordered_pizzas", as: [Pizza].self).map(\.size) == [.small, .large])
    }

    @Test func `a missing optional value is nil or its default`() throws {
        #expect(try mapper("unknown", as: String?.self) == nil)
        #expect(try mapper("nothing", as: Int?.self) == nil)
        #expect(try mapper("favorite_pizza.size", as: Size?.self) == nil)
        #expect(try mapper("id", as: Int?.self) == 7)
        #expect(try mapper("unknown", default: 3) == 3)
        #expect(try mapper("nothing", default: "none") == "none")
        #expect(try mapper.has("nothing"))
        #expect(try !mapper.has("unknown"))
    }

    @Test func `dates are read in the form of the field, of the API, or in seconds`() throws {
        let form = DateForm.pattern(try DatePattern("yyyy/MM/dd HH:mm:ss"))
        let moment = try #require(Timestamp(rfc3339: "2015-06-10T14:30:00Z"))
        #expect(try mapper.date("register_date", form) == moment)
        #expect(try mapper.date("seen", .unix).seconds == 1_434_000_000)
        #expect(try mapper.optionalDate("nothing", .unix) == nil)
        #expect(try Mapper(Self.document, dates: form)("register_date", as: Timestamp.self) == moment)
    }

    struct Visit: Mappable {
        static var dates: DateForm? { .unix }
        var seen: Timestamp
        var place: Place

        init(mapper: Mapper) throws {
            seen = try mapper("seen")
            place = try mapper("place")
        }
    }

    struct Place: Mappable {
        var opened: Timestamp

        init(mapper: Mapper) throws { opened = try mapper("opened") }
    }

    @Test func `a type says how its own dates are written, and no other type's`() throws {
        let document: JSONValue = ["seen": 1_434_000_000, "place": ["opened": "2015/06/10"]]
        let visit = try Visit.mapped(from: Mapper(document, dates: .format("yyyy/MM/dd")))
        #expect(visit.seen.seconds == 1_434_000_000)
        #expect(visit.place.opened == Timestamp(rfc3339: "2015-06-10T00:00:00Z"))
    }

    @Test func `a format that is none is the reader's mistake`() {
        let failure = #expect(throws: Failure.self) { try mapper.date("register_date", .format("yyyy-'MM")) }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message.contains("the format is none") == true, "\(failure?.message ?? "")")
    }

    @Test func `a relative URL counts from that of the response`() async throws {
        struct Links: Mappable {
            var next: URLText
            var own: URLText
            init(mapper: Mapper) throws {
                next = try mapper("next")
                own = try mapper("own")
            }
        }
        let stub = StubDispatcher()
        stub.respond(
            to: .get, "/v1/items", with: .fixed(.json(["next": "items?page=2", "own": "https://a.example/b"])))
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example/v1"), dispatcher: stub)
        let links = try await client.send(Call<Links>(.get("/items")))
        #expect(links.next.text == "http://shop.example/v1/items?page=2")
        #expect(links.own.text == "https://a.example/b")
    }

    struct Misfit: Sendable, CustomTestStringConvertible {
        var path: String
        var read: @Sendable (Mapper) throws -> Void
        var kind: String
        var message: String
        var testDescription: String { message }

        init<Value: MappableValue>(_ path: String, _ type: Value.Type, _ kind: String, _ message: String) {
            self.path = path
            read = { _ = try $0(path, as: type) }
            self.kind = kind
            self.message = message
        }
    }

    static let misfits = [
        Misfit("unknown", String.self, "mapping.missing", "`$.unknown` is missing, and should be a string"),
        Misfit(
            "favorite_pizza.size", Int.self, "mapping.missing",
            "`$.favorite_pizza.size` is missing, and should be an integer"),
        Misfit(
            "ordered_pizzas.7.name", String.self, "mapping.missing",
            "`$.ordered_pizzas.7.name` is missing, and should be a string"),
        Misfit("unknown", [Pizza].self, "mapping.missing", "`$.unknown` is missing, and should be a list"),
        Misfit("unknown", Pizza.self, "mapping.missing", "`$.unknown` is missing, and should be `Pizza`"),
        Misfit("user_name", Int.self, "mapping.type", "`$.user_name` should be an integer, and is \"ada\""),
        Misfit("score", Int.self, "mapping.type", "`$.score` should be an integer, and is \"12.5\""),
        Misfit("user_name", Bool.self, "mapping.type", "`$.user_name` should be a boolean, and is \"ada\""),
        Misfit("nothing", String.self, "mapping.type", "`$.nothing` should be a string, and is null"),
        Misfit("id", [Int].self, "mapping.type", "`$.id` should be a list, and is 7"),
        Misfit("id", Pizza.self, "mapping.type", "`$.id` should be an object, and is 7"),
        Misfit(
            "seen", Int8.self, "mapping.type", "`$.seen` should be an integer between -128 and 127, and is 1434000000"),
        Misfit("id", Size.self, "mapping.format", "`$.id` should be one of 0, 1, 2, and is 7"),
        Misfit("user_name", URLText.self, "mapping.format", "`$.user_name` should be a URL, and is \"ada\""),
        Misfit(
            "register_date", Timestamp.self, "mapping.format",
            """
            `$.register_date` should be a date of RFC 3339, and is "2015/06/10 14:30:00"; say how the date is written, \
            for example `format: yyyy-MM-dd HH:mm:ss`
            """),
        Misfit(
            "ordered_pizzas", [[String: Int]].self, "mapping.type",
            "`$.ordered_pizzas[0].name` should be an integer, and is \"Funghi\""),
        Misfit("$.ordered_pizzas[", String.self, "request.bad_input", "the path `$.ordered_pizzas[` is none"),
        Misfit("a..b", String.self, "request.bad_input", "the path `a..b` is none"),
    ]

    @Test(arguments: misfits)
    func `what does not fit names the path, what was wanted and what was there`(_ misfit: Misfit) {
        let failure = #expect(throws: Failure.self) { try misfit.read(mapper) }
        #expect(failure?.kind.rawValue == misfit.kind)
        #expect(failure?.message.hasPrefix(misfit.message) == true, "\(failure?.message ?? "")")
    }

    @Test func `a failure deep inside names the whole path`() {
        let failure = #expect(throws: Failure.self) {
            try Mapper(["orders": [["name": "a", "size": 0], ["name": "b", "size": 9]]])("orders", as: [Pizza].self)
        }
        #expect(failure?.message == "`$.orders[1].size` should be one of 0, 1, 2, and is 9")
    }
}

/// The converter on its own; what `as` makes of values stands in the tests of captures.
@Suite struct ValueConverterTests {
    private let converter = ValueConverter()

    @Test func `a scalar becomes JSON, a date a moment`() throws {
        #expect(try converter.convert("42", to: .integer) == .json(42))
        #expect(try converter.convert(1, to: .boolean) == .json(true))
        #expect(try converter.convert(1.50, to: .string) == .json("1.5"))
        let moment = try #require(Timestamp(seconds: 1_700_000_000))
        #expect(try converter.convert(1_700_000_000, to: .date(.unix)) == .timestamp(moment))
    }

    @Test func `a URL must be absolute when it comes from no response`() throws {
        #expect(try converter.convert("http://a.test/x", to: .url) == .json("http://a.test/x"))
        let failure = #expect(throws: ConversionFailure.self) { try converter.convert("/x", to: .url) }
        #expect(failure?.kind == .mappingFormat)
    }

    @Test func `a failure in a list says where`() {
        let failure = #expect(throws: ConversionFailure.self) {
            try converter.convert([[1], [2, "x"]], to: .list(.list(.integer)))
        }
        #expect(failure?.position == [.index(1), .index(1)])
        #expect(failure?.wanted == "an integer")
        #expect(failure?.brief == #""x""#)
    }
}
