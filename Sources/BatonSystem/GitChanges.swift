/// The files of a working tree that differ from its last commit: changed, staged, untracked and deleted ones, but not
/// those that are ignored.
package struct GitChanges: Sendable, Equatable {
    /// Absolute paths, links in the folder's own path followed.
    package let files: Set<String>

    /// Why git could not be asked; in git's words where it has some.
    package struct Failure: Error, Sendable, Equatable {
        package let message: String
    }

    /// - Parameter folder: any folder of the repository.
    package init(_ folder: String) throws(Failure) {
        let root = try Self.ask(folder, ["rev-parse", "--show-toplevel"])
        guard let path = String(validating: root, as: UTF8.self)?.split(separator: "\n").first else {
            throw Failure(message: "git names no root of the repository")
        }
        let status = try Self.ask(
            folder, ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames"])
        files = Set(Self.paths(status).map { RealPath.join(String(path), $0) })
    }

    /// Reads `git status --porcelain=v1 -z --no-renames`: two letters, a blank, a path from the root on, a NUL.
    static func paths(_ status: [UInt8]) -> [String] {
        status.split(separator: 0).compactMap { entry in
            entry.count > 3 ? String(decoding: entry.dropFirst(3), as: UTF8.self) : nil
        }
    }

    private static func ask(_ folder: String, _ words: [String]) throws(Failure) -> [UInt8] {
        guard let answer = Git.run(["-C", folder] + words) else { throw Failure(message: "git could not be started") }
        guard answer.isWhole else { throw Failure(message: "git lists more than can be read") }
        guard answer.status == 0 else {
            let line = String(decoding: answer.errors, as: UTF8.self).split(separator: "\n").first.map(String.init)
            throw Failure(message: line.map { $0.hasPrefix("fatal: ") ? String($0.dropFirst(7)) : $0 } ?? "git failed")
        }
        return answer.output
    }
}
