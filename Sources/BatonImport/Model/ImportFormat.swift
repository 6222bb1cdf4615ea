/// A format of another tool: one folder of this module, and one line in ``all``.
package struct ImportFormat: Sendable {
    /// What `--from` calls it.
    package let name: String
    /// Whether the input is of this format, by what stands in it; never by the name of the file alone.
    package let recognizes: @Sendable (ImportInput) -> Bool
    /// The project, in whose texts no secret stands.
    package let read: @Sendable (ImportInput) throws(ImportError) -> ImportedProject

    package init(
        name: String, recognizes: @escaping @Sendable (ImportInput) -> Bool,
        read: @escaping @Sendable (ImportInput) throws(ImportError) -> ImportedProject
    ) {
        self.name = name
        self.recognizes = recognizes
        self.read = read
    }
}

extension ImportFormat {
    package static let all: [ImportFormat] = [.postman]
}

/// Files of a source, read beforehand: nothing here opens a file.
package struct ImportInput: Sendable {
    package struct File: Sendable {
        /// As given on the command line; below a folder that was given, relative to it.
        package var path: String
        package var bytes: [UInt8]

        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// One for a file that was given, all of a folder.
    package var files: [File]
    package var isFolder = false
    /// Paths of a folder that could not be read, with the reason: links, and what lies too deep.
    package var unread: [(path: String, reason: String)] = []
    /// What the folder that was given is called, for a source that names itself nowhere else.
    package var folderName: String?
    package var environment: File?
    package var globals: File?
    package var data: File?

    package init(files: [File]) { self.files = files }
}

/// Why a source cannot be read at all.
package struct ImportError: Error, Equatable {
    package enum Code: String, Sendable {
        case unreadable = "import.unreadable"
        case tooLarge = "import.too-large"
        case unsupportedVersion = "import.unsupported-version"
        case wrongKind = "import.wrong-kind"
        case unknownFormat = "import.unknown-format"
    }

    package var code: Code
    package var path: String
    /// Counted from 1, where known.
    package var line: Int?
    package var message: String
    /// What to do instead.
    package var advice: String?

    package init(_ code: Code, path: String, line: Int? = nil, message: String, advice: String? = nil) {
        self.code = code
        self.path = path
        self.line = line
        self.message = message
        self.advice = advice
    }
}
