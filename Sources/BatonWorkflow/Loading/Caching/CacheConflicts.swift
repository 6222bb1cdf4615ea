import BatonDiagnostics
import BatonHTTP
import BatonYAML

/// What a request cannot have together with `cache`.
struct CacheConflicts {
    let sink: DiagnosticSink

    /// - Parameters:
    ///   - isSaved: whether the body of the answer goes into a file.
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
