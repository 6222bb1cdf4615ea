import BatonFoundation
import Foundation
import Testing

/// Names of members by a strategy, with Foundation's types below them.
@Suite struct KeyTests {
    struct Guest: Codable, Equatable, Sendable {
        var firstName: String
        var homePageURL: URL
        var visits: [Visit]
        var customFields: [String: Int]
        var state: State
    }

    struct Visit: Codable, Equatable, Sendable { var startedAt: Date }

    enum State: Codable, Equatable, Sendable { case checkedIn(roomNumber: Int), goneHome }

    static let guest = Guest(
        firstName: "Ada", homePageURL: URL(string: "https://a.example")!,
        visits: [Visit(startedAt: Date(timeIntervalSince1970: 0))], customFields: ["someKey": 1, "other_key": 2],
        state: .checkedIn(roomNumber: 4))

    static let json: JSONValue = [
        "first_name": "Ada", "home_page_url": "https://a.example", "visits": [["started_at": 0]],
        "custom_fields": ["someKey": 1, "other_key": 2], "state": ["checked_in": ["room_number": 4]],
    ]

    @Test func `snake case is read and written, and the keys of dictionaries stay`() async throws {
        let coder = JSONCoder.foundation(keys: .snakeCase, dates: .unix)
        #expect(try coder.json(of: Self.guest) == Self.json)
        #expect(try await FoundationCoderTests.read(Guest.self, Self.json, coder) == Self.guest)
    }

    @Test func `a custom strategy is read and written`() async throws {
        let capitals = KeyStrategy.custom(
            encode: { $0.prefix(1).uppercased() + $0.dropFirst() },
            decode: { $0.prefix(1).lowercased() + $0.dropFirst() })
        let coder = JSONCoder.foundation(keys: capitals)
        let visit = Visit(startedAt: Date(timeIntervalSince1970: 0))
        #expect(try coder.json(of: visit) == ["StartedAt": "1970-01-01T00:00:00Z"])
        #expect(try await FoundationCoderTests.read(Visit.self, ["StartedAt": "1970-01-01T00:00:00Z"], coder) == visit)
        let state: JSONValue = ["CheckedIn": ["RoomNumber": 4]]
        #expect(try coder.json(of: State.checkedIn(roomNumber: 4)) == state)
        #expect(try await FoundationCoderTests.read(State.self, state, coder) == .checkedIn(roomNumber: 4))
    }

    @Test func `a failure names the member as JSON does`() async throws {
        let coder = JSONCoder.foundation(keys: .snakeCase)
        func message(_ json: JSONValue) async -> String? {
            (await #expect(throws: Failure.self) { try await FoundationCoderTests.read(Visit.self, json, coder) })?
                .message
        }
        #expect(await message([:]) == "`$.started_at` is missing, and should be `Date`")
        #expect(await message(["started_at": true]) == "`$.started_at` should be a date of RFC 3339, and is true")
    }
}
