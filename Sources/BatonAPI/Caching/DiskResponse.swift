import BatonHTTP

/// The response on disk for a request that has its response: it may have to be removed, for example for a secret in it.
package struct DiskResponse: Sendable {
    let key: CacheKey
    let disk: any CacheStore

    /// The stored response; nil when there is none any more, or none that can be read.
    package func response() async -> Response? { try? await disk.response(for: key)?.response }

    package func remove() async { await disk.remove(key) }
}
