import BatonSystem
import BatonValues
import Synchronization

/// A file that appears under its name when it has been written completely.
///
/// If the file system supports it, the file has no name until then, so that nothing stays if the process is killed.
/// Elsewhere it has a temporary name that `FilePlace.removeLeftovers` recognises.
package final class NewFile: Sendable {
    private let place: FilePlace
    /// Nil while the file has no name.
    private let temporaryName: String?
    /// -1 when the file is closed.
    private let file: Mutex<Int32>

    /// - Parameter isNamed: uses a temporary name, even if the file system does not need one.
    package init(at place: FilePlace, isNamed: Bool = false) throws(FileError) {
        self.place = place
        if !isNamed, let number = Self.unnamed(in: place.folder) {
            temporaryName = nil
            file = Mutex(number)
        } else {
            let (number, name) = try Self.named(in: place)
            temporaryName = name
            file = Mutex(number)
        }
    }

    deinit {
        discard()
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        let number = file.withLock { $0 }
        var rest = bytes
        while let start = rest.baseAddress, rest.count > 0 {
            let count = systemWrite(number, start, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno != EINTR {
                throw failure()
            }
        }
    }

    /// Gives the file its name and replaces an existing one. Throws when that fails; then there is no file.
    package func commit() throws(FileError) {
        guard let number = take() else { return }
        defer { _ = close(number) }
        do throws(FileError) {
            // Some file systems report write errors only on close, so a duplicate is closed here; the lock lasts until
            // the last descriptor is closed.
            let second = fcntl(number, F_DUPFD_CLOEXEC, 0)
            guard second < 0 || close(second) == 0 else { throw failure() }
            if let temporaryName { try move(temporaryName) } else { try link(number) }
        } catch {
            if let temporaryName { _ = unlinkat(place.folder.number, temporaryName, 0) }
            throw error
        }
    }

    /// Removes the unfinished file; does nothing after `commit`.
    package func discard() {
        guard let number = take() else { return }
        if let temporaryName { _ = unlinkat(place.folder.number, temporaryName, 0) }
        _ = close(number)
    }

    private func take() -> Int32? {
        file.withLock { number in
            defer { number = -1 }
            return number >= 0 ? number : nil
        }
    }

    private func failure() -> FileError { FileError(errno: errno, path: place.path, doing: "write") }

    private func move(_ temporaryName: String) throws(FileError) {
        guard renameat(place.folder.number, temporaryName, place.folder.number, place.name) == 0 else {
            throw failure()
        }
    }

    /// Names the file; to replace an existing file in one step, it first gets a temporary name beside it.
    private func link(_ number: Int32) throws(FileError) {
        if Self.link(number, in: place.folder, place.name) { return }
        guard errno == EEXIST else { throw failure() }
        _ = FileLock.setLock(number)
        let name = Self.temporaryName()
        guard Self.link(number, in: place.folder, name) else { throw failure() }
        do {
            try move(name)
        } catch {
            _ = unlinkat(place.folder.number, name, 0)
            throw error
        }
    }
}

extension NewFile {
    private static let prefix = ".baton-"
    private static let suffix = ".part"

    static func temporaryName() -> String { prefix + Identifiers.randomHex(bytes: 8) + suffix }

    /// Whether a name has the form of the temporary names of this type.
    static func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
        let middle = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
        return middle.count == 16
            && middle.allSatisfy { digit in
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= digit
            }
    }

    /// Nil if the file system does not support it, or `/proc` is missing.
    private static func unnamed(in folder: OpenFolder) -> Int32? {
        #if os(Linux)
            /// `O_TMPFILE`, which the headers declare for GNU sources only.
            let temporary: Int32 = 0o20_000_000 | O_DIRECTORY
            let number = openat(folder.number, ".", temporary | O_WRONLY | O_CLOEXEC, 0o666)
            guard number >= 0 else { return nil }
            guard access(path(of: number), F_OK) == 0 else {
                _ = close(number)
                return nil
            }
            return number
        #else
            return nil
        #endif
    }

    private static func path(of number: Int32) -> String { "/proc/self/fd/\(number)" }

    /// False, with `errno`, when the name exists or cannot be given.
    private static func link(_ number: Int32, in folder: OpenFolder, _ name: String) -> Bool {
        linkat(AT_FDCWD, path(of: number), folder.number, name, AT_SYMLINK_FOLLOW) == 0
    }

    private static func named(in place: FilePlace) throws(FileError) -> (number: Int32, name: String) {
        while true {
            let name = temporaryName()
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
            let number = openat(place.folder.number, name, flags, 0o666)
            guard number >= 0 else { throw FileError(errno: errno, path: place.path, doing: "write") }
            let isLocked = FileLock.setLock(number) || errno != EAGAIN && errno != EACCES
            var status = stat()
            if isLocked, fstat(number, &status) == 0, status.st_nlink > 0 { return (number, name) }
            // Another process removed the file as a leftover before it was locked.
            _ = close(number)
        }
    }
}

/// Makes files without ever overwriting one.
package enum FirstFile {
    /// Makes a file; false, without any change, if there is a file of this name, or a link, even a dangling one. Throws
    /// for a folder, a pipe or a device of this name. A file that cannot be written whole is removed.
    package static func create(_ path: String, _ text: String) throws(FileError) -> Bool {
        try Folder.create(RealPath.folder(of: path))
        var status = stat()
        if lstat(path, &status) == 0 {
            if isKind(S_IFDIR, status.st_mode) { throw FileError(errno: EISDIR, path: path, doing: "write") }
            guard isKind(S_IFREG, status.st_mode) || isKind(S_IFLNK, status.st_mode) else {
                throw FileError.notRegular(path)
            }
            return false
        }
        let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644, doing: "write")
        do {
            try write(text, to: file, path)
        } catch {
            unlink(path)
            throw error
        }
        return true
    }

    /// Adds text to the end of a file, which is made if it does not exist.
    package static func append(_ text: String, to path: String) throws(FileError) {
        let file = try Descriptor(
            opening: path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, mode: 0o644, doing: "write")
        try write(text, to: file, path)
    }

    private static func write(_ text: String, to file: borrowing Descriptor, _ path: String) throws(FileError) {
        var failure: FileError?
        let bytes = Array(text.utf8)
        bytes.withUnsafeBytes { raw in
            do throws(FileError) { try file.write(raw, path: path) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
