import Synchronization

extension JSONPath {
    /// The same as `parse`, but equal paths are parsed once: many files take the same places of their answers.
    ///
    /// For paths that somebody wrote down, not for those that are computed. So many are kept as a person writes.
    package static func shared(_ text: String) throws(JSONPathError) -> JSONPath {
        if let known = known.withLock({ $0[text] }) { return known }
        let path = try parse(text)
        known.withLock { known in
            if known.count < mostKnown { known[text] = path }
        }
        return path
    }

    private static let known = Mutex<[String: JSONPath]>([:])
    private static let mostKnown = 4_000
}
