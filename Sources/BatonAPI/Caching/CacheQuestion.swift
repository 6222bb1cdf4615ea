import BatonHTTP

/// One request to the cache, with its key and its rule.
struct CacheQuestion: Sendable {
    let request: Request
    /// The headers of the request and of its session.
    let headers: Headers
    let key: CacheKey
    let rule: CacheRule
    /// Whose response it is; nil where its credentials say so.
    var owner: String?

    /// The response of a transfer as it may be stored; nil when it may not.
    func response(of landing: CacheTransfer.Landing) -> StoredResponse? {
        guard rule.storesResponse, case .success(var response) = landing.result, response.isSuccess else { return nil }
        // The headers of its redirects would decide too, and they are not known here.
        if rule.policy == .revalidate, !response.redirects.isEmpty { return nil }
        if rule.policy == .revalidate, !landing.wasConfirmed,
            !CacheUpdate.isStorable(request.method, headers, response.status, response.headers)
        {
            return nil
        }
        response.cacheUse = nil
        if owner != nil {
            // An older credential must not come back to the session with the stored response.
            response.headers = response.headers.withoutCredentials(request.session?.value.keptNames ?? [])
        }
        return StoredResponse(
            response: response, method: request.method, requested: landing.requested, received: landing.received,
            hops: owner == nil ? Array(landing.receipts.dropLast()) : [],
            varied: VariedHeaders(response.headers, request: headers))
    }
}
