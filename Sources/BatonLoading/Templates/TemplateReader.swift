import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonRegex
import BatonValues
import BatonYAML

/// Turns YAML values into templates. YAML is parsed first, so that a computed value cannot change the structure of a
/// file.
///
/// The readers of paths, XPaths and namespaces stand beside it, because every map may hold them.
final class TemplateReader {
    let scope: Scope
    let sink: DiagnosticSink
    /// Where the expressions stand.
    let position: Scope.Position

    init(scope: Scope, sink: DiagnosticSink, position: Scope.Position = Scope.Position()) {
        self.scope = scope
        self.sink = sink
        self.position = position
    }

    /// The reader of what stands at another position.
    func at(_ change: (inout Scope.Position) -> Void) -> TemplateReader {
        var position = position
        change(&position)
        return TemplateReader(scope: scope, sink: sink, position: position)
    }

    /// The reader of what is said of a response.
    private(set) lazy var ofResponse = at { $0.part = .response }

    /// The template of a value of any shape; a value without `$(…)` becomes one literal.
    func template(_ node: YAMLNode) -> Template {
        if let scalar = node.scalar { return template(scalar, node) }
        if let entries = node.entries {
            var members: [Template.Member] = []
            members.reserveCapacity(entries.count)
            for entry in entries {
                members.append(Template.Member(key: text(ofKey: entry), value: template(entry.value)))
            }
            return foldMap(members)
        }
        let templates = (node.items ?? []).map { template($0) }
        let values = templates.compactMap(\.literalValue)
        return values.count == templates.count ? .literal(.array(values)) : .list(templates)
    }

    private func template(_ scalar: YAMLScalar, _ node: YAMLNode) -> Template {
        guard scalar.mayHoldExpression else {
            if scalar.withContents({ $0.contains(UInt8(ascii: "{")) }) { reportMarkers(in: scalar.text, node) }
            warnOfYAMLWord(scalar, node)
            return .literal(scalar.json)
        }
        let written = scalar.text
        if let name = CELTemplate.soleName(in: written) {
            return .expression(value(name, 2, TextPlace(node: node)))
        }
        let pieces = pieces(of: written, node)
        if pieces.count == 1, case .expression(let expression) = pieces[0] { return .expression(expression) }
        let text = TextTemplate(pieces: pieces, written: written, range: node.range)
        return text.literal.map { .literal(.string($0)) } ?? .text(text)
    }

    /// What a text is for, as far as it changes how mistakes in it are told.
    enum Use {
        case any
        /// The key of an entry: `$top` of OData is the name of a parameter.
        case key
        /// In a URL single braces are a template of another tool too.
        case url
        /// The caller reports templates of other tools with the place of any other value.
        case xpath
        /// An argument of a program: `$(date)` is a program to a shell.
        case argument
        /// A regular expression: `$(` may be the end of a text before a group.
        case pattern

        /// Whether a template of another tool gets a warning from the reading of the text.
        var isWarned: Bool { self != .xpath }

        /// How `$(` is written where no expression is meant.
        var literalHelp: String? {
            switch self {
            case .any, .key, .url, .xpath: nil
            case .argument: "where a shell shall read it, write `$$(`"
            case .pattern: "where `$` is the end of the text and `(` begins a group, write `$$(`"
            }
        }
    }

    /// A scalar as text; a number or boolean gives its characters.
    func text(_ node: YAMLNode) -> TextTemplate { text(node, for: .any) }

    func text(_ node: YAMLNode, for use: Use) -> TextTemplate {
        guard let scalar = node.scalar else {
            return TextTemplate(written: "", range: node.range)
        }
        let written = scalar.text
        guard scalar.mayHoldExpression else {
            if use.isWarned { reportMarkers(in: written, node, for: use) }
            return TextTemplate(written: written, range: node.range)
        }
        return TextTemplate(pieces: pieces(of: written, node, for: use), written: written, range: node.range)
    }

    /// A key as text.
    func text(ofKey entry: YAMLEntry) -> TextTemplate {
        text(entry.key, for: .key)
    }

    /// Reads a map of names to values, or one expression that yields it.
    func map(_ node: YAMLNode) -> MapTemplate {
        guard let entries = node.entries else {
            if let expression = wholeExpression(node) { return .expression(expression) }
            sink.report(.wrongType(wanted: "a map or one `$(…)`", what: "this", node: node))
            return .entries([])
        }
        return .entries(
            entries.map { entry in
                MapTemplate.Entry(
                    key: text(ofKey: entry), value: template(entry.value),
                    range: entry.range)
            })
    }

    /// Reads a map of names to values that can be sent as text; other values are reported.
    func parameters(_ node: YAMLNode) -> MapTemplate {
        let map = map(node)
        guard let entries = node.entries, case .entries(let read) = map else { return map }
        for (entry, template) in zip(entries, read) {
            if entry.value.isLeftOut {
                sink.report(
                    .emptyParameter(entry.keyText, at: entry.keyRange))
                continue
            }
            if !template.value.mayBeParameter { sink.report(.noParameter(entry.keyText, entry.value)) }
        }
        return map
    }

    func duration(_ node: YAMLNode) -> DurationTemplate {
        guard let scalar = node.scalar else {
            sink.report(.wrongType(wanted: Language.Shape.duration.description, what: "this", node: node))
            return .literal(0)
        }
        if scalar.mayHoldExpression {
            let text = text(node)
            return text.soleExpression.map { .expression($0) } ?? .text(text)
        }
        guard let microseconds = DurationText.microseconds(scalar.text) else {
            sink.report(.invalidDuration(scalar.text, at: node.range))
            return .literal(0)
        }
        return .literal(microseconds)
    }

    /// A maximum duration, which must be above zero.
    func limit(_ node: YAMLNode) -> DurationTemplate {
        let duration = duration(node)
        if case .literal(0) = duration, DurationText.microseconds(node.scalar?.text ?? "") == 0 {
            sink.report(.noTime(at: node.range))
        }
        return duration
    }

    /// A bare expression, or one that is written as a whole `$(…)`.
    func condition(_ node: YAMLNode) -> Expression? {
        guard let scalar = node.scalar else {
            sink.report(.wrongType(wanted: "an expression", what: "this", node: node))
            return nil
        }
        return condition(scalar.text, at: TextPlace(node: node))
    }

    /// Reads one condition, a list of conditions, or a block scalar with one condition per line.
    func conditions(_ node: YAMLNode, of what: String) -> [Expression] {
        var found: [Expression] = []
        if let items = node.items {
            found = items.compactMap { condition($0) }
            if items.isEmpty {
                sink.report(.checksNothing(what, at: node.range, help: "write at least one condition"))
            }
        } else if let scalar = node.scalar, node.style == .literal {
            let place = TextPlace(node: node)
            var offset = 0
            var isEmpty = true
            for line in scalar.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                let read = ConditionLine(line)
                if !read.condition.isEmpty {
                    isEmpty = false
                    condition(read.condition, at: place.dropping(offset + read.offset)).map { found.append($0) }
                }
                offset += line.count + 1
            }
            if isEmpty {
                sink.report(.checksNothing(what, at: node.range, help: "write at least one condition"))
            }
        } else {
            condition(node).map { found.append($0) }
        }
        return found
    }

    private func condition(_ text: String, at place: TextPlace) -> Expression? {
        let expression: Expression?
        if text.hasPrefix("$("),
            let sole = CELTemplate.parse(text).soleExpression
        {
            expression = compile(
                sole.text, place.dropping(sole.range.lowerBound), into: sink, isCondition: true)
        } else {
            expression = compile(text, place, into: sink, isCondition: true)
        }
        if let expression, !expression.program.resultType.mayBeBoolean {
            sink.report(
                Diagnostic(
                    "expression.wrong-type",
                    "a condition must be true or false, `\(expression.text)` is \(expression.program.resultType.description)",
                    at: expression.range, help: "compare it with something: `\(expression.text) == …`"))
        }
        return expression
    }

    /// The expression of a scalar that is exactly one `$(…)`.
    func wholeExpression(_ node: YAMLNode) -> Expression? {
        guard let scalar = node.scalar, scalar.mayHoldExpression else { return nil }
        let written = scalar.text
        if let name = CELTemplate.soleName(in: written) { return value(name, 2, TextPlace(node: node)) }
        let pieces = pieces(of: written, node)
        guard pieces.count == 1, case .expression(let expression) = pieces[0] else { return nil }
        return expression
    }

    /// - Parameters:
    ///   - written: the text of the node.
    ///   - use: as for `text`.
    private func pieces(of written: String, _ node: YAMLNode, for use: Use = .any) -> [TextTemplate.Piece] {
        if let name = CELTemplate.soleName(in: written) {
            return [.expression(value(name, 2, TextPlace(node: node), for: use))]
        }
        let place = TextPlace(node: node)
        var pieces: [TextTemplate.Piece] = []
        let template = CELTemplate.parse(written)
        for diagnostic in template.diagnostics { sink.report(Diagnostic(diagnostic, place)) }
        warnOfBracket(template, place)
        for segment in template.segments {
            switch segment {
            case .literal(let text, let range):
                if use.isWarned { reportMarkers(in: written, node, range, for: use) }
                pieces.append(.literal(text))
            case .expression(let text, let range):
                pieces.append(.expression(value(text, range.lowerBound, place, for: use)))
            }
        }
        return pieces
    }

    /// Warns of a bracket after an expression that is text and looks like a mistake: the last one in `$(sha256("a")))`.
    private func warnOfBracket(_ template: CELTemplate, _ place: TextPlace) {
        var depth = 0
        var isBehind = false
        for segment in template.segments {
            guard case .literal(let text, let range) = segment else {
                isBehind = true
                continue
            }
            if isBehind, depth == 0, text.hasPrefix(")") {
                sink.report(
                    Diagnostic(
                        .warning, "expression.syntax", "this `)` behind `$(…)` is text, and nothing opens it",
                        at: place.range(range.lowerBound..<range.lowerBound + 1),
                        help: "take it out; where it is meant, write `$(\")\")`"))
            }
            isBehind = false
            for byte in text.utf8 {
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")"), depth > 0 { depth -= 1 }
            }
        }
    }

    /// The expression of a `$(…)`; one with mistakes, which are reported, stands for an unknown value.
    private func value(_ text: String, _ offset: Int, _ place: TextPlace, for use: Use = .any) -> Expression {
        let place = place.dropping(offset)
        func mistaken() -> Expression { Expression(program: .mistaken(text), place: place) }
        guard let advice = use.literalHelp else { return compile(text, place, into: sink) ?? mistaken() }
        let mistakes = DiagnosticSink()
        let expression = compile(text, place, into: mistakes)
        for (number, mistake) in mistakes.diagnostics.enumerated() {
            sink.report(number == 0 ? mistake.advising(Message(text: advice)) : mistake)
        }
        return expression ?? mistaken()
    }

    private func compile(
        _ text: String, _ place: TextPlace, into sink: DiagnosticSink, isCondition: Bool = false
    ) -> Expression? {
        reportTemplatesInLiterals(of: text, at: place, isCondition: isCondition)
        return scope.compile(text, at: place, in: position, into: sink)
    }

    private func foldMap(_ members: [Template.Member]) -> Template {
        var object = JSONObject()
        for member in members {
            guard let key = member.key.literal, let value = member.value.literalValue else { return .map(members) }
            object.append(key, value)
        }
        return .literal(.object(object))
    }
}

extension Template {
    /// Whether the value may have a text form, or be a list of values with one.
    fileprivate var mayBeParameter: Bool {
        switch self {
        case .literal(let value): ParameterText.texts(of: value) != nil
        case .list(let items): items.allSatisfy(\.mayBeText)
        case .map: false
        case .text, .expression: true
        }
    }

    private var mayBeText: Bool {
        switch self {
        case .literal(let value): !value.isContainer && value != .null
        case .list, .map: false
        case .text, .expression: true
        }
    }
}

extension Diagnostic {
    /// A finding of the expression compiler, at its place in the file.
    init(_ diagnostic: CELDiagnostic, _ place: TextPlace) {
        self.init(
            diagnostic.code, Message(value: diagnostic.message), at: place.range(diagnostic.range),
            help: diagnostic.help.map { Message(value: $0) })
    }

    /// The same with one more advice.
    fileprivate func advising(_ advice: Message) -> Diagnostic {
        var diagnostic = self
        diagnostic.help = [help, advice].compactMap(\.self).joined(separator: "; ")
        return diagnostic
    }
}

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
