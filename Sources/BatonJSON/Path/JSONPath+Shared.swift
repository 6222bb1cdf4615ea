import BatonText
import Synchronization

extension JSONPath {
    /// The same as `parse`, but equal paths are parsed once: many files take the same places of their responses.
    ///
    /// For paths that somebody wrote down, not for those that are computed. So many are kept as a person writes.
    package static func shared(_ text: String) throws(JSONPathError) -> JSONPath {
        let key = TextKey(text)
        if let known = known.withLock({ $0[key] }) { return known }
        let path = try parse(text)
        known.withLock { known in
            if known.count < mostKnown { known[key] = path }
        }
        return path
    }

    private static let known = Mutex<[TextKey: JSONPath]>([:])
    private static let mostKnown = 4_000
}
