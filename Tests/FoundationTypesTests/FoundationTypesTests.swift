import Foundation
import Testing

@testable import BatonAPI

/// Types of Foundation, which mean something else in JSON than they say of themselves.
@Suite struct FoundationTypesTests {
    struct Holder<Value: Codable & Sendable>: Codable, Sendable {
        var deep: [String: [Value?]]
    }

    /// Called as one of Foundation's, and its own.
    struct Date: Codable, Equatable, Sendable {
        var day: Int
    }

    private static func encoding(_ value: some Encodable) -> String {
        do {
            return "\(try JSONValue.encoding(value))"
        } catch {
            return "\(error)"
        }
    }

    @Test func `types of Foundation are refused where they are sent, with their place`() {
        let words =
            "of Foundation, which has no JSON form here: name the coder `.foundation` of the product BatonFoundation, or declare a"
        #expect(
            Self.encoding(Holder(deep: ["at": [nil, Foundation.Date(timeIntervalSince1970: 1_700_000_000)]])).hasPrefix(
                "request.bad_input: `$.deep.at[1]` is a `Date` \(words) `Timestamp`"))
        #expect(
            Self.encoding(["x": Decimal(1)]).hasPrefix("request.bad_input: `$.x` is a `Decimal` \(words) `JSONNumber`"))
        #expect(
            Self.encoding(["x": URL(string: "http://a.example")]).hasPrefix(
                "request.bad_input: `$.x` is a `URL` \(words) `URLText`"))
        #expect(Self.encoding([Data([1])]).hasPrefix("request.bad_input: `$[0]` is a `Data` \(words) `String`"))
        #expect(Self.encoding(Foundation.Date()).hasPrefix("request.bad_input: `$` is a `Date` \(words) `Timestamp`"))
    }

    @Test func `a request with a type of Foundation is refused, with the parameter's name`() throws {
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"))
        let now = Foundation.Date()
        let calls: [(APIRequest, String)] = [
            (.post("/", ["at": .encoding(now)]), "the parameter `at`: `$` is a `Date` of Foundation"),
            (.get("/", query: ["at": .encoding(now)]), "the parameter `at`: `$` is a `Date` of Foundation"),
            (
                .post("/", ["a": .object(["b": .encoding(["at": now])])]),
                "the parameter `a.b`: `$.at` is a `Date` of Foundation"
            ),
            (.post("/", body: ["at": now]), "the body: `$.at` is a `Date` of Foundation"),
        ]
        for (call, message) in calls {
            let failure = #expect(throws: Failure.self) { try client.request(for: Call<Void>(call)) }
            #expect(failure?.kind == .badInput)
            #expect(failure?.message.hasPrefix(message) == true, "\(String(describing: failure))")
        }
    }

    private func message<Value: Codable & Sendable>(_ type: Value.Type, _ json: JSONValue) -> String {
        do {
            _ = try JSONValueDecoder(["deep": ["at": [.null, json]]]).decode(Holder<Value>.self)
            return "read"
        } catch {
            return "\(error)"
        }
    }

    @Test func `types of Foundation are refused where they are read, with their place`() {
        #expect(
            message(Foundation.Date.self, 1_700_000_000)
                == "mapping.type: `$.deep.at[1]` is a `Date` of Foundation, which has no JSON form here: name the coder `.foundation` of the product BatonFoundation, or declare a `Timestamp`, or a `String` or `Double`, and make the date of it"
        )
        #expect(message(Decimal.self, 1).hasPrefix("mapping.type: `$.deep.at[1]` is a `Decimal` of Foundation"))
        #expect(
            message(URL.self, "http://a.example").hasPrefix("mapping.type: `$.deep.at[1]` is a `URL` of Foundation"))
        #expect(message(Data.self, "YQ==").hasPrefix("mapping.type: `$.deep.at[1]` is a `Data` of Foundation"))
    }

    @Test func `what only has such a name, and other types of Foundation, are as ever`() {
        #expect(message(Date.self, ["day": 3]) == "read")
        #expect(message(UUID.self, "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") == "read")
        #expect(Self.encoding(Date(day: 3)) == Self.encoding(["day": 3]))
        #expect(Self.encoding([Optional(Date(day: 3))]) == Self.encoding([["day": 3]]))
    }
}
