import Testing

@testable import BatonJSON

/// Small objects are searched, large ones are hashed, and nobody who asks can tell.
struct JSONMemberIndexTests {
    private static let limit = JSONMemberIndex.linearLimit
    private static let counts = [0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1_000]

    /// Names that a look at length, first or last bytes does not tell apart.
    private static func names(_ count: Int) -> [String] {
        (0..<count).map { "prefix of eight and more \(String($0, radix: 36))-\($0 % 7) and suffix" }
    }

    private static func text(_ names: [String]) -> String {
        "{" + names.enumerated().map { "\(JSONWriter.quote($1)):\($0)" }.joined(separator: ",") + "}"
    }

    @Test(arguments: counts) func `a lookup in an object of up to sixteen members costs no hashing`(_ count: Int) throws
    {
        let names = Self.names(count)
        let parsed = try #require(try JSONParser.parse(Self.text(names)).objectValue)
        #expect(parsed.index.isHashed == (count > Self.limit))
        var made = JSONObject()
        for (position, name) in names.enumerated() {
            #expect(made.index.isHashed == (position > Self.limit))
            made.append(name, .integer(position))
        }
        #expect(made.index.isHashed == (count > Self.limit))
        #expect(made == parsed)
    }

    @Test(arguments: counts) func `every member is found by its name, and no other is`(_ count: Int) throws {
        let names = Self.names(count)
        let object = try #require(try JSONParser.parse(Self.text(names)).objectValue)
        for (position, name) in names.enumerated() {
            #expect(object[name] == .integer(position))
            #expect(object[name + " "] == nil)
            #expect(object[String(name.dropLast())] == nil)
        }
        #expect(object[""] == nil)
    }

    @Test func `an object that shrinks is searched again`() throws {
        var object = try #require(try JSONParser.parse(Self.text(Self.names(Self.limit + 2))).objectValue)
        for (removed, name) in Self.names(Self.limit + 2).enumerated().reversed() {
            object[name] = nil
            #expect(object.count == removed)
            #expect(object.index.isHashed == (removed > Self.limit))
            for (position, other) in Self.names(removed).enumerated() { #expect(object[other] == .integer(position)) }
            #expect(object[name] == nil)
        }
    }

    @Test(arguments: [15, 16, 17, 40])
    func `a name that comes again is noticed on both sides of the limit`(_ count: Int) throws {
        let names = Self.names(count)
        let object = try #require(try JSONParser.parse(Self.text(names + names.reversed())).objectValue)
        #expect(object.members.map(\.name) == names)
        for (position, name) in names.enumerated() { #expect(object[name] == .integer(2 * count - 1 - position)) }
    }

    @Test func `a changed copy leaves the original as it was`() throws {
        for count in [3, 16, 17, 100] {
            let original = try #require(try JSONParser.parse(Self.text(Self.names(count))).objectValue)
            var copy = original
            copy["new"] = true
            copy[Self.names(1)[0]] = nil
            #expect(original["new"] == nil)
            #expect(original[Self.names(1)[0]] == 0)
            #expect(copy["new"] == true)
            #expect(copy[Self.names(1)[0]] == nil)
        }
    }
}
