import BatonDigest
import BatonFiles
import BatonHTTP
import Synchronization

/// Where a saved body goes: a file that takes its place when all of it has arrived.
///
/// Belongs to one transfer at a time, and to the dispatcher afterwards.
final class FileSink: Sendable {
    private let file: NewFile
    /// Nil when nobody wants the digest.
    private let hash: Mutex<StreamedSHA256?>

    /// Throws `request.bad_input` when there can be no file.
    init(_ place: FilePlace, hashes: Bool = false) throws(Failure) {
        do {
            file = try NewFile(at: place)
        } catch {
            throw Failure(.badInput, error.message)
        }
        hash = Mutex(hashes ? StreamedSHA256() : nil)
    }

    /// What went wrong, or nil.
    func write(_ bytes: UnsafeRawBufferPointer) -> Failure? {
        hash.withLock { $0?.update(bytes) }
        do {
            try file.write(bytes)
            return nil
        } catch {
            return Failure(.badInput, error.message)
        }
    }

    /// The SHA-256 of what was written, in hexadecimal digits.
    var digest: String? { hash.withLock { $0?.hex } }

    /// Gives the file its name. Throws `request.bad_input` when that fails; then there is no file.
    func commit() throws(Failure) {
        do {
            try file.commit()
        } catch {
            throw Failure(.badInput, error.message)
        }
    }

    /// Removes what was written; nothing after `commit`.
    func discard() {
        file.discard()
    }
}
