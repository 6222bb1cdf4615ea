import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reports settings of a request that contradict `cache`.
struct CacheConflicts {
    let sink: DiagnosticSink

    /// Reports a check of `duration` with `only-if-cached`, which never sends a request.
    ///
    /// - Parameters:
    ///   - checks: the checks of the step, with the file's default checks.
    ///   - isPolled: whether `until` sends requests all the same.
    ///   - expectsFailure: whether the step expects a failure, so that default checks are skipped.
    func check(
        _ cache: Sourced<CacheTemplate>?, method: String, against checks: [Check], isPolled: Bool, expectsFailure: Bool
    ) {
        guard let cache, cache.value.policy == .onlyIfCached, cache.isMeant(for: method), !isPolled else { return }
        for check in checks {
            guard case .duration = check.subject else { continue }
            let isDefault = check.isDefault
            if isDefault, expectsFailure { continue }
            // The finding points to the part that is written for this request.
            let isOwnCache = cache.layer.goesAnywhere
            let place = isDefault && isOwnCache ? cache.value.range : check.range
            sink.report(
                .durationOfNothing(at: place, other: isDefault && isOwnCache ? check.range : cache.value.range))
        }
    }

    /// - Parameters:
    ///   - isSaved: whether the body of the response is saved to a file.
    ///   - until: the place of `until`, which repeats the request.
    func check(
        _ cache: Sourced<CacheTemplate>?, method: String, body: BodyTemplate?, isSaved: Bool, until: SourceRange?
    ) {
        guard let cache else { return }
        let policy = cache.value.policy
        if policy == .both, let until, cache.isMeant(for: method) {
            sink.report(.bothWithUntil(at: until, cache: cache.value.range))
        }
        // Only the request's own `cache` is checked, because an inherited one is written for requests in general.
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
