import BatonSystem

/// Reads whole files, with a limit, and with errors that tell what is at the path instead.
package enum FileReading {
    /// Reads pipes and devices too, so that `<(…)` works on the command line. A path from a workflow must not name
    /// those, and is read through `FileRoot`.
    package static func bytes(of path: String, limit: Int = 64_000_000) throws(FileError) -> [UInt8] {
        // Opening a pipe that has no writer would block; with O_NONBLOCK, reading it then returns its end.
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        let status = try file.status(path: path)
        if isKind(S_IFDIR, status.st_mode) { throw FileError(errno: EISDIR, path: path) }
        let isRegular = isKind(S_IFREG, status.st_mode)
        if !isRegular { _ = fcntl(file.number, F_SETFL, O_RDONLY) }
        if isRegular, Int(status.st_size) > limit { throw FileError.tooLarge(path, limit: limit) }
        let bytes = try readAll(file.number, path: path, expected: isRegular ? Int(status.st_size) : 0, limit: limit)
        if bytes.isEmpty, isKind(S_IFIFO, status.st_mode) {
            throw FileError(.failed, path: path, message: "`\(path)` is a pipe that nobody writes to")
        }
        return bytes
    }

    /// Throws if there is no readable file.
    ///
    /// - Parameter written: the path as the user wrote it.
    package static func check(_ path: String, written: String) throws(FileError) {
        do throws(FileError) {
            let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
            let status = try file.status(path: path)
            if isKind(S_IFDIR, status.st_mode) { throw FileError(errno: EISDIR, path: path) }
            // Whoever opens a pipe to read it may wait forever.
            guard isKind(S_IFREG, status.st_mode) else { throw FileError.notRegular(path) }
        } catch {
            throw FileError(
                error.code, path: written, message: error.message.replacing("`\(path)`", with: "`\(written)`"))
        }
    }

    /// The first bytes of a regular file; nil if there is no readable one.
    package static func head(of path: String, count: Int) -> [UInt8]? {
        guard let file = try? Descriptor(opening: path, O_RDONLY | O_NONBLOCK),
            let status = try? file.status(path: path),
            isKind(S_IFREG, status.st_mode)
        else { return nil }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, got in
            got = max(0, read(file.number, buffer.baseAddress, buffer.count))
        }
    }

    /// Reads a descriptor to its end. Throws when there are more bytes than the limit.
    ///
    /// - Parameter expected: the size of a file, with which its end is known without another call; 0 if unknown.
    package static func readAll(_ number: Int32, path: String, expected: Int, limit: Int) throws(FileError) -> [UInt8] {
        var result: [UInt8] = []
        // One byte more than expected, so that the end is seen without growing the buffer; not more, because the buffer
        // may be kept.
        var size = expected > 0 ? expected + 1 : 16_384
        while true {
            var failure: Int32 = 0
            let part = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                while count < buffer.count {
                    let got = read(number, buffer.baseAddress.map { $0 + count }, buffer.count - count)
                    if got < 0, errno == EINTR { continue }
                    if got < 0 { failure = errno }
                    if got <= 0 { break }
                    count += got
                    if count == expected { break }
                }
            }
            if failure != 0 { throw FileError(errno: failure, path: path) }
            let isEnd = part.count < size
            if result.isEmpty { result = part } else { result += part }
            if result.count > limit { throw FileError.tooLarge(path, limit: limit) }
            if isEnd { return result }
            size = min(max(result.count, 16_384), 16_000_000)
        }
    }
}

extension FileReading {
    /// Whether a regular file is readable by its group or by all users; false if there is no regular file.
    package static func isReadableByOthers(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, isKind(S_IFREG, status.st_mode) else { return false }
        return status.st_mode & (S_IRGRP | S_IROTH) != 0
    }
}
