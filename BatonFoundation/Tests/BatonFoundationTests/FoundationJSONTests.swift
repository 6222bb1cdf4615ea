import BatonFoundation
import BatonTesting
import Foundation
import Testing

/// `JSONDecoder` and `JSONEncoder` as coders, with their own strategies.
@Suite struct FoundationJSONTests {
    struct Guest: Codable, Equatable, Sendable {
        var firstName: String
        var born: Date
        var scores: [Int]
    }

    static let guest = Guest(firstName: "Ada", born: Date(timeIntervalSince1970: 86_400), scores: [1, 2])

    static var coder: FoundationJSON {
        let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = [.sortedKeys]
        return .foundationJSON(decoder: decoder, encoder: encoder)
    }

    static let text = #"{"born":86400,"first_name":"Ada","scores":[1,2]}"#

    private func read(_ text: String, _ coder: FoundationJSON = coder) async throws -> Guest {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/x", with: .fixed(Sample(body: Array(text.utf8))))
        let client = try APIClient(APIEnvironment(baseURL: "https://api.example", coder: coder), dispatcher: stub)
        return try await client.send(Call<Guest>(.get("/x"), of: API(dates: .format("yyyy"))))
    }

    @Test func `the strategies of the two count, and not the dates of the API`() async throws {
        #expect(try await read(Self.text) == Self.guest)
        #expect(
            try Self.coder.encode(Self.guest, dates: .format("yyyy"))
                == .bytes(Array(Self.text.utf8), contentType: "application/json"))
        #expect(
            try Self.coder.json(of: Self.guest, dates: .rfc3339)
                == ["born": 86_400, "first_name": "Ada", "scores": [1, 2]])
    }

    static let misfits: [(String, String, String)] = [
        (#"{"first_name":"Ada","scores":[]}"#, "mapping.missing", "`$.born` is missing"),
        (
            #"{"first_name":null,"born":1,"scores":[]}"#, "mapping.missing",
            "`$.firstName` is missing, and should be `String`"
        ),
        (#"{"first_name":5,"born":1,"scores":[]}"#, "mapping.type", "`$.firstName` should be `String`: "),
        (#"{"first_name":"A","born":1,"scores":[1,"x"]}"#, "mapping.type", "`$.scores[1]` should be `Int`: "),
        (#"{"first_name":"A","born":1,"scores":[1.5]}"#, "mapping.format", "the response does not fit `Guest`: "),
        ("[1]", "mapping.type", "`$` should be `"),
        ("", "response.no_data", "https://api.example/x answered 200 without a body"),
        ("<p>", "response.not_json", "the body is not JSON: "),
        ("{", "response.not_json", "the body is not JSON: "),
    ]

    @Test(arguments: misfits)
    func `errors of the decoder are failures with their path`(_ text: String, _ kind: String, _ message: String)
        async throws
    {
        let failure = await #expect(throws: Failure.self) { try await read(text) }
        #expect(failure?.kind.rawValue == kind)
        #expect(failure?.message.hasPrefix(message) == true, "\(failure?.message ?? "")")
        #expect(failure?.response != nil)
    }

    @Test func `errors of the encoder are failures with their path`() {
        let failure = #expect(throws: Failure.self) {
            try FoundationJSON().encode(["a": [1, Double.infinity]], dates: .rfc3339)
        }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message.contains("`$.a[1]`") == true, "\(failure?.message ?? "")")
    }

    @Test func `what a type throws itself stays`() async throws {
        struct Refusing: Codable, Sendable {
            init(from decoder: any Decoder) throws { throw Failure(.check, "not today") }
            func encode(to encoder: any Encoder) throws { throw Failure(.badInput, "not today") }
            init() {}
        }
        let reply = Reply(Response(status: 200, body: Array("{}".utf8), url: try URLText.parse("https://a.example")))
        #expect(
            (#expect(throws: Failure.self) { try FoundationJSON().decode(Refusing.self, from: reply) })?.kind == .check)
        #expect(
            (#expect(throws: Failure.self) { try FoundationJSON().encode(Refusing(), dates: .unix) })?.message
                == "not today")
    }
}
