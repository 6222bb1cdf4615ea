import BatonFiles
import BatonHTTP
import BatonValues
import Synchronization

/// Saves a body to a file, which appears under its name when the whole body has arrived.
///
/// Used by one transfer at a time, and by the dispatcher afterwards.
final class FileSink: Sendable {
    private let file: NewFile
    /// Nil when the digest is not wanted.
    private let hash: Mutex<StreamedSHA256?>

    /// Throws `request.bad_input` when the file cannot be made.
    init(_ place: FilePlace, hashes: Bool = false) throws(Failure) {
        do {
            file = try NewFile(at: place)
        } catch {
            throw Failure(.badInput, error.message)
        }
        hash = Mutex(hashes ? StreamedSHA256() : nil)
    }

    /// Writes bytes; returns the failure, or nil.
    func write(_ bytes: UnsafeRawBufferPointer) -> Failure? {
        hash.withLock { $0?.update(bytes) }
        do {
            try file.write(bytes)
            return nil
        } catch {
            return Failure(.badInput, error.message)
        }
    }

    /// The SHA-256 of the bytes written, in hexadecimal digits.
    var digest: String? { hash.withLock { $0?.hex } }

    /// Gives the file its name. Throws `request.bad_input` when that fails; then there is no file.
    func commit() throws(Failure) {
        do {
            try file.commit()
        } catch {
            throw Failure(.badInput, error.message)
        }
    }

    /// Removes the file; does nothing after `commit`.
    func discard() {
        file.discard()
    }
}
