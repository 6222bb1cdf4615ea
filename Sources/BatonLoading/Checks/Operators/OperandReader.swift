import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonRegex
import BatonValues
import BatonYAML

/// Reads the operand of an operator by the form that the operator declares.
struct OperandReader {
    let entry: MapReader.Entry
    /// The values that the operator is applied to.
    let domain: Domain
    /// Reads the operators that stand below this one.
    let reader: OperatorReader

    private var node: YAMLNode { entry.value }
    private var name: String { entry.name }
    private var templates: TemplateReader { reader.templates }

    /// The operator with its operand; nil after a report.
    func read(_ form: OperandForm) -> (any CheckOperator)? {
        switch form {
        case .flag(let make): make(node.bool ?? true)
        case .value(let make): make(templates.comparedValue(node))
        case .numberOrText(let make): numberOrText().map(make)
        case .list(let make): (node.items == nil ? computedList() : templates.comparedValue(node)).map(make)
        case .text(let make): make(templates.text(node))
        case .pattern(let make): pattern().map(make)
        case .types(let make): types().map(make)
        case .formats(let make): formats().map(make)
        case .direction(let make): direction().map(make)
        case .closeness(let make): closeness().map(make)
        case .schema(let make): SchemaReader(templates: templates).schema(node).map(make)
        case .testOfElements(let make): test(.any).map(make)
        case .testOfLength(let make): testOfLength().map(make)
        case .negatedTest(let make): test(domain, isNegated: true).map(make)
        }
    }

    /// The expression of `in: $(list)`; reports an expression whose type is known and not a list.
    func computedList() -> Template? {
        guard let expression = templates.wholeExpression(node) else { return nil }
        let type = expression.program.resultType
        guard type.mayBeList else {
            return report(
                Diagnostic(
                    "workflow.wrong-type", "`\(name)` wants a list, `\(expression.text)` is \(type.description)",
                    at: expression.range, help: "write `\(name): [$(\(expression.text))]`"))
        }
        return .expression(expression)
    }

    private func numberOrText() -> Template? {
        let template = templates.template(node)
        switch template {
        case .literal(.number), .literal(.string), .text, .expression: return template
        case .literal, .list, .map: return reportWrongType(wanted: "a number or a text")
        }
    }

    private func pattern() -> PatternTemplate? {
        let text = templates.text(node, for: .pattern)
        guard let literal = text.literal else { return .template(text) }
        do {
            return .pattern(try Pattern(literal), written: literal)
        } catch {
            return report(.invalidPattern(error, in: node))
        }
    }

    private func types() -> [String]? {
        var names: [String] = []
        for item in node.itemsOrItself {
            guard let scalar = item.scalar else {
                return reportWrongType(wanted: "the name of a type, or a list of them")
            }
            guard Language.typeNames.contains(scalar.text) else {
                return report(.unknownType(scalar.text, at: item.range))
            }
            names.append(scalar.text)
        }
        return names
    }

    private func formats() -> [ValueFormat]? {
        var formats: [ValueFormat] = []
        for item in node.itemsOrItself {
            guard let format = item.scalar.flatMap({ ValueFormat(rawValue: $0.text) }) else {
                return report(.unknownFormat(item))
            }
            formats.append(format)
        }
        if formats.isEmpty {
            return report(
                .cannotHold("`is: []` names no format, so no text meets it", at: node.range, help: "write `is: uuid`"))
        }
        return formats
    }

    private func direction() -> Bool? {
        switch node.scalar?.text {
        case "asc": true
        case "desc": false
        default: report(.unknownSortOrder(node))
        }
    }

    private func closeness() -> (Template, Template)? {
        var center: Template?
        var tolerance: Template?
        let entries = MapReader(sink: reader.sink).entries(of: node, as: Language.CloseTo.map)
        for entry in entries {
            let template = templates.template(entry.value)
            if let literal = template.literalValue {
                guard case .number(let number) = literal else {
                    return report(.wrongType(wanted: "a number", what: "`\(entry.name)`", node: entry.value))
                }
                if entry.key == Language.CloseTo.tolerance, number < JSONNumber(0) {
                    return report(.negativeTolerance(at: entry.value.range))
                }
            }
            if entry.key == Language.CloseTo.value { center = template } else { tolerance = template }
        }
        guard let center, let tolerance else {
            // An unknown key has been reported; it may be the missing key, misspelt.
            guard entries.count == node.entries?.count else { return nil }
            return report(.incompleteCloseTo(center == nil ? "value" : "tolerance", at: node.range))
        }
        return (center, tolerance)
    }

    private func testOfLength() -> Check.Test? {
        if node.items != nil { return reportWrongType(wanted: "a whole number or operators") }
        return test(.length)
    }

    /// The operators below this one, or a value that stands for equality.
    ///
    /// - Parameter isNegated: whether each operator is tested on its own, as below `not`.
    private func test(_ domain: Domain, isNegated: Bool = false) -> Check.Test? {
        reader.test(node, of: name, domain, isNegated: isNegated)
    }

    /// Reports a mistake in the operand, and returns nil.
    private func report<Operand>(_ diagnostic: Diagnostic) -> Operand? {
        reader.sink.report(diagnostic)
        return nil
    }

    private func reportWrongType<Operand>(wanted: String) -> Operand? {
        report(
            .wrongType(
                wanted: wanted, what: "`\(name)`", node: node,
                help: OperatorWord[name].map { "write `\($0.key.example)`" }))
    }
}

extension Diagnostic {
    fileprivate static func unknownFormat(_ node: YAMLNode) -> Diagnostic {
        let known = ValueFormat.allCases.map(\.rawValue)
        let text = node.scalar?.text ?? node.kindName
        return Diagnostic(
            "workflow.wrong-value", "`\(text)` is no format", at: node.range,
            help: Spelling.nearest(to: text, in: known).map { "did you mean `\($0)`?" }
                ?? "the formats are " + known.map { "`\($0)`" }.joined(separator: ", "))
    }

    fileprivate static func unknownSortOrder(_ node: YAMLNode) -> Diagnostic {
        let text = node.scalar?.text ?? node.kindName
        return Diagnostic(
            "workflow.wrong-value", "`\(text)` is no order", at: node.range,
            help: "write `asc` for rising values, `desc` for falling ones")
    }

    fileprivate static func incompleteCloseTo(_ missing: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.missing-key", "`close_to` needs a `\(missing)`", at: range,
            help: "write `close_to: { value: 9.99, tolerance: 0.01 }`")
    }

    fileprivate static func negativeTolerance(at range: SourceRange) -> Diagnostic {
        .cannotHold("a negative `tolerance` is never met", at: range, help: "write how far away the value may be")
    }
}
