import BatonHTTP
import BatonJSON
import BatonValues
import Testing

@testable import BatonAPI

/// `Decodable` and `Encodable` without Foundation.
@Suite struct CodingTests {
    struct Order: Codable, Equatable, Sendable {
        var id: Int
        var price: Double
        var tags: [String]
        var note: String?
        var customer: Customer
        var placed: Timestamp?
        var extra: JSONValue?
    }

    struct Customer: Codable, Equatable, Sendable {
        var name: String
        var isNew: Bool

        enum CodingKeys: String, CodingKey {
            case name
            case isNew = "is_new"
        }
    }

    static let json: JSONValue = [
        "id": 1, "price": 9.5, "tags": ["a", "b"], "customer": ["name": "Ada", "is_new": true],
        "placed": "2026-01-02T03:04:05Z", "extra": ["n": 1.25, "list": [.null, false]],
    ]

    static let order = Order(
        id: 1, price: 9.5, tags: ["a", "b"], note: nil, customer: Customer(name: "Ada", isNew: true),
        placed: Timestamp(rfc3339: "2026-01-02T03:04:05Z"), extra: ["n": 1.25, "list": [.null, false]])

    @Test func `a value is read with all its parts`() throws {
        #expect(try JSONValueDecoder(Self.json).decode(Order.self) == Self.order)
    }

    @Test func `an encoded value reads back as the same value`() throws {
        #expect(try JSONValue.encoding(Self.order) == Self.json)
    }

    @Test func `scalars and lists stand at the top as well as objects`() throws {
        #expect(try JSONValueDecoder([1, 2]).decode([Int].self) == [1, 2])
        #expect(try JSONValueDecoder("x").decode(String.self) == "x")
        #expect(try JSONValueDecoder(["a": 1]).decode([String: Int].self) == ["a": 1])
        #expect(try JSONValueDecoder(.null).decode(Int?.self) == nil)
        #expect(try JSONValueDecoder(.number(JSONNumber(UInt64.max))).decode(UInt64.self) == .max)
        #expect(
            try JSONValueDecoder(.number(JSONNumber(9_007_199_254_740_993))).decode(Int.self) == 9_007_199_254_740_993)
    }

    @Test func `dates are read as the API writes them`() throws {
        #expect(try JSONValueDecoder(5, dates: .unix).decode(Timestamp.self).seconds == 5)
    }

    static let misfits: [(JSONValue, String, String)] = [
        ([:], "mapping.missing", "`$.id` is missing, and should be an integer"),
        (["id": "1"], "mapping.type", "`$.id` should be an integer, and is \"1\""),
        (["id": 1.5], "mapping.type", "`$.id` should be an integer, and is 1.5"),
        (["id": 1, "price": "9"], "mapping.type", "`$.price` should be a number, and is \"9\""),
        (["id": 1, "price": 9, "tags": ["a", 2]], "mapping.type", "`$.tags[1]` should be a string, and is 2"),
        (
            ["id": 1, "price": 9, "tags": [], "customer": 5], "mapping.type",
            "`$.customer` should be an object, and is 5"
        ),
        (
            ["id": 1, "price": 9, "tags": [], "customer": ["name": "a"]], "mapping.missing",
            "`$.customer.is_new` is missing, and should be a boolean"
        ),
        (5, "mapping.type", "`$` should be an object, and is 5"),
    ]

    @Test(arguments: misfits)
    func `what does not fit names its path`(_ json: JSONValue, _ kind: String, _ message: String) {
        let failure = #expect(throws: Failure.self) { try JSONValueDecoder(json).decode(Order.self) }
        #expect(failure?.kind.rawValue == kind)
        #expect(failure?.message == message)
    }

    /// Writes elements and members of which some cannot be written.
    private struct Partly: Encodable {
        struct Broken: Encodable {
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                try list.encode(1)
                try list.encode(Double.nan)
            }
        }

        enum Key: CodingKey { case list, broken, nan, end }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Key.self)
            try? members.encode(Broken(), forKey: .broken)
            try? members.encode(Double.nan, forKey: .nan)
            var list = members.nestedUnkeyedContainer(forKey: .list)
            try list.encode(9)
            try? list.encode(Broken())
            try? list.encode(Double.nan)
            try list.encode("s")
            try members.encode(true, forKey: .end)
        }
    }

    @Test func `what could not be written leaves nothing`() throws {
        #expect(try JSONCoder().json(of: Partly(), dates: .rfc3339) == ["list": [9, "s"], "end": true])
    }

    /// Reads the whole numbers of a list, and passes over everything else.
    private struct Numbers: Decodable {
        struct Anything: Decodable { init(from decoder: any Decoder) {} }

        var numbers: [Int] = []

        init(from decoder: any Decoder) throws {
            var elements = try decoder.unkeyedContainer()
            while !elements.isAtEnd {
                if let number = try? elements.decode(Int.self) {
                    numbers.append(number)
                } else {
                    _ = try elements.decode(Anything.self)
                }
            }
        }
    }

    @Test(arguments: [
        (#"[1,"x",2]"#, [1, 2]), (#"["x",1,{},[2],3.5,4]"#, [1, 4]), ("[null,1]", [1]), (#"["a","b"]"#, []),
    ])
    func `an element that could not be read is still the next one`(_ text: String, _ numbers: [Int]) throws {
        let json = try JSONValue(parsing: text)
        #expect(try JSONValueDecoder(json).decode(Numbers.self).numbers == numbers)
    }

    @Test func `a nested container that is not there is still the next element`() throws {
        struct Either: Decodable {
            var names: [String] = []
            init(from decoder: any Decoder) throws {
                var elements = try decoder.unkeyedContainer()
                while !elements.isAtEnd {
                    if var inner = try? elements.nestedUnkeyedContainer() {
                        names.append(try inner.decode(String.self))
                    } else {
                        names.append(try elements.decode(String.self))
                    }
                }
            }
        }
        let json = try JSONValue(parsing: #"[["a"],"b",["c"]]"#)
        #expect(try JSONValueDecoder(json).decode(Either.self).names == ["a", "b", "c"])
    }

    @Test(arguments: ["1e39", "-3.5e38"])
    func `a number beyond those of a Float is refused, not infinite`(_ text: String) throws {
        let json = try JSONValue(parsing: text)
        #expect(try JSONValueDecoder(json).decode(Double.self).isFinite)
        let failure = #expect(throws: Failure.self) { try JSONValueDecoder(json).decode(Float.self) }
        #expect(failure?.kind == .mappingType)
        #expect(failure?.message.contains("a number that a `Float` can hold") == true)
    }

    @Test func `values without static types become JSON`() throws {
        let body: [String: Any] = [
            "name": "lamp", "count": 3, "big": UInt64.max, "price": 1.5, "isNew": true, "none": nil as Int? as Any,
            "some": Optional(7) as Any, "mixed": ["a", 1, [nil, false] as [Any?]] as [Any], "typed": ["x": 1],
            "json": JSONValue.array([1]), "order": ["b": [1, 2], "a": Optional("c") as Any] as [String: Any],
        ]
        let json = try JSONValue(untyped: body)
        #expect(
            json.jsonText()
                == #"{"big":18446744073709551615,"count":3,"isNew":true,"json":[1],"mixed":["a",1,[null,false]],"name":"lamp","none":null,"order":{"a":"c","b":[1,2]},"price":1.5,"some":7,"typed":{"x":1}}"#
        )
        #expect(try JSONValue(untyped: nil) == .null)
        #expect(try JSONValue(untyped: "text") == "text")
    }

    @Test func `a value without a JSON form is refused with its place`() {
        struct Opaque {}
        let failure = #expect(throws: Failure.self) { try JSONValue(untyped: ["a": [1, Opaque()] as [Any]]) }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message == "`$.a[1]` is a `Opaque`, which has no JSON form")
        let infinite = #expect(throws: Failure.self) { try JSONValue(untyped: ["b": Double.infinity]) }
        #expect(infinite?.message.hasPrefix("`$.b`: ") == true)
        var deep: Any = 1
        for _ in 0..<200 { deep = [deep] }
        #expect(throws: Failure.self) { try JSONValue(untyped: deep) }
    }

    @Test func `numbers of 128 bits keep all their digits`() throws {
        struct Wide: Codable, Equatable { var low: Int128, high: UInt128, list: [Int128] }
        let wide = Wide(low: .min, high: .max, list: [.max, -1, 0])
        let json = try JSONValue.encoding(wide)
        #expect(json["low"]?.numberValue?.text == String(Int128.min))
        #expect(try JSONValueDecoder(json).decode(Wide.self) == wide)
        let tooLarge = try JSONValue(parsing: "340282366920938463463374607431768211456")
        #expect(throws: Failure.self) { try JSONValueDecoder(tooLarge).decode(UInt128.self) }
    }

    @Test func `the last container that a value asks for is the one that is written`() throws {
        struct Undecided: Encodable {
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                try list.encode(1)
                var members = encoder.container(keyedBy: Name.self)
                try members.encode(2, forKey: .value)
            }
            enum Name: CodingKey { case value }
        }
        #expect(try JSONValue.encoding(Undecided()) == ["value": 2])
    }

    @Test func `a value that no JSON can hold is refused`() {
        struct Reading: Encodable { var level = Double.infinity }
        let failure = #expect(throws: Failure.self) { try JSONValue.encoding(Reading()) }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message == "JSON has no inf (`$.level`)")
    }

    @Test func `floats keep their own digits`() throws {
        #expect(try JSONValue.encoding([Float(0.1)]) == [0.1])
    }
}
