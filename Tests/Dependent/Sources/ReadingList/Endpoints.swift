import BatonAPI
import BatonFoundation

/// What all requests to the list share.
protocol ListEndpoint: Endpoint {}

extension ListEndpoint {
    var api: API { API(base: "/list", dates: .unix, coder: .foundation(keys: .snakeCase)) }
}

/// One book; nil when there is none.
struct FindBook: ListEndpoint {
    typealias Output = Book?
    var id: String
    var request: APIRequest { .get("/books/\(id)") }

    func accepts(status: Int) -> Bool { (200...299).contains(status) || status == 404 }

    // A plain `throws`, beside an output that the library could decode by itself.
    func output(from reply: Reply) throws -> Book? {
        guard reply.status != 404 else { return nil }
        let book: Book = try reply.decoded()
        guard !book.title.isEmpty else { throw UntitledBook() }
        return book
    }
}

/// A book that nobody can tell from others.
struct UntitledBook: Error, CustomStringConvertible {
    var description: String { "the book has no title" }
}

/// Adds a book, with all that may come of it.
struct AddBook: OutcomeEndpoint, ListEndpoint {
    typealias Output = Addition
    var book: Book
    var request: APIRequest { .post("/books", body: book) }

    func outcome(of result: Result<Reply, Failure>) -> Addition {
        switch result {
        case .success(let reply) where reply.status == 201: .added
        case .success(let reply) where reply.status == 409: .alreadyThere
        case .success(let reply): .refused(status: reply.status)
        case .failure(let failure): failure.kind.family == "network" ? .offline : .failed(failure)
        }
    }
}

/// What may come of adding a book.
public enum Addition: Sendable {
    case added
    case alreadyThere
    case refused(status: Int)
    case offline
    case failed(Failure)
}
