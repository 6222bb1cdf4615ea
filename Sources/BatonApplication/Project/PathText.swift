import BatonFiles
import BatonSystem

/// Paths as shown to users.
enum PathText {
    /// The path relative to a folder, with `../` where that is short; both absolute.
    static func relative(_ path: String, to folder: String) -> String {
        let parts = normal(path)
        let base = normal(folder)
        let common = zip(parts, base).prefix { $0 == $1 }.count
        let up = base.count - common
        guard common > 0 || base.isEmpty, up <= 3 else { return path }
        let steps = Array(repeating: "..", count: up) + parts.dropFirst(common).map(String.init)
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }

    /// An absolute path without `.`, `..` and double slashes; links are not resolved.
    static func absolute(_ path: String) -> String { "/" + normal(path).joined(separator: "/") }

    /// Joins a folder and a path inside it, in the form that `relative` gives.
    static func join(_ folder: String, _ path: String) -> String {
        folder == "." ? path : RealPath.join(folder, path)
    }

    /// The components without `.`, `..` and empty ones; links are not resolved.
    private static func normal(_ path: String) -> [Substring] {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts
    }

    enum Kind { case file, folder, missing }

    static func kind(of path: String) -> Kind {
        if Folder.isFolder(path) { return .folder }
        return access(path, F_OK) == 0 ? .file : .missing
    }

    static func isRegularFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && isKind(S_IFREG, status.st_mode)
    }

    /// Whether it is a link, wherever it leads.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && isKind(S_IFLNK, status.st_mode)
    }
}
