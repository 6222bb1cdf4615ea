import BatonHTTP

/// What is wanted of the cache.
struct CacheQuestion: Sendable {
    let request: Request
    /// Of the request, with what its session adds.
    let headers: Headers
    let key: CacheKey
    let rule: CacheRule

    /// What may be stored of what a transfer brought.
    func response(of landing: CacheTransfer.Landing) -> StoredResponse? {
        guard rule.storesResponse, case .success(var response) = landing.result, response.isSuccess else { return nil }
        // What its redirects say of themselves decides as well, and of that nothing is known here.
        if rule.policy == .revalidate, !response.redirects.isEmpty { return nil }
        if rule.policy == .revalidate, !landing.wasConfirmed,
            !CacheUpdate.isStorable(request.method, headers, response.status, response.headers)
        {
            return nil
        }
        response.cacheUse = nil
        return StoredResponse(
            response: response, method: request.method, requested: landing.requested, received: landing.received,
            hops: Array(landing.receipts.dropLast()), varied: VariedHeaders(response.headers, request: headers))
    }
}
