import BatonFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
            return isBareText(file) ? .noProgram(name) : nil
        }
        return files.allSatisfy(Folder.isFolder)
            ? ProcessError(.notStarted, "`\(name)` is a folder, and no program")
            : ProcessError(.denied, "no permission to start `\(name)`")
    }

    /// Whether the file is empty or a text whose first line names no program that reads it: the system starts none
    /// (`execve` fails with ENOEXEC).
    private static func isBareText(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var head = [UInt8](repeating: 0, count: 256)
        let count = read(file, &head, head.count)
        guard count >= 0 else { return false }
        let start = head.prefix(count)
        return !start.starts(with: "#!".utf8) && !start.contains(0)
    }
}

extension ProcessError {
    static func noProgram(_ name: String) -> ProcessError {
        ProcessError(.noProgram, "`\(name)` is no program; a script begins with a line such as `#!/bin/sh`")
    }
}
