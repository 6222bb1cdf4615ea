import BatonHTTP
import BatonJSON
import BatonTesting
import Testing

@testable import BatonAPI

/// Which coder an endpoint uses, and one of one's own.
@Suite struct BodyCoderTests {
    /// Words of a text, for lists of words only.
    struct Words: BodyCoder {
        var separator: Character = " "

        func decode<Value: Decodable>(_ type: Value.Type, from reply: Reply) throws(Failure) -> Value {
            let words = reply.text.split(separator: separator).map(String.init)
            guard let value = words as? Value else {
                throw Failure(.mappingType, "words are no `\(type)`")
            }
            return value
        }

        func encode(_ value: some Encodable, dates: DateForm) throws(Failure) -> RequestBody {
            guard let words = value as? [String] else { throw Failure(.badInput, "only words can be written") }
            return .bytes(Array(words.joined(separator: String(separator)).utf8), contentType: "text/plain")
        }
    }

    private func send(_ text: String, _ api: API, _ coder: any BodyCoder = .json) async throws -> [String] {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/x", with: .fixed(.text(text)))
        let client = try APIClient(APIEnvironment(baseURL: "https://a.example", coder: coder), dispatcher: stub)
        return try await client.send(Call<[String]>(.get("/x"), of: api))
    }

    @Test func `the coder of the API is stronger than that of the environment, and JSON is the default`() async throws {
        #expect(try await send("a,b c", API(coder: Words()), Words(separator: ",")) == ["a,b", "c"])
        #expect(try await send("a,b c", API(), Words(separator: ",")) == ["a", "b c"])
        #expect(try await send(#"["a"]"#, API()) == ["a"])
    }

    struct Outcomes: OutcomeEndpoint {
        enum Output: Equatable, Sendable { case words([String]), none }
        var api: API { API(coder: Words()) }
        var request: APIRequest { .get("/x") }

        func outcome(of result: Result<Reply, Failure>) -> Output {
            (try? result.get().decoded()).map { .words($0) } ?? .none
        }
    }

    @Test func `outcomes are read by the coder, too`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/x", with: .fixed(.text("a b")))
        let client = try APIClient(APIEnvironment(baseURL: "https://a.example"), dispatcher: stub)
        #expect(await client.send(Outcomes()) == .words(["a", "b"]))
    }

    @Test func `a failure of the coder has the response`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/x", with: .fixed(.text("a b", status: 202)))
        let client = try APIClient(APIEnvironment(baseURL: "https://a.example", coder: Words()), dispatcher: stub)
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Int>(.get("/x"))) }
        #expect(failure?.description == "mapping.type: words are no `Int`")
        #expect(failure?.status == 202)
    }

    @Test func `a coder without JSON cannot write one parameter among others`() throws {
        #expect(
            try Words().encode(["a", "b"], dates: .rfc3339) == .bytes(Array("a b".utf8), contentType: "text/plain"))
        #expect(try Words().json(of: JSONValue.null, dates: .rfc3339) == .null)
        #expect(try Words().json(of: ["5"], dates: .rfc3339) == 5)
        let failure = #expect(throws: Failure.self) { try Words().json(of: ["a", "b"], dates: .rfc3339) }
        #expect(
            failure?.description
                == "request.bad_input: `Array<String>` cannot be one parameter among others: the coder `Words` does not write JSON"
        )
    }
}
