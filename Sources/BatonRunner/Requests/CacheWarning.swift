package import BatonAPI

/// What a run says when its responses cannot be kept on disk: it goes on with those in memory.
package enum CacheWarning {
    package static func text(_ error: CacheStoreError) -> String {
        guard error.isTooLarge else { return text(error.message) }
        return
            "the cache on disk does not keep what is large: \(error.message) (`cache: { disk: … }` in baton.yaml); it is kept for this run only"
    }

    package static func text(_ message: String) -> String {
        "the cache on disk is not used: \(message); responses are kept for this run only"
    }
}

extension JobContext {
    /// Tells once in a run that the cache on disk cannot be used, or does not keep a response.
    func warnOfCache(_ error: CacheStoreError) {
        if settings.isFirstCacheWarning() { hub.emit(.warning(CacheWarning.text(error))) }
    }
}
