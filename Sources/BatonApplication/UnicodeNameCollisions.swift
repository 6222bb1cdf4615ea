import BatonDiagnostics

/// Finds files whose names Unicode calls the same and the file system does not, such as `é.yaml` with one code point for
/// the letter and with two.
///
/// On a Mac they are one file. Elsewhere reports and history could take the results of one for those of the other, so
/// that they cannot run together.
struct UnicodeNameCollisions {
    /// Names are taken as texts are equal in Swift: canonically.
    private var known: [String: String] = [:]

    /// Whether a path that was asked about before is called the same, and is another.
    mutating func hasTwin(_ path: String) -> Bool {
        // What is ASCII has no other form.
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
