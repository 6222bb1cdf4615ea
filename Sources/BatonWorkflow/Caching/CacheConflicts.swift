import BatonDiagnostics
import BatonHTTP
import BatonYAML

/// What a request cannot have together with `cache`.
struct CacheConflicts {
    let sink: DiagnosticSink

    /// A check of what only an exchange has, where nothing is ever sent.
    ///
    /// - Parameters:
    ///   - checks: with the file's default checks.
    ///   - isPolled: whether `until` asks the server all the same.
    ///   - expectsFailure: whether the step says that it ends in a failure, so that default checks are not held.
    func check(
        _ cache: Sourced<CacheTemplate>?, method: String, against checks: [Check], isPolled: Bool, expectsFailure: Bool
    ) {
        guard let cache, cache.value.policy == .onlyIfCached, cache.isMeant(for: method), !isPolled else { return }
        for check in checks {
            guard case .duration = check.subject else { continue }
            let isDefault = check.isDefault
            if isDefault, expectsFailure { continue }
            // Told where both meet: at what is written for this request.
            let isOwnCache = cache.layer.goesAnywhere
            let place = isDefault && isOwnCache ? cache.value.range : check.range
            sink.report(
                .durationOfNothing(at: place, other: isDefault && isOwnCache ? check.range : cache.value.range))
        }
    }

    /// - Parameters:
    ///   - isSaved: whether the body of the response goes into a file.
    ///   - until: where the step says that it is sent again and again.
    func check(
        _ cache: Sourced<CacheTemplate>?, method: String, body: BodyTemplate?, isSaved: Bool, until: SourceRange?
    ) {
        guard let cache else { return }
        let policy = cache.value.policy
        if policy == .both, let until, cache.isMeant(for: method) {
            sink.report(.bothWithUntil(at: until, cache: cache.value.range))
        }
        // What is written for requests in general leaves this one alone.
        guard cache.layer.goesAnywhere, policy != .networkOnly || cache.value.stores == true else { return }
        if policy == .revalidate, method != "GET", method != "HEAD" {
            sink.report(.revalidateNeedsGET(method, at: cache.value.range))
        }
        if isSaved {
            sink.report(.cacheWithFile("`save`", at: cache.value.range))
        } else if case .file? = body {
            sink.report(.cacheWithFile("a body from a file", at: cache.value.range))
        }
    }
}
