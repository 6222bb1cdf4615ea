import BatonFiles
import BatonSystem

/// The file of a program, looked at without starting it.
package enum ProgramFile {
    /// Why a program cannot be started; nil if its file can be executed.
    ///
    /// - Parameters:
    ///   - name: the first word of a command: a path, if it has a slash, else a name in a folder of the search path.
    ///   - folder: the working directory, from which a relative path counts.
    ///   - searchPath: `PATH` of the starting process.
    package static func obstacle(_ name: String, in folder: String, searchPath: String?) -> ProcessError? {
        if name.isEmpty { return ProcessError(.notFound, "the program `` was not found") }
        let places =
            name.utf8.contains(UInt8(ascii: "/"))
            ? [RealPath.join(folder, name)]
            : (searchPath ?? "/bin:/usr/bin").split(separator: ":").map { RealPath.join(String($0), name) }
        let files = places.filter { access($0, F_OK) == 0 }
        if files.isEmpty { return ProcessError(.notFound, "the program `\(name)` was not found") }
        if let file = files.first(where: { !Folder.isFolder($0) && access($0, X_OK) == 0 }) {
            return error(name, at: file, in: folder, searchPath: searchPath)
        }
        return files.allSatisfy(Folder.isFolder)
            ? ProcessError(.notStarted, "`\(name)` is a folder, and no program")
            : ProcessError(.denied, "no permission to start `\(name)`")
    }

    /// Why the system cannot start a file that may be executed: it is empty or a text whose first line names no program
    /// that reads it (`execve` fails with ENOEXEC), or that program is missing (ENOENT); nil for any other file.
    private static func error(
        _ name: String, at path: String, in folder: String, searchPath: String?
    ) -> ProcessError? {
        guard let head = head(of: path) else { return nil }
        guard head.starts(with: "#!".utf8) else { return head.contains(0) ? nil : .noProgram(name) }
        let line = head.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
        if line.last == UInt8(ascii: "\r") {
            return .withoutReader(name, "its first line ends with CR LF, not with LF")
        }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: true)
        guard let reader = words.first.map(String.init) else { return .noProgram(name) }
        guard access(RealPath.join(folder, reader), F_OK) == 0 else {
            return .withoutReader(name, "`\(reader)`, which its first line names, does not exist")
        }
        guard reader.hasSuffix("/env"), words.count == 2, let named = words.last.map(String.init), named.first != "-",
            !named.contains("="), obstacle(named, in: folder, searchPath: searchPath)?.code == .notFound
        else { return nil }
        return .withoutReader(name, "`\(named)`, which its first line names, was not found")
    }

    /// Why a program that the system did not find, though its file is there, cannot be started.
    static func missingReader(_ name: String, in folder: String, searchPath: String?) -> ProcessError {
        error(name, at: RealPath.join(folder, name), in: folder, searchPath: searchPath)
            ?? .withoutReader(name, "the program that runs it is missing")
    }

    private static func head(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var head = [UInt8](repeating: 0, count: 256)
        let count = read(file, &head, head.count)
        return count < 0 ? nil : Array(head.prefix(count))
    }
}

extension ProcessError {
    static func noProgram(_ name: String) -> ProcessError {
        ProcessError(.noProgram, "`\(name)` is no program; a script begins with a line such as `#!/bin/sh`")
    }

    fileprivate static func withoutReader(_ name: String, _ reason: String) -> ProcessError {
        ProcessError(.noProgram, "`\(name)` could not be started: \(reason)")
    }
}

/// Why a program could not be started, or a server could not be used.
package struct ProcessError: Error, Sendable, Equatable, CustomStringConvertible {
    package struct Code: Sendable, Hashable {
        private let name: String

        private init(_ name: String) { self.name = name }

        /// The command cannot be split into words.
        package static let command = Code("command")
        package static let notFound = Code("not-found")
        package static let denied = Code("denied")
        /// A file that may be executed and that the system cannot start, or not without a program that is missing.
        package static let noProgram = Code("no-program")
        package static let notStarted = Code("not-started")
        package static let exited = Code("exited")
        package static let notReady = Code("not-ready")
        package static let cancelled = Code("cancelled")
    }

    package var code: Code
    /// One sentence without a full stop.
    package var message: String
    /// The last output of a server.
    package var output: String
    package var exit: ProcessExit?

    init(_ code: Code, _ message: String, output: String = "", exit: ProcessExit? = nil) {
        self.code = code
        self.message = message
        self.output = output
        self.exit = exit
    }

    package var description: String { output.isEmpty ? message : message + "\n" + output }
}
