import BatonAPI

/// A small client, written as a user of the library writes it.
public struct ReadingList: Sendable {
    private let client: APIClient

    /// A list on a server; throws for a URL that is none.
    public init(at url: String, isFlightMode: Bool = false, dispatcher: any Dispatcher) throws {
        client = try APIClient(
            APIEnvironment(baseURL: url), dispatcher: dispatcher,
            interceptors: [FlightMode(isOn: isFlightMode)])
    }

    /// The book of that name; nil when there is none.
    public func book(_ id: String) async throws(Failure) -> Book? {
        try await client.send(FindBook(id: id))
    }

    /// Adds a book, and never throws.
    public func add(_ book: Book) async -> Addition {
        await client.send(AddBook(book: book))
    }

    /// The titles of a page of the list; nil leaves a filter out.
    public func titles(page: Int, state: ReadingState? = nil, authors: [String] = []) async throws(Failure) -> [String]
    {
        let request = APIRequest.get("/list/books", query: ["page": page, "state": state, "author": authors])
        return try await client.send(Call<[String]>(request) { reply in try reply.mapper("titles") })
    }
}

/// Refuses requests before they are sent, with an error of its own.
struct FlightMode: Interceptor {
    struct Refusal: Error, CustomStringConvertible {
        var description: String { "the flight mode is on" }
    }

    var isOn: Bool

    func intercept(_ request: Request, in exchange: Exchange) async throws -> Response {
        if isOn { throw Refusal() }
        return try await exchange.send(request)
    }
}
