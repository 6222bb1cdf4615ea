import BatonFiles
public import BatonHTTP
import BatonJSON
import Synchronization

/// A session in a file, so that a program goes on where an earlier launch ended.
extension SessionStore {
    /// The most bytes of a file that is read.
    private static let mostBytes = 16_000_000

    /// Writes all cookies, those without a lifetime too, and all kept headers to a file of mode 0600, whole or not at all.
    ///
    /// The file holds secrets, which are not encrypted: whoever can read it can act as this client. A program with a
    /// keychain keeps `value` there instead, which is `Codable`.
    ///
    /// Throws `request.bad_input` for a file that cannot be written.
    public func save(to path: String) throws(Failure) {
        let bytes = JSONWriter.compactBytes(try JSONValue.encoding(value))
        do throws(FileError) {
            try AtomicFile.write(path, bytes)
        } catch {
            throw Failure(.badInput, "the session cannot be saved: \(error.message)")
        }
    }

    /// A session that lives in a file: it begins with what the file holds, and each change of its cookies, kept headers and
    /// owner is written there at once, as `save` writes it.
    ///
    /// Throws `request.bad_input` for a file that others may read, or that holds no session, and `request.invalid_url` for an
    /// environment whose URLs are none.
    ///
    /// - Parameters:
    ///   - path: the file, which need not be there yet.
    ///   - environment: names the headers that are kept, and the origins that they are kept from.
    ///   - onProblem: called with the failure of each change that could not be written; requests go on.
    public static func kept(
        in path: String, for environment: APIEnvironment, onProblem: @escaping @Sendable (Failure) -> Void = { _ in }
    ) throws(Failure) -> SessionStore {
        let trusted = try RequestWriter(environment).trusted
        let file = SessionFile(path: path, onProblem: onProblem)
        let store = SessionStore(Session(keeping: environment.sessionHeaders, from: trusted)) { file.write($0) }
        try store.restore(from: path)
        return store
    }

    /// Takes over the cookies and kept headers of a file that `save` wrote, as `restore` does with a session.
    ///
    /// Throws `request.bad_input` for a file that others may read, or that holds no session; nothing is changed then.
    ///
    /// - Returns: false, and changes nothing, if there is no such file.
    @discardableResult
    public func restore(from path: String) throws(Failure) -> Bool {
        let bytes: [UInt8]
        do throws(PrivateFile.ReadError) {
            guard try PrivateFile.check(path) else { return false }
            bytes = try PrivateFile.read(path, limit: Self.mostBytes)
        } catch {
            throw Failure(.badInput, "the session in `\(path)` is not read: \(Self.words(error))")
        }
        guard let json = try? JSONParser.parse(bytes) else {
            throw Failure(.badInput, "the session in `\(path)` cannot be read: it is not JSON")
        }
        let saved: Session
        do throws(Failure) {
            saved = try JSONValueDecoder(json).decode(Session.self)
        } catch {
            throw Failure(.badInput, "the session in `\(path)` cannot be read: \(error.message)")
        }
        restore(saved)
        return true
    }

    private static func words(_ fault: PrivateFile.ReadError) -> String {
        switch fault {
        case .link: "it is a link"
        case .notRegular: "it is no regular file"
        case .open(let mode): "others have access to it (mode \(mode)); `chmod 600` takes that away"
        case .otherOwner: "it belongs to another user"
        case .tooLarge: "it has more than \(mostBytes) bytes"
        case .unreadable(let error): error.message
        }
    }
}

/// The file of a session that keeps itself.
private final class SessionFile: Sendable {
    private let path: String
    private let onProblem: @Sendable (Failure) -> Void
    /// What the file holds, as far as this program knows. Held while it is written, so that the last change stays.
    private let written = Mutex<String?>(nil)

    init(path: String, onProblem: @escaping @Sendable (Failure) -> Void) {
        self.path = path
        self.onProblem = onProblem
    }

    func write(_ store: SessionStore) {
        let problem = written.withLock { written -> Failure? in
            let session = store.value
            let text = "\(session.owner ?? "")\n\(session.identity)"
            guard text != written, written != nil || !session.isEmpty || session.owner != nil else { return nil }
            written = text
            do throws(Failure) {
                try store.save(to: path)
                return nil
            } catch {
                return error
            }
        }
        if let problem { onProblem(problem) }
    }
}
