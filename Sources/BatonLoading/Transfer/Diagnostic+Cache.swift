import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonValues
import BatonWorkflow

extension Diagnostic {
    static func negativeTTL(_ text: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`ttl` cannot be negative: `\(text)`", at: range,
            help: "write how old a stored response may be, for example `5m`; to ask always, `policy: network-only`")
    }

    static func emptyCacheKey(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "the key is empty", at: range,
            help: "without `key` the URL, the headers and the body tell requests apart")
    }

    static func uselessInCache(
        _ key: String, _ policy: CachePolicy, _ why: String, at range: SourceRange
    ) -> Diagnostic {
        Diagnostic(
            "workflow.key-does-not-fit", "`\(key)` does nothing with `policy: \(policy.rawValue)`: \(why)", at: range)
    }

    static func bothWithUntil(at range: SourceRange, cache: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.exclusive-keys",
            "`cache: both` compares one response with the stored one, `until` asks many times",
            at: range, notes: [Note("`cache` is here", at: cache)],
            help: "make it two steps: one that waits with `until`, and one with `cache: both`")
    }

    /// - Parameter other: the place of the policy, or of the check where `range` is that of the policy.
    static func durationOfNothing(at range: SourceRange, other: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.key-does-not-fit",
            "a `duration` check can never hold with `cache: only-if-cached`: nothing is sent that could take time",
            at: range, notes: [Note("the other is here", at: other)],
            help: "check the duration of steps that ask the server; one from `defaults` belongs on those steps")
    }

    static func revalidateNeedsGET(_ method: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.key-does-not-fit", "`revalidate` is for GET and HEAD, this is \(method)", at: range,
            help: "`cache-first` stores responses of any method")
    }

    static func cacheWithFile(_ what: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.exclusive-keys", "a response is never stored together with \(what)", at: range,
            help: "leave `cache` out here")
    }
}
