import BatonAPI
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The body of a request, in memory or in a file.
struct Upload {
    private enum Place {
        case memory(Data)
        case file(URL)
        case temporaryFile(URL)
    }

    /// Those of the request, completed by those that describe the body.
    let headers: Headers
    private let place: Place

    /// The most bytes of a body in memory, which is no file anyway.
    static let mostInMemory = 10_000_000

    /// Nil for a request without a body; throws `request.bad_input` for a body that cannot be read or written to a file.
    init?(_ request: Request) throws(Failure) {
        guard let body = try OutgoingBody(request) else { return nil }
        headers = body.headers
        if let path = body.filePath {
            place = .file(URL(filePath: path))
        } else if body.length <= Self.mostInMemory {
            place = .memory(Data(try body.bytes()))
        } else {
            place = .temporaryFile(try Self.written(body))
        }
    }

    func task(in session: URLSession, _ request: URLRequest) -> URLSessionTask {
        switch place {
        case .memory(let data): session.uploadTask(with: request, from: data)
        case .file(let file), .temporaryFile(let file): session.uploadTask(with: request, fromFile: file)
        }
    }

    func removeTemporaryFile() {
        if case .temporaryFile(let file) = place { try? FileManager.default.removeItem(at: file) }
    }

    private static func written(_ body: OutgoingBody) throws(Failure) -> URL {
        var body = body
        let file = FileManager.default.temporaryDirectory.appending(path: "baton-upload-\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else {
            throw Failure(
                .badInput, "no file for the body can be written in \(FileManager.default.temporaryDirectory.path)")
        }
        do {
            let handle = try FileHandle(forWritingTo: file)
            defer { try? handle.close() }
            while let bytes = try body.next(1 << 20) { try handle.write(contentsOf: bytes) }
            return file
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw error as? Failure ?? Failure(.badInput, "the body cannot be written to \(file.path): \(error)")
        }
    }
}
