/// What a run says when its answers cannot be kept on disk: it goes on with those in memory.
package enum CacheWarning {
    package static func text(_ message: String) -> String {
        "the cache on disk is not used: \(message); answers are kept for this run only"
    }
}
