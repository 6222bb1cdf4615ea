import BatonFiles

/// A path with wildcards, as users write it where no shell expands it: `workflows/**/auth*.yaml`.
struct PathPattern {
    /// The folder before the first wildcard, as written; empty for the working folder.
    let folder: String
    private let glob: Glob

    /// Nil for a path without wildcards.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.firstIndex(where: { $0.contains(where: "*?[{".contains) }) else { return nil }
        folder = first == 1 && parts[0].isEmpty ? "/" : parts[..<first].joined(separator: "/")
        glob = Glob(parts[first...].filter { !$0.isEmpty }.joined(separator: "/"))
    }

    /// Whether a file fits, or a folder that it is in.
    ///
    /// - Parameter path: relative to the folder.
    func matches(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return parts.indices.contains { glob.matches(parts[...$0].joined(separator: "/")) }
    }
}
