import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonValues
import BatonWorkflow

extension Diagnostic {
    static func unknownCachePolicy(_ text: String, at range: SourceRange) -> Diagnostic {
        let names = CachePolicy.written
        let spelled = String(text.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
        let nearest =
            names.contains(spelled) ? spelled : Spelling.nearest(to: spelled, in: names) ?? foreignPolicies[spelled]
        return Diagnostic(
            "workflow.wrong-value", "`\(text)` is no cache policy", at: range,
            help: nearest.map { "did you mean `\($0)`?" }
                ?? "the policies are " + names.map { "`\($0)`" }.joined(separator: ", "))
    }

    /// The names of the policies elsewhere: `fetch` of browsers, workers, Apple's URL loading.
    private static let foreignPolicies = [
        "no-store": "network-only", "no-cache": "revalidate", "none": "network-only", "false": "network-only",
        "off": "network-only", "never": "network-only", "reload": "network-only", "default": "revalidate",
        "http": "revalidate", "true": "cache-first", "on": "cache-first", "force-cache": "cache-first",
        "cache-only": "only-if-cached", "offline": "only-if-cached", "network-first": "network-only",
        "stale-while-revalidate": "both",
    ]

    static func unknownCacheScope(_ text: String, at range: SourceRange) -> Diagnostic {
        let nearest = Spelling.nearest(to: text, in: CacheScope.allCases.map(\.rawValue))
        return Diagnostic(
            "workflow.wrong-value", "`\(text)` is no scope of the cache", at: range,
            help: nearest.map { "did you mean `\($0)`?" }
                ?? "write `run`, or `disk` for responses that later runs use too")
    }

    static func cacheWithoutPolicy(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.missing-key", "`cache` has no `policy`", at: range,
            help: "add one, for example `policy: cache-first`")
    }

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

    static func cachedWithoutBoth(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "expression.no-cached-response",
            "`cached` is there only in `capture` and `expect` of a request with `cache: both`",
            at: range, help: "give the step `cache: both`")
    }
}
