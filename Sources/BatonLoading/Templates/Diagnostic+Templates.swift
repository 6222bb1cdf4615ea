import BatonDiagnostics
import BatonRegex
import BatonYAML

extension Diagnostic {
    static func noTime(at range: SourceRange) -> Diagnostic {
        Diagnostic("workflow.wrong-value", "a `timeout` of 0 leaves no time for anything", at: range)
    }

    static func invalidPattern(_ error: PatternError, in node: YAMLNode, after start: Int = 0) -> Diagnostic {
        let offset = start + (error.offset ?? 0)
        let map = node.sourceMap
        let length = node.scalar?.text.utf8.count ?? 0
        let range = offset < length ? map.range(offset..<offset + 1) : map.range(max(0, length - 1)..<length)
        return Diagnostic(
            "workflow.invalid-pattern", "the regular expression is not valid: \(error.message)", at: range,
            help: "brackets, `.`, `?`, `*`, `+`, `^`, `$`, `|` have a meaning; a `\\` before them takes it away")
    }

    /// Reports a check or a capture of events beside a request that reads none.
    static func eventsWithoutStream(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.needs-key", "`\(name)` needs the events of a stream, and this step reads none", at: range,
            help: "write `stream: true` beside the request, or `stream: { until: …, within: 10s }`")
    }

    static func invalidHeaderName(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "request.invalid-header", "`\(name)` cannot be the name of a header", at: range,
            help: "a header's name has letters, digits and `-`, no spaces and no colon (RFC 9110)")
    }
}
