import BatonAPI
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonRegex
import BatonSources
import BatonValues
import BatonWorkflow
import BatonYAML

extension Diagnostic {
    /// Reports a text in place of a source: `home: /rooms/$(id)`.
    static func captureOfText(_ text: String, of name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "a capture takes a part of the response, and this is a text", at: range,
            help:
                "a text of your own belongs into a step: `- set: { \(name): \(Quoting.quotedIfNeeded(text, isInFlow: true)) }`"
        )
    }

    static func valueIsNoExpression(_ text: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`value` wants one `$(…)`", at: range,
            help: text.hasPrefix("$") ? "for a path write `path: \(text)`" : "write `value: $(\(text))`")
    }

    static func pathIsExpression(_ text: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`path` wants a path, and this is an expression", at: range,
            help:
                "for its value write `value: \(text)`; a path is written out, with `$(…)` where a literal stands"
        )
    }

    static func invalidCookieName(_ text: String, at range: SourceRange) -> Diagnostic {
        let help: Message =
            if text.contains("$(") {
                "names of cookies stand here as they are; capture `{ cookie: $(name) }` and check that"
            } else if text.hasPrefix("@") {
                "write the name before the attribute: `sid\(text)`"
            } else {
                "a cookie's name has no spaces at its ends, no `=` and no `;`"
            }
        return Diagnostic("workflow.wrong-value", "`\(text)` is the name of no cookie", at: range, help: help)
    }

    static func unknownCookieAttribute(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
        let nearest = Spelling.nearest(to: name, in: known)
        return Diagnostic(
            "workflow.wrong-value", "a cookie has no `@\(name)`", at: range,
            help: nearest.map { "did you mean `@\($0)`?" }
                ?? "there is " + known.map { "`@\($0)`" }.joined(separator: ", "))
    }

    // MARK: - Patterns

    static func noSuchGroup(_ group: Capture.Group, in pattern: Pattern, at range: SourceRange) -> Diagnostic {
        let message: Message =
            switch group {
            case .number(let number): "the pattern has no group \(number)"
            case .name(let name): "the pattern has no group named `\(name)`"
            }
        let help: Message =
            switch (pattern.groupCount, group) {
            case (0, _): "it has no groups; `0` is the whole match"
            case (_, .name(let name)): "name a group with `(?<\(name)>…)`"
            case (1, _): "it has one group, `1`; `0` is the whole match"
            default: "it has the groups 1 to \(pattern.groupCount); `0` is the whole match"
            }
        return Diagnostic("workflow.wrong-value", message, at: range, help: help)
    }

    static func unclearSubject(_ text: String?, at range: SourceRange) -> Diagnostic {
        let help: Message =
            switch text {
            case "headers", "header": "name the header: `in: { header: Location }`"
            case "cookies", "cookie": "name the cookie: `in: { cookie: sid }`"
            case let path? where path.contains("."): "for a path write `in: { path: \(path) }`"
            default: "write `body`, `url`, `{ header: … }`, `{ cookie: … }`, `{ path: … }`, `{ xpath: … }` or `$(…)`"
            }
        return Diagnostic(
            "workflow.wrong-value",
            text.map { "`in` does not know `\($0)`" } ?? "`in` does not say what is searched", at: range, help: help)
    }

    // MARK: - `as` and `format`

    /// The names of the types of `as` in other tools.
    private static let foreignTypes = [
        "int": "integer", "long": "integer", "float": "number", "double": "number", "decimal": "number",
        "bool": "boolean", "str": "string", "text": "string", "datetime": "date", "timestamp": "date",
        "time": "date", "uri": "url", "object": "any", "array": "any", "list": "any",
    ]

    /// - Parameter own: the types of API files.
    static func unknownConversion(_ name: String, own: [String] = [], at range: SourceRange) -> Diagnostic {
        let known = Conversion.names + own
        let help: Message =
            if let word = foreignTypes[name] ?? foreignTypes[name.lowercased()] {
                "here it is called `\(word)`"
            } else if let near = Spelling.nearest(to: name, in: known) {
                "did you mean `\(near)`?"
            } else if let type = own.first(where: { $0.hasSuffix(".\(name)") }) {
                "did you mean `\(type)`?"
            } else if own.isEmpty, name.utf8.first.map({ (65...90).contains($0) }) == true {
                "types of your own come from API files: `use: { api: apis/api.yaml }` and `as: api.\(name)`; the types are "
                    + known.map { "`\($0)`" }.joined(separator: ", ")
            } else {
                "the types are " + known.map { "`\($0)`" }.joined(separator: ", ")
            }
        return Diagnostic("workflow.wrong-value", "`\(name)` is no type", at: range, help: help)
    }

    static func formatWithoutDate(_ type: String?, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.key-does-not-fit",
            type.map { "`format` says how a date is written, and this is `as: \($0)`" }
                ?? "`format` says how a date is written, and there is no `as: date`", at: range,
            help: type == nil ? "add `as: date`" : "take it out, or write `as: date`")
    }

    static func invalidDateFormat(_ text: String, _ message: Message, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`\(text)` is no date format: \(message)", at: range,
            help: "write Unicode's letters, such as `yyyy-MM-dd HH:mm:ss`, text in single quotes, or `unix`, `unix_ms`")
    }

    static func listOfText(_ source: Capture.Source, at range: SourceRange) -> Diagnostic {
        let help: Message? =
            if case .header(let name) = source {
                "all headers of that name: `$(response.headers.values(\"\(name.written)\"))`"
            } else {
                nil
            }
        return Diagnostic(
            "workflow.wrong-value", "a list is wanted, and this source gives one text", at: range, help: help)
    }

    static func typeOfList(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "this path gives a list of what it finds, and `\(name)` is wanted", at: range,
            help: "write `as: [\(name)]`, or a path with one place")
    }

    // MARK: - Where nothing is found

    static func optionalWithDefault(at range: SourceRange, other: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.exclusive-keys", "`optional` gives null where nothing is found, `default` a value: write one",
            at: range, notes: [Note("`optional` is here", at: other)])
    }

    /// A type whose fields are headers or XPaths, in a place that has no response of its own.
    static func typeOfResponse(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value",
            "`\(name)` has fields with `header` or `xpath`, and is only the `result` of an endpoint",
            at: range, help: "they are parts of the whole response, and not of a value in it")
    }
}
