import BatonDigest
import BatonHTTP
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where a saved body goes: a file beside its final place, which takes that place when all of it has arrived.
///
/// Belongs to one transfer at a time, and to the dispatcher afterwards.
final class FileSink: Sendable {
    private let path: String
    private let partPath: String
    /// -1 once the file is closed.
    private let file: Mutex<Int32>
    /// Nil when nobody wants the digest.
    private let hash: Mutex<StreamedSHA256?>

    /// Throws `request.bad_input` when there can be no file.
    init(path: String, hashes: Bool = false) throws(Failure) {
        self.path = path
        partPath = "\(path).\(UInt64.random(in: .min ... .max)).part"
        let descriptor = open(partPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        file = Mutex(descriptor)
        hash = Mutex(hashes ? StreamedSHA256() : nil)
        if descriptor < 0 { throw Self.failure(path) }
    }

    deinit {
        discard()
    }

    /// What went wrong, or nil.
    func write(_ bytes: UnsafeRawBufferPointer) -> Failure? {
        hash.withLock { $0?.update(bytes) }
        let descriptor = file.withLock { $0 }
        var rest = bytes
        while let start = rest.baseAddress, rest.count > 0 {
            let count = SystemCall.write(descriptor, start, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno != EINTR {
                return Self.failure(path)
            }
        }
        return nil
    }

    /// The SHA-256 of what was written, in hexadecimal digits.
    var digest: String? { hash.withLock { $0?.hex } }

    /// Gives the file its name. Throws `request.bad_input` when that fails; then there is no file.
    func commit() throws(Failure) {
        guard let descriptor = take() else { return }
        guard close(descriptor) == 0, rename(partPath, path) == 0 else {
            let failure = Self.failure(path)
            unlink(partPath)
            throw failure
        }
    }

    /// Removes what was written; nothing after `commit`.
    func discard() {
        guard let descriptor = take() else { return }
        close(descriptor)
        unlink(partPath)
    }

    private func take() -> Int32? {
        file.withLock { descriptor in
            defer { descriptor = -1 }
            return descriptor >= 0 ? descriptor : nil
        }
    }

    private static func failure(_ path: String) -> Failure {
        Failure(.badInput, "cannot write \(path): \(SystemCall.message(errno))")
    }
}
