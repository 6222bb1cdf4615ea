import BatonFiles

/// A path with wildcards, as users write it where no shell expands it: `workflows/**/auth*.yaml`.
struct PathPattern {
    /// The folder before the first wildcard, as written; empty for the working folder.
    let folder: String
    /// The rest, relative to the folder.
    private let pattern: String
    private let glob: Glob

    /// Nil for a path without wildcards.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.firstIndex(where: { $0.contains(where: "*?[{".contains) }) else { return nil }
        let folder = first == 1 && parts[0].isEmpty ? "/" : parts[..<first].joined(separator: "/")
        self.init(folder: folder, pattern: parts[first...].filter { !$0.isEmpty }.joined(separator: "/"))
    }

    private init(folder: String, pattern: String) {
        self.folder = folder
        self.pattern = pattern
        glob = Glob(pattern)
    }

    /// Each choice of the groups `{a,b}`, with the pattern that has only this one in its group.
    var choices: [(text: String, pattern: PathPattern)] {
        Glob.choices(of: pattern).map { ($0.text, PathPattern(folder: folder, pattern: $0.pattern)) }
    }

    /// Whether a file fits, or a folder that it is in.
    ///
    /// - Parameter path: relative to the folder.
    func matches(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return parts.indices.contains { glob.matches(parts[...$0].joined(separator: "/")) }
    }
}
