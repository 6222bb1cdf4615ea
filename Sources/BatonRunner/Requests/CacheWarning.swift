package import BatonAPI
package import BatonSecrets

/// The warning for a run that cannot store responses on disk; the run continues with the cache in memory.
package enum CacheWarning {
    package static func text(_ error: CacheStoreError, masked: (String) -> MaskedText) -> MaskedText {
        guard error.isTooLarge else { return text(error.message, masked: masked) }
        return
            "the cache on disk does not keep what is large: \(masked(error.message)) (`cache: { disk: … }` in baton.yaml); it is kept for this run only"
    }

    package static func text(_ message: String, masked: (String) -> MaskedText) -> MaskedText {
        "the cache on disk is not used: \(masked(message)); responses are kept for this run only"
    }
}

extension JobContext {
    /// Warns once per run that the cache on disk cannot be used, or cannot store a response.
    func warnOfCache(_ error: CacheStoreError) {
        if settings.isFirstCacheWarning() {
            hub.emit(.warning(CacheWarning.text(error, masked: settings.secrets.masked)))
        }
    }
}
