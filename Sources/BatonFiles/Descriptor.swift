#if canImport(Glibc)
    package import Glibc
#else
    package import Darwin
#endif

/// An open file that closes itself; no child process inherits it.
package struct Descriptor: ~Copyable {
    package let number: Int32

    package init(owning number: Int32) {
        self.number = number
    }

    package init(opening path: String, _ flags: Int32, mode: mode_t = 0, doing verb: String = "read") throws(FileError)
    {
        // C would silently end the path there.
        guard !path.holdsNUL, !path.isEmpty else {
            throw FileError(
                .invalidPath, path: path, message: path.isEmpty ? "the path is empty" : "a path holds no NUL")
        }
        var number: Int32
        repeat { number = open(path, flags | O_CLOEXEC, mode) } while number < 0 && errno == EINTR
        guard number >= 0 else { throw FileError(errno: errno, path: path, doing: verb) }
        self.number = number
    }

    /// The number, which the caller closes from now on.
    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    deinit {
        _ = close(number)
    }

    borrowing func status(path: String) throws(FileError) -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw FileError(errno: errno, path: path) }
        return status
    }

    /// Writes all of it, however often the system takes only a part.
    borrowing func write(_ bytes: UnsafeRawBufferPointer, path: String) throws(FileError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = systemWrite(number, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(errno: errno, path: path, doing: "write")
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}

/// The system's `write`, where a method of that name hides it.
package func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(number, bytes, count)
}

/// The system's `read`, likewise.
package func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(number, buffer, count)
}

/// The system's `close`, likewise.
package func systemClose(_ number: Int32) -> Int32 { close(number) }

/// Whether a file's mode says that it is of a kind, such as `S_IFREG`.
package func isKind(_ kind: mode_t, _ mode: mode_t) -> Bool {
    mode & S_IFMT == kind
}
