import BatonAPI
import BatonTesting
import Foundation
import ReadingList
import Testing

/// What a package that sees public products only can build on them.
@Suite struct ReadingListTests {
    private let stub = StubDispatcher()
    private let day = Date(timeIntervalSince1970: 1_700_000_000)

    private func list(isFlightMode: Bool = false) throws -> ReadingList {
        try ReadingList(at: "https://books.example", isFlightMode: isFlightMode, dispatcher: stub)
    }

    @Test func `a book is read by the endpoint's own function`() async throws {
        stub.respond(
            to: .get, "/list/books/a%2Fb",
            with: .fixed(
                .json(["title": "Emma", "added_at": 1_700_000_000, "cover_url": "https://books.example/e.png"])))
        stub.respond(to: .get, "/list/books/none", with: .fixed(Sample(status: 404)))
        let cover = URL(string: "https://books.example/e.png")
        #expect(try await list().book("a/b") == Book(title: "Emma", addedAt: day, coverURL: cover))
        #expect(try await list().book("none") == nil)
    }

    @Test func `an error of the endpoint's own function is the failure`() async throws {
        stub.respond(to: .get, "/list/books/1", with: .fixed(.json(["title": "", "added_at": 1])))
        let failure = await #expect(throws: Failure.self) { try await list().book("1") }
        #expect(failure?.kind == .mappingFormat)
        #expect(failure?.message == "`FindBook` cannot read it: the book has no title")
        #expect(failure?.response?.status == 200)
    }

    @Test func `an error of an interceptor is the failure, and nothing is sent`() async throws {
        let failure = await #expect(throws: Failure.self) { try await list(isFlightMode: true).book("1") }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message == "`FlightMode` failed: the flight mode is on")
        #expect(stub.requests.isEmpty)
    }

    @Test func `every outcome of adding a book is told`() async throws {
        stub.respond(
            to: .post, "/list/books", with: .fixed(Sample(status: 201)), .fixed(Sample(status: 409)),
            .fixed(Sample(status: 418)), .failure(Failure(.connect, "no network")))
        var told: [String] = []
        for _ in 1...4 {
            switch try await list().add(Book(title: "Emma", addedAt: day)) {
            case .added: told.append("added")
            case .alreadyThere: told.append("already there")
            case .refused(let status): told.append("refused with \(status)")
            case .offline: told.append("offline")
            case .failed(let failure): told.append("\(failure)")
            }
        }
        #expect(told == ["added", "already there", "refused with 418", "offline"])
    }

    @Test func `parameters take optionals, enums and lists`() async throws {
        stub.respond(to: .get, "/list/books", with: .fixed(.json(["titles": ["Emma"]])))
        #expect(try await list().titles(page: 2) == ["Emma"])
        #expect(try await list().titles(page: 1, state: .reading, authors: ["Austen", "Eco"]) == ["Emma"])
        #expect(stub.requests.map(\.url.query) == ["page=2", "page=1&state=reading&author=Austen&author=Eco"])
    }
}
