import BatonAPI
import BatonTesting
import Testing

/// Calls whose output is optional, that accept other statuses, or that name outcomes without a type of their own.
@Suite struct CallTests {
    struct Account: Codable, Equatable, Sendable { var name: String }
    struct Guest: Mappable, Equatable {
        var name: String
        init(mapper: Mapper) throws { name = try mapper("name") }
    }

    private func client(_ sample: Sample) throws -> APIClient {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/me", with: .fixed(sample))
        return try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
    }

    @Test(arguments: [Sample(status: 204), Sample(status: 200), .json(.null)])
    func `an optional output is nil without a body and for null`(_ sample: Sample) async throws {
        let client = try client(sample)
        #expect(try await client.send(Call<Account?>(.get("/me"))) == nil)
        #expect(try await client.send(Call<Guest?>(.get("/me"))) == nil)
        #expect(try await client.send(Call<[Account]?>(.get("/me"))) == nil)
    }

    struct ReadAccount: Endpoint {
        typealias Output = Account?
        var request: APIRequest { .get("/me") }
    }

    @Test func `an optional output of a body is its value`() async throws {
        let client = try client(.json(["name": "Ada"]))
        #expect(try await client.send(Call<Account?>(.get("/me")))?.name == "Ada")
        #expect(try await client.send(Call<Guest?>(.get("/me")))?.name == "Ada")
        #expect(try await client.send(ReadAccount())?.name == "Ada")
        #expect(try await self.client(Sample(status: 204)).send(ReadAccount()) == nil)
    }

    @Test(arguments: [
        (Sample.json(["name": 1]), "mapping.type"), (.json([:]), "mapping.missing"), (.text("no"), "response.not_json"),
        (Sample(status: 404), "http.not_found"),
    ])
    func `an optional output hides no mistake of the server`(_ sample: Sample, _ kind: String) async throws {
        let failure = await #expect(throws: Failure.self) {
            try await client(sample).send(Call<Account?>(.get("/me")))
        }
        #expect(failure?.kind.rawValue == kind)
    }

    @Test func `an output that is not optional needs a body`() async throws {
        let failure = await #expect(throws: Failure.self) {
            try await client(Sample(status: 204)).send(Call<Account>(.get("/me")))
        }
        #expect(failure?.kind == .noData)
    }

    @Test func `accepted statuses replace 2xx`() async throws {
        let call = Call<Response>(.get("/me")).accepting(200...299, 304, 410..<412)
        for status in [200, 204, 299, 304, 410, 411] {
            #expect(try await client(Sample(status: status)).send(call).status == status)
        }
        for status in [300, 303, 404, 412, 500] {
            let failure = await #expect(throws: Failure.self) {
                try await client(Sample(status: status)).send(call)
            }
            #expect(failure?.kind == .status(status))
        }
        let only = await #expect(throws: Failure.self) {
            try await client(Sample(status: 200)).send(Call<Void>(.get("/me")).accepting(404))
        }
        #expect(only?.message == "http://shop.example/me answered 200")
    }

    @Test func `a status can mean nil, whatever its body`() async throws {
        let call = Call<Account?>(.get("/me")).returningNil(for: 404, 410...411)
        for status in [404, 410, 411] {
            #expect(try await client(.json(["message": "no"], status: status)).send(call) == nil)
            #expect(try await client(.text("<html>", status: status)).send(call) == nil)
        }
        #expect(try await client(.json(["name": "Ada"])).send(call) == Account(name: "Ada"))
        let failure = await #expect(throws: Failure.self) { try await client(Sample(status: 403)).send(call) }
        #expect(failure?.kind == .forbidden)
        let both = Call<Guest?>(.get("/me")).accepting(200, 203).returningNil(for: 404)
        #expect(try await client(.json(["name": "Ada"], status: 203)).send(both)?.name == "Ada")
        #expect(try await client(Sample(status: 404)).send(both) == nil)
        let other = await #expect(throws: Failure.self) {
            try await client(.json(["name": "Ada"], status: 201)).send(both)
        }
        #expect(other?.kind == .unexpected)
    }

    @Test func `outcomes need no type of their own`() async throws {
        let call = OutcomeCall(.get("/me")) { result in
            switch result {
            case .success(let reply) where reply.status == 404: "nobody"
            case .success(let reply): (try? reply.decoded(Account.self).name) ?? "unreadable"
            case .failure(let failure): failure.kind.rawValue
            }
        }
        #expect(await (try client(.json(["name": "Ada"]))).send(call) == "Ada")
        #expect(await (try client(Sample(status: 404))).send(call) == "nobody")
        #expect(await (try client(.text("?"))).send(call) == "unreadable")
        let none = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: StubDispatcher())
        #expect(await none.send(call) == "stub.missing")
        let bad = OutcomeCall(.get("http://[/")) { result in (try? result.get()) == nil }
        #expect(await none.send(bad))
        let stubbed = try APIClient(APIEnvironment(baseURL: "http://shop.example"), isStubbed: true)
        let sampled = OutcomeCall(.get("/me"), of: API(base: "/v1"), sample: .json(1)) { (try? $0.get().status) ?? 0 }
        #expect(await stubbed.send(sampled) == 200)
    }
}
