package import BatonSystem

/// A file descriptor that is closed with the value, and that child processes do not inherit.
package struct Descriptor: ~Copyable {
    package let number: Int32

    package init(owning number: Int32) {
        self.number = number
    }

    package init(opening path: String, _ flags: Int32, mode: mode_t = 0, doing verb: String = "read") throws(FileError)
    {
        // C would silently end the path at the NUL.
        guard !path.holdsNUL, !path.isEmpty else {
            throw FileError(
                .invalidPath, path: path, message: path.isEmpty ? "the path is empty" : "a path holds no NUL")
        }
        var number: Int32
        repeat { number = open(path, flags | O_CLOEXEC, mode) } while number < 0 && errno == EINTR
        guard number >= 0 else { throw FileError(errno: errno, path: path, doing: verb) }
        self.number = number
    }

    /// Opens an existing file, device or pipe for writing at its end.
    ///
    /// Opening a pipe without a reader would wait for one without end. A reader that starts together with this process
    /// gets a few seconds; then the error says what is missing.
    package init(openingForWriting path: String, _ flags: Int32 = 0, mode: mode_t = 0) throws(FileError) {
        self.init(owning: try Self.opened(path, O_WRONLY | O_APPEND | O_NONBLOCK | flags, mode, attempts: 300))
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
    }

    /// - Parameter attempts: number of attempts at a pipe without a reader, 10 ms apart.
    private static func opened(
        _ path: String, _ flags: Int32, _ mode: mode_t, attempts: Int
    ) throws(FileError) -> Int32 {
        do throws(FileError) {
            return try Descriptor(opening: path, flags, mode: mode, doing: "write").release()
        } catch {
            guard error.code == .noReader, attempts > 1 else { throw error }
        }
        usleep(10_000)
        return try opened(path, flags, mode, attempts: attempts - 1)
    }

    /// Gives up the descriptor; the caller must close it.
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

    /// Writes all bytes, with as many system calls as needed.
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

/// The system's `write`, for types whose methods hide it.
package func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(number, bytes, count)
}

/// The system's `read`, for types whose methods hide it.
package func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(number, buffer, count)
}

/// The system's `close`, for types whose methods hide it.
package func systemClose(_ number: Int32) -> Int32 { close(number) }

/// Whether a file mode is of a kind, such as `S_IFREG`.
package func isKind(_ kind: mode_t, _ mode: mode_t) -> Bool {
    mode & S_IFMT == kind
}

/// The order of names by their bytes, which does not depend on the machine or the language.
enum ByteOrder {
    static func precedes(_ one: String, _ other: String) -> Bool {
        let order = one.utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right -> Bool in
                guard let first = left.baseAddress, let second = right.baseAddress else {
                    return left.isEmpty && !right.isEmpty
                }
                let difference = memcmp(first, second, min(left.count, right.count))
                return difference == 0 ? left.count < right.count : difference < 0
            }
        }
        return (order ?? nil) ?? one.utf8.lexicographicallyPrecedes(other.utf8)
    }
}
