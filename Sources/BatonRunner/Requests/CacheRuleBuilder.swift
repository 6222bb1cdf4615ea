import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonWorkflow

/// Evaluates the `cache` setting of a request with the values of a running case.
struct CacheRuleBuilder {
    let scope: any TemplateScope
    /// Whether an earlier attempt at the whole workflow failed.
    var isRepeated = false

    /// Nil where no setting applies to the request. A retried request, and one repeated by `until`, is always sent to
    /// the server.
    func rule(_ template: RequestTemplate, _ attempt: RequestExecution.Attempt) throws(StepFailure) -> CacheRule? {
        guard let cache = template.effectiveCache else { return nil }
        var rule = CacheRule(cache.policy, stores: cache.stores, scope: cache.scope)
        if let ttl = cache.ttl { rule.ttl = .microseconds(try ttl.microseconds(from: scope)) }
        if let key = cache.key {
            let text = try key.text(from: scope)
            guard !text.isEmpty else { throw StepFailure("the cache key is empty", at: key.range) }
            rule.key = text
        }
        return isRepeated || attempt.number > 1 || attempt.until != nil ? rule.forLaterAttempt : rule
    }
}
