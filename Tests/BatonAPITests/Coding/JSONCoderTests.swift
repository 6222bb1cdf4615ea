import BatonHTTP
import BatonJSON
import BatonValues
import Testing

@testable import BatonAPI

/// Names, dates and types of one's own in Baton's JSON.
@Suite struct JSONCoderTests {
    static func reply(_ json: JSONValue, dates: DateForm = .rfc3339, _ coder: any BodyCoder = .json) throws -> Reply {
        let body = JSONWriter.compactBytes(json)
        return Reply(
            Response(status: 200, body: body, url: try URLText.parse("https://a.example")), dates: dates, coder: coder)
    }

    static let names: [(property: String, json: String)] = [
        ("name", "name"), ("firstName", "first_name"), ("imageURL", "image_url"), ("myURLProperty", "my_url_property"),
        ("URL", "url"), ("aB", "a_b"), ("version4Thing", "version4_thing"), ("_id", "_id"), ("_ownID_", "_own_id_"),
        ("is_new", "is_new"), ("größeÄndern", "größe_ändern"), ("", ""), ("_", "_"),
    ]

    @Test(arguments: names)
    func `a property is named in snake case`(_ name: (property: String, json: String)) {
        #expect(KeyStrategy.snakeCase.encode(name.property) == name.json)
    }

    static let properties: [(json: String, property: String)] = [
        ("first_name", "firstName"), ("image_url", "imageUrl"), ("API_KEY", "apiKey"), ("image_2x", "image2x"),
        ("__a_b__", "__aB__"), ("a__b", "aB"), ("plain", "plain"), ("firstName", "firstName"), ("___", "___"), ("", ""),
    ]

    @Test(arguments: properties)
    func `a name in snake case leads to a property`(_ name: (json: String, property: String)) {
        #expect(KeyStrategy.snakeCase.decode(name.json) == name.property)
    }

    struct Picture: Codable, Equatable {
        var imageURL: String
        var thumb2x: String?
        var ownKey: String

        enum CodingKeys: String, CodingKey {
            case imageURL, thumb2x
            case ownKey = "own_key"
        }
    }

    @Test func `a property is found by its name, and by any that leads to it`() throws {
        let picture = Picture(imageURL: "a", thumb2x: "b", ownKey: "c")
        let coder = JSONCoder(keys: .snakeCase)
        #expect(try coder.json(of: picture) == ["image_url": "a", "thumb2x": "b", "own_key": "c"])
        #expect(try Self.reply(["image_url": "a", "thumb_2x": "b", "own_key": "c"], coder).decoded() == picture)
        #expect(
            try Self.reply(["imageURL": "no", "image_url": "a", "thumb2x": "b", "own_key": "c"], coder).decoded()
                == picture)
        let failure = #expect(throws: Failure.self) { try Self.reply(["own_key": "c"], coder).decoded(Picture.self) }
        #expect(failure?.description == "mapping.missing: `$.image_url` is missing, and should be a string")
    }

    @Test func `keys of dictionaries are data, at every depth`() throws {
        struct Holder: Codable, Equatable { var someMaps: [[String: Inner]] }
        struct Inner: Codable, Equatable { var someValue: Int }
        let holder = Holder(someMaps: [["keptAsIs": Inner(someValue: 1), "kept_too": Inner(someValue: 2)]])
        let json: JSONValue = ["some_maps": [["keptAsIs": ["some_value": 1], "kept_too": ["some_value": 2]]]]
        let coder = JSONCoder(keys: .snakeCase)
        #expect(try coder.json(of: holder) == json)
        #expect(try Self.reply(json, coder).decoded() == holder)
    }

    @Test func `any JSON stays as it is`() throws {
        struct Holder: Codable, Equatable { var anyThing: JSONValue }
        let json: JSONValue = ["any_thing": ["someKey": ["other_key": 1]]]
        let coder = JSONCoder(keys: .snakeCase)
        let holder: Holder = try Self.reply(json, coder).decoded()
        #expect(holder.anyThing == ["someKey": ["other_key": 1]])
        #expect(try coder.json(of: holder) == json)
    }

    static let forms: [(DateForm, String, JSONValue)] = [
        (.rfc3339, "2026-01-02T03:04:05.5Z", "2026-01-02T03:04:05.5Z"),
        (.unix, "2026-01-02T03:04:05Z", 1_767_323_045),
        (.unix, "1970-01-01T00:00:00.000000001Z", .number(JSONNumber(text: "0.000000001")!)),
        (.unix, "1969-12-31T23:59:59.75Z", .number(JSONNumber(text: "-0.25")!)),
        (.unix, "1969-12-31T23:59:58.5Z", .number(JSONNumber(text: "-1.5")!)),
        (.unixMilliseconds, "2026-01-02T03:04:05.123Z", 1_767_323_045_123),
        (.format("dd.MM.yyyy HH:mm:ss"), "2026-01-02T03:04:05Z", "02.01.2026 03:04:05"),
    ]

    @Test(arguments: forms)
    func `a timestamp is written as it is read`(_ form: DateForm, _ text: String, _ json: JSONValue) throws {
        let moment = try #require(Timestamp(rfc3339: text))
        #expect(try JSONCoder().json(of: [moment], dates: form) == [json])
        #expect(try JSONCoder(dates: form).json(of: [moment]) == [json])
        if text.hasSuffix("000000001Z") { return }
        #expect(try Self.reply([json], dates: form).decoded() == [moment])
        #expect(try Self.reply([json], JSONCoder(dates: form)).decoded() == [moment])
    }

    @Test func `a date format that is none is told when a date is written`() {
        let failure = #expect(throws: Failure.self) {
            try JSONCoder().json(of: [Timestamp(seconds: 0)], dates: .format("yyyy-bb"))
        }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message.hasPrefix("the format of dates is none: `bb` means nothing in a date format") == true)
    }

    struct Money: Codable, Equatable, MappableValue {
        var cents: Int

        static func mapped(from mapper: Mapper) throws(Failure) -> Money {
            guard case .number(let number) = mapper.value else { throw mapper.mismatch("an amount") }
            return Money(cents: Int((number.double * 100).rounded()))
        }
    }

    @Test func `a type may have a form of its own`() throws {
        let type = CodedType(Money.self) { money, _ throws(Failure) in
            guard money.cents >= 0 else { throw Failure(.badInput, "no debts") }
            return .number(JSONNumber(text: "\(money.cents / 100).\(money.cents % 100)")!)
        }
        let coder = JSONCoder(types: [type])
        #expect(try coder.json(of: ["a": [Money(cents: 150)]]) == ["a": [1.5]])
        #expect(try Self.reply(["a": [1.5]], coder).decoded() == ["a": [Money(cents: 150)]])
        let wrong = #expect(throws: Failure.self) {
            try Self.reply(["a": ["x"]], coder).decoded([String: [Money]].self)
        }
        #expect(wrong?.message == "`$.a[0]` should be an amount, and is \"x\"")
        let debts = #expect(throws: Failure.self) { try coder.json(of: ["a": [Money(cents: -1)]]) }
        #expect(debts?.description == "request.bad_input: no debts (`$.a[0]`)")
        #expect(try JSONCoder().json(of: Money(cents: 1)) == ["cents": 1])
    }
}
