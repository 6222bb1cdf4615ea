import BatonAPI
import BatonFiles
import BatonTesting
import Testing

/// Tests without network: stubs by a test, and samples of the endpoints themselves.
@Suite struct StubTests {
    private func client(_ stub: StubDispatcher, timeout: Duration = .seconds(30)) throws -> APIClient {
        try APIClient(APIEnvironment(baseURL: "http://shop.example", timeout: timeout), dispatcher: stub)
    }

    @Test func `stubbed responses come one after the other, and the last one stays`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/n", with: .fixed(.json(1)), .fixed(.json(2)))
        let client = try client(stub)
        var seen: [Int] = []
        for _ in 0..<3 { seen.append(try await client.send(Call<Int>(.get("/n")))) }
        #expect(seen == [1, 2, 2])
        #expect(stub.requests.map(\.url.text) == Array(repeating: "http://shop.example/n", count: 3))
    }

    @Test func `a response can be made of the request`() async throws {
        let stub = StubDispatcher()
        stub.respond(
            to: .get, "/echo", with: .computed { request throws(Failure) in .json(.string(request.url.query ?? "")) })
        #expect(try await client(stub).send(Call<String>(.get("/echo", query: ["a": 1]))) == "a=1")
    }

    @Test func `stubbed failures are thrown as they are`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/x", with: .failure(Failure(.reset, "gone")))
        let failure = await #expect(throws: Failure.self) { try await client(stub).send(Call<Void>(.get("/x"))) }
        #expect(failure?.kind == .reset)
    }

    @Test func `a delayed response obeys the request's timeout and cancellation`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/slow", with: .delayed(.seconds(3600), .fixed(.json(1))))
        let failure = await #expect(throws: Failure.self) {
            try await client(stub, timeout: .milliseconds(1)).send(Call<Void>(.get("/slow")))
        }
        #expect(failure?.kind == .timeout)
        let patient = try client(stub, timeout: .seconds(7200))
        let task = Task { () -> Failure.Kind? in
            do throws(Failure) {
                try await patient.send(Call<Void>(.get("/slow")))
                return nil
            } catch {
                return error.kind
            }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test func `a request without a stub fails with stub missing`() async throws {
        let failure = await #expect(throws: Failure.self) {
            try await client(StubDispatcher()).send(Call<Void>(.get("/x")))
        }
        #expect(failure?.kind == .stubMissing)
        #expect(failure?.message == "no stub answers GET http://shop.example/x: it has no stubs")
    }

    @Test(arguments: [
        (
            [(Method.get, "/me")],
            "the stub `/me` has only the end of the path; with that of the base URL it is `/v1/me`"
        ),
        ([(.get, "me")], "the stub `me` has only the end of the path; with that of the base URL it is `/v1/me`"),
        ([(.get, "/"), (.get, "/e"), (.post, "/me")], "there are stubs for GET /, GET /e, POST /me"),
        ([(.post, "/v1/me")], "the stub of this path is for POST"),
        (
            [(.get, "/v1/me?a=1")],
            "the stub `/v1/me?a=1` has a query, and a stub is found by the path alone: write `/v1/me`"
        ),
        (
            (1...12).map { (.get, "/\($0)") },
            "there are stubs for GET /1, GET /2, GET /3, GET /4, GET /5, GET /6, GET /7, GET /8, GET /9, GET /10 and 2 more"
        ),
    ])
    func `a missing stub names those that there are`(_ stubs: [(Method, String)], _ reason: String) async throws {
        let stub = StubDispatcher()
        for (method, path) in stubs { stub.respond(to: method, path, with: .fixed(Sample())) }
        let client = try APIClient(APIEnvironment(baseURL: "http://u:p@shop.example/v1"), dispatcher: stub)
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Void>(.get("/me?a=1"))) }
        #expect(failure?.kind == .stubMissing)
        #expect(failure?.message == "no stub answers GET http://shop.example/v1/me?a=1: \(reason)")
    }

    @Test func `a stubbed client answers from samples and sends nothing`() async throws {
        struct Version: Endpoint {
            typealias Output = String
            var sample: Sample? { .json("1.2") }
            var request: APIRequest { .get("/version") }
        }
        let sent = StubDispatcher()
        let client = try APIClient(
            APIEnvironment(baseURL: "http://shop.example"), dispatcher: sent, isStubbed: true)
        #expect(try await client.send(Version()) == "1.2")
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Void>(.get("/other"))) }
        #expect(failure?.kind == .stubMissing)
        #expect(failure?.message == "there is no sample for GET http://shop.example/other")
        #expect(sent.requests.isEmpty)
    }

    @Test func `a stub's redirect is followed as a server's, with the session`() async throws {
        let stub = StubDispatcher()
        stub.respond(
            to: .get, "/old",
            with: .fixed(Sample(status: 302, headers: ["Location": "/items/7?full=1", "Set-Cookie": "a=1"])))
        stub.respond(to: .get, "/items/{id}", with: .fixed(.text("seven")))
        stub.respond(to: .get, "/items/new", with: .fixed(.text("new")))
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
        let request = APIRequest.get("/old").with(\.redirects, RedirectPolicy(maximum: 3))
        let response = try await client.response(to: request)
        #expect(response.text == "seven" && response.redirects.map(\.status) == [302])
        #expect(response.url.text == "http://shop.example/items/7?full=1")
        #expect(stub.requests.map { $0.headers["cookie"] } == [nil, "a=1"])
        #expect(try await client.response(to: .get("/old")).status == 302)
        #expect(try await client.response(to: .get("/items/new")).text == "new")
        let failure = await #expect(throws: Failure.self) { try await client.response(to: .get("/items/7/parts")) }
        #expect(failure?.kind == .stubMissing)
    }

    @Test func `the body of a stub is saved to the file of the request`() async throws {
        let folder = TemporaryFolder()
        let stub = StubDispatcher()
        stub.respond(to: .get, "/a", with: .fixed(.text("saved")))
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
        let path = folder.file("a.txt")
        let response = try await client.response(to: APIRequest.get("/a").with(\.savePath, path))
        #expect(response.body.isEmpty && response.size == 5)
        #expect(try FileReading.bytes(of: path, limit: 100) == Array("saved".utf8))
    }

    @Test func `a session's cookies and headers go through stubs as through a network`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .post, "/login", with: .fixed(Sample(headers: ["Set-Cookie": "sid=1", "X-Token": "t1"])))
        stub.respond(to: .get, "/me", with: .fixed(Sample()))
        let client = try APIClient(
            APIEnvironment(baseURL: "http://shop.example", sessionHeaders: ["x-token"]), dispatcher: stub)
        try await client.send(Call<Void>(.post("/login")))
        try await client.send(Call<Void>(.get("/me")))
        #expect(stub.requests[1].headers["cookie"] == "sid=1")
        #expect(stub.requests[1].headers["x-token"] == "t1")
    }
}
