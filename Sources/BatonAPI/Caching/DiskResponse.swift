import BatonHTTP

/// What the cache on disk holds for a request that was answered: something of it may turn out not to belong there.
package struct DiskResponse: Sendable {
    let key: CacheKey
    let disk: any CacheStore

    /// The stored response; nil where there is none by now, or none that can be read.
    package func response() async -> Response? { try? await disk.response(for: key)?.response }

    package func remove() async { await disk.remove(key) }
}
