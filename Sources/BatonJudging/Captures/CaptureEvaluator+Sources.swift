import BatonAPI
import BatonCEL
import BatonHTTP
import BatonJSON
import BatonLanguage
import BatonRegex
import BatonValues

extension CaptureEvaluator {
    /// The result of a source.
    enum Found {
        case value(CELValue)
        /// Nothing was found: what was searched for, and a suggestion.
        case missing(String, hint: Hint?)
        /// The response cannot be read by such a source.
        /// - Parameter values: what stands there, for the end of the message; left out where it is secret.
        case unreadable(Failure.Kind, String, values: String = "", hint: Hint? = nil)
    }

    func find(_ source: Capture.Source) throws(StepFailure) -> Found {
        switch source {
        case .expression(let expression): try evaluate(expression)
        case .header(let name): header(try name.text(from: scope))
        case .cookie(let name): cookie(try name.text(from: scope))
        case .path(let path, let written): try value(at: path, written)
        case .events(let path, let written): try value(at: path, written, inEvents: true)
        case .search(let search): try find(search)
        case .xpath(let query): find(query)
        }
    }

    private func evaluate(_ expression: Expression) throws(StepFailure) -> Found {
        do {
            return .value(try expression.evaluate(in: scope))
        } catch {
            guard error.isMissing else { throw error }
            return .missing("`\(expression.text)`: \(error.message)", hint: error.hint)
        }
    }

    private func header(_ name: String) -> Found {
        let headers = response.http.headers
        if let value = try? HeadersView(headers).member(name) { return .value(value) }
        let names = headers.map(\.name)
        return .missing(
            "the response has no header `\(name)`\(Self.list(names, after: "; it has "))",
            hint: Spelling.nearest(to: name, in: names).map { "did you mean `\($0)`?" })
    }

    private func cookie(_ text: String) -> Found {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let cookies = response.cookies
        guard let cookie = cookies.last(where: { $0.name == parts[0] }) else {
            let names = cookies.map(\.name)
            return .missing(
                "the response sets no cookie `\(parts[0])`\(Self.list(names, after: "; it sets "))",
                hint: Spelling.nearest(to: parts[0], in: names).map { "did you mean `\($0)`?" })
        }
        guard parts.count > 1, parts[1] != "value" else {
            return .value(CELValue(.string(cookie.value), isTainted: true))
        }
        guard let value = Cookie.Attribute(rawValue: parts[1]).flatMap({ cookie.actual($0) })?.value else {
            return .missing("the cookie `\(parts[0])` has no `\(parts[1])`", hint: nil)
        }
        return .value(CELValue(value))
    }

    /// At most 12 of the names, each once.
    private static func list(_ names: [String], after words: String) -> String {
        var seen: Set<String> = []
        let unique = names.filter { seen.insert($0.lowercased()).inserted }
        guard !unique.isEmpty else { return "" }
        let shown = unique.prefix(12).map { ValueText.cut($0, limit: 40) }.joined(separator: ", ")
        return "\(words)\(shown)\(unique.count > 12 ? ", …" : "")"
    }

    private func value(
        at path: PathTemplate, _ written: String, inEvents: Bool = false
    ) throws(StepFailure) -> Found {
        if inEvents { return try value(at: path, written, in: response.eventList, of: "the stream") }
        if let value = path.singleMatch(in: response) { return .value(CELValue(value)) }
        let root: JSONValue
        switch response.json {
        case .value(let value): root = value
        case .empty: return .unreadable(.notJSON, "\(response.bodyName) is empty, `\(written)` needs JSON")
        case .failed where response.isGzip:
            return .unreadable(
                .notJSON, "\(response.bodyName) is not JSON: it is compressed with gzip", hint: StepResponse.gzipHint)
        case .failed(let error): return .unreadable(.notJSON, "\(response.bodyName) is not JSON: \(error.description)")
        }
        return try value(at: path, written, in: root, of: "the body")
    }

    private func value(
        at path: PathTemplate, _ written: String, in root: JSONValue, of owner: String
    ) throws(StepFailure) -> Found {
        do throws(PathFailure) {
            if case .json(let value) = try path.actual(in: root, from: scope) { return .value(CELValue(value)) }
        } catch {
            switch error {
            case .template(let failure): throw failure
            case .evaluation(let message): return .unreadable(.expression, message)
            }
        }
        let near = Neighbourhood(of: path, in: root, owner: owner)
        return .missing("there is nothing at `\(written)`\(near.words)", hint: near.suggestion)
    }

    private func find(_ query: XPathQuery) -> Found {
        let path = "the XPath `\(query.path.text)`"
        switch query.finding(in: response) {
        case .text(let text): return .value(.string(text))
        case .value(let value): return .value(CELValue(value))
        case .texts(let texts): return .value(CELValue(.array(texts.map { .string($0) })))
        case .nothing: return .missing("\(path) finds nothing", hint: nil)
        case .several(let count, let first):
            let shown = first.map { ValueExcerpt.brief(.string($0)) }.joined(separator: ", ")
            let rest = count - first.count
            return .unreadable(
                .mappingType, "\(path) finds \(count) nodes",
                values: ": \(shown)\(rest > 0 ? " and \(rest) more" : "")",
                hint: "choose one, `(…)[1]`, or take all: `as: \"[string]\"`")
        case .notXML(let message): return .unreadable(.notXML, message)
        case .failed(let message): return .unreadable(.expression, message)
        }
    }

    // MARK: - Searching with a pattern

    private func find(_ search: Capture.Search) throws(StepFailure) -> Found {
        let subject: CELValue
        switch search.subject {
        case .body: subject = .string(response.text)
        case .url: subject = .string(response.http.url.text)
        case .source(let source):
            switch try find(source) {
            case .value(let value): subject = value
            case let other: return other
            }
        }
        guard let text = Self.text(of: subject) else {
            return .unreadable(
                .mappingType,
                "a pattern searches text; \(search.place(in: response)) is \(ValueText.cut(subject.brief, limit: 120))"
            )
        }
        let pattern = try compiled(search.pattern)
        let match: Match?
        do {
            match = try pattern.firstMatch(in: text)
        } catch {
            return .unreadable(.expression, error.message)
        }
        guard let match else {
            var message = "`\(search.pattern.written)` is not found in \(search.place(in: response))"
            // The body is shown with every failure.
            if case .source = search.subject {
                message += ": \(subject.isTainted ? "***" : ValueExcerpt.brief(.string(text)))"
            }
            return .missing(message, hint: nil)
        }
        return try taken(search, pattern, match).map { .value(CELValue(.string($0), isTainted: subject.isTainted)) }
            ?? .missing("the group of `\(search.pattern.written)` took no part in the match", hint: nil)
    }

    private func compiled(_ pattern: PatternTemplate) throws(StepFailure) -> Pattern {
        switch pattern {
        case .pattern(let pattern, _): return pattern
        case .template(let text):
            let written = try text.text(from: scope)
            do {
                return try Pattern(written)
            } catch {
                throw StepFailure("`\(written)` is no regular expression: \(error.message)", at: text.range)
            }
        }
    }

    /// A value that a pattern can search: text, and the other scalars as they are written.
    private static func text(of value: CELValue) -> String? {
        switch value.kind {
        case .string, .bool, .int, .uint, .double, .number, .timestamp, .duration: try? value.templateText()
        default: nil
        }
    }

    private func taken(
        _ search: Capture.Search, _ pattern: Pattern, _ match: Match
    ) throws(StepFailure) -> String? {
        let number: Int
        switch search.group {
        case nil: number = min(1, pattern.groupCount)
        case .number(let group): number = group
        case .name(let name): number = pattern.groupNumber(named: name) ?? -1
        }
        // Only a computed pattern can lack the group here.
        guard match.groups.indices.contains(number) else {
            let groups = Plural.count(pattern.groupCount, "group")
            throw StepFailure("`\(pattern.text)` has \(groups), and not the one that is wanted", at: search.range)
        }
        return match.groups[number].map(String.init)
    }
}

extension Capture.Search {
    /// The searched part, for messages.
    fileprivate func place(in response: StepResponse) -> String {
        switch subject {
        case .body: response.bodyName
        case .url: "the URL"
        case .source(.header(let name)): "the header `\(name.written)`"
        case .source(.cookie(let name)): "the cookie `\(name.written)`"
        case .source(.path(_, let written)), .source(.events(_, let written)): "`\(written)`"
        case .source(.expression(let expression)): "`\(expression.text)`"
        case .source(.xpath(let query)): "`\(query.path.text)`"
        case .source(.search(let inner)): "`\(inner.pattern.written)`"
        }
    }
}
