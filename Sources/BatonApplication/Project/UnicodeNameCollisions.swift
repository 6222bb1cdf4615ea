import BatonDiagnostics

/// Finds paths that are canonically equivalent in Unicode but different files, such as `é.yaml` with one and with two
/// code points.
///
/// macOS treats such names as one file. On other systems, reports and history could confuse their results, so they
/// cannot run together.
struct UnicodeNameCollisions {
    /// Swift compares strings by canonical equivalence, so equivalent paths share a key.
    private var known: [String: String] = [:]

    /// Whether a path checked earlier is canonically equivalent but different.
    mutating func hasTwin(_ path: String) -> Bool {
        // ASCII text has only one form.
        guard path.utf8.contains(where: { $0 >= 0x80 }) else { return false }
        guard let other = known[path] else {
            known[path] = path
            return false
        }
        return !other.utf8.elementsEqual(path.utf8)
    }
}

extension Diagnostic {
    static func twins(_ shown: String, at range: SourceRange? = nil) -> Diagnostic {
        Diagnostic(
            "file.same-name",
            "two files are named \(shown): in one an accented letter is one character, in the other two", at: range,
            help: "rename one of them: on a Mac they are the same file")
    }
}
