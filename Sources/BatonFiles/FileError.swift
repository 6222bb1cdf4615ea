import BatonSystem

/// Why a file could not be read, written or reached, in words for the user.
package struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of an error; more may be added.
    package struct Code: Sendable, Hashable {
        private let name: String

        private init(_ name: String) { self.name = name }

        package static let missing = Code("missing")
        package static let isFolder = Code("folder")
        /// A device, a socket or a pipe where a regular file is required.
        package static let notRegular = Code("not-regular")
        package static let denied = Code("denied")
        /// A pipe that is not open for reading anywhere.
        package static let noReader = Code("no-reader")
        package static let tooLarge = Code("too-large")
        /// The path resolves to a place outside of the file root.
        package static let outside = Code("outside")
        /// The path is closed to workflows, such as `.baton`.
        package static let closed = Code("closed")
        package static let invalidPath = Code("invalid-path")
        package static let failed = Code("failed")
    }

    package var code: Code
    /// The path as the user wrote it.
    package var path: String
    /// One sentence without a full stop.
    package var message: String

    package init(_ code: Code, path: String, message: String) {
        self.code = code
        self.path = path
        self.message = message
    }

    /// The error of a system call.
    package init(errno number: Int32, path: String, doing verb: String = "read") {
        switch number {
        case ENOENT, ENOTDIR: self.init(.missing, path: path, message: "`\(path)` does not exist")
        case EISDIR: self.init(.isFolder, path: path, message: "`\(path)` is a folder")
        case EACCES, EPERM: self.init(.denied, path: path, message: "no permission to \(verb) `\(path)`")
        case ENXIO: self.init(.noReader, path: path, message: "`\(path)` is a pipe that nobody reads")
        case ELOOP: self.init(.failed, path: path, message: "`\(path)` is a link that leads nowhere")
        default:
            let reason = String(cString: strerror(number))
            self.init(.failed, path: path, message: "could not \(verb) `\(path)`: \(reason)")
        }
    }

    package static func tooLarge(_ path: String, limit: Int) -> FileError {
        FileError(.tooLarge, path: path, message: "`\(path)` is larger than \(size(limit))")
    }

    package static func notRegular(_ path: String) -> FileError {
        FileError(.notRegular, path: path, message: "`\(path)` is not a regular file")
    }

    /// Not a loop over the units: of one, the compiler orders the instructions by chance, and equal sources are to give
    /// equal programs.
    private static func size(_ bytes: Int) -> String {
        func whole(_ unit: Int, _ name: String) -> String? {
            bytes >= unit && bytes.isMultiple(of: unit) ? "\(bytes / unit) \(name)" : nil
        }
        return whole(1_000_000_000, "GB") ?? whole(1_000_000, "MB") ?? whole(1000, "kB") ?? "\(bytes) bytes"
    }

    package var description: String { message }
}
