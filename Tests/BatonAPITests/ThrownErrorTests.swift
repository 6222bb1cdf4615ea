import BatonAPI
import BatonTesting
import Testing

/// What becomes of errors that functions of users throw.
@Suite struct ThrownErrorTests {
    private struct Offline: Error, CustomStringConvertible {
        var description: String { "no signal for lovelace-1815" }
    }

    /// An endpoint whose `throws` has no type, and whose output could be decoded as well.
    private struct Reading: Endpoint {
        typealias Output = JSONValue
        let error: any Error
        var request: APIRequest { .get("/me") }
        func output(from reply: Reply) throws -> JSONValue { throw error }
    }

    private struct Refusal: Interceptor {
        let error: any Error
        func intercept(_ request: Request, in exchange: Exchange) async throws -> Response { throw error }
    }

    private struct Name: CodingKey {
        var stringValue = "name"
        var intValue: Int? { nil }
        init() {}
        init?(stringValue: String) {}
        init?(intValue: Int) { nil }
    }

    private static let missing = DecodingError.keyNotFound(Name(), .init(codingPath: [], debugDescription: ""))

    private let stub = StubDispatcher()

    private func client(_ interceptors: [any Interceptor] = []) throws -> APIClient {
        stub.respond(to: .get, "/me", with: .fixed(.json(["name": "Ada"])))
        return try APIClient(
            APIEnvironment(baseURL: "http://shop.example", secrets: ["PASSWORD": "lovelace-1815"]), dispatcher: stub,
            interceptors: interceptors)
    }

    @Test(arguments: [
        (Failure(.timeout, "own") as any Error, Failure.Kind.timeout, "own"),
        (CancellationError(), .cancelled, "the task was cancelled"),
        (missing, .mappingMissing, "`$.name` is missing"),
        (Offline(), .mappingFormat, "`Reading` cannot read it: no signal for ***"),
    ])
    func `an error of an endpoint's own function becomes a failure with the response`(
        _ error: any Error, _ kind: Failure.Kind, _ message: String
    ) async throws {
        let client = try client()
        let failure = await #expect(throws: Failure.self) { try await client.send(Reading(error: error)) }
        #expect(failure?.kind == kind)
        #expect(failure?.message == message)
        #expect(failure?.response?.status == 200)
    }

    @Test func `an error of a call's closure becomes a failure that hides secrets`() async throws {
        let client = try client()
        let failure = await #expect(throws: Failure.self) {
            try await client.send(Call<Int>(.get("/me")) { _ in throw Offline() })
        }
        #expect(failure?.message == "`Int` cannot be read: no signal for ***")
        #expect(failure.map { "\($0)" } == "mapping.format: `Int` cannot be read: …")
        #expect(failure.map { "\($0)".contains("lovelace") } == false)
    }

    @Test(arguments: [
        (Failure(.connect, "own") as any Error, Failure.Kind.connect, "own"),
        (CancellationError(), .cancelled, "the task was cancelled"),
        (Offline(), .badInput, "`Refusal` failed: no signal for ***"),
    ])
    func `an error of an interceptor becomes a failure, and nothing is sent`(
        _ error: any Error, _ kind: Failure.Kind, _ message: String
    ) async throws {
        let client = try client([Refusal(error: error)])
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Void>(.get("/me"))) }
        #expect(failure?.kind == kind)
        #expect(failure?.message == message)
        #expect(failure.map { "\($0)".contains("lovelace") } == false)
        #expect(stub.requests.isEmpty)
        #expect(client.inFlight == 0)
    }
}
