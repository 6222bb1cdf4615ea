import BatonValues
import Synchronization

extension JSONPath {
    /// The same as `parse`, but equal paths are parsed once: many files take the same places of their responses.
    ///
    /// For written paths, not for computed ones, so that the number of kept paths is bounded by what people write.
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
