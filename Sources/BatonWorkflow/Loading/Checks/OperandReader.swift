import BatonDiagnostics
import BatonJSON
import BatonRegex
import BatonYAML

/// Reads what stands behind one operator, and refuses what could never hold or always does.
struct OperandReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    /// A number, or a text that is meant as one: `gt: abc` without quotes is a slip.
    func order(_ entry: MapReader.Entry, _ type: SubjectType) -> Check.Operand? {
        let node = entry.value
        let template = templates.template(node)
        guard let value = template.literalValue else {
            if case .list = template { return wrong("a number or a text", entry) }
            if case .map = template { return wrong("a number or a text", entry) }
            return .value(template)
        }
        switch value {
        case .number: break
        case .string(let text):
            guard type.mayBe(.string) else {
                sink.report(.wantsNumber(entry.name, type, node))
                return nil
            }
            let isDate = ValueFormat.date.accepts(text) || ValueFormat.datetime.accepts(text)
            if node.style == .plain, !isDate {
                sink.report(.unquotedOrder(entry.name, text, at: node.range))
                return nil
            }
        case .null, .bool, .array, .object: return wrong("a number or a text", entry)
        }
        return .value(template)
    }

    private func wrong(_ wanted: String, _ entry: MapReader.Entry) -> Check.Operand? {
        sink.report(.wrongType(wanted: wanted, what: "`\(entry.name)`", node: entry.value))
        return nil
    }

    /// `in: $(list)`; refused where the type of the expression is known and is no list.
    func computedList(_ entry: MapReader.Entry) -> Check.Operand? {
        guard let expression = templates.wholeExpression(entry.value) else { return nil }
        let type = expression.program.resultType
        guard type.mayBeList else {
            sink.report(
                Diagnostic(
                    "workflow.wrong-type", "`\(entry.name)` wants a list, `\(expression.text)` is \(type.description)",
                    at: expression.range, help: "write `\(entry.name): [$(\(expression.text))]`"))
            return nil
        }
        return .value(.expression(expression))
    }

    func pattern(_ node: YAMLNode) -> Check.Operand? {
        let text = templates.text(node)
        guard let literal = text.literal else { return .pattern(.template(text)) }
        do {
            return .pattern(.pattern(try Pattern(literal), written: literal))
        } catch {
            sink.report(.invalidPattern(error, in: node))
            return nil
        }
    }

    func length(_ entry: MapReader.Entry, _ reader: OperatorReader) -> Check.Operand? {
        let node = entry.value
        let type = SubjectType.wholeNumber("a length")
        if node.items != nil { return wrong("a whole number or operators", entry) }
        return reader.test(node, of: entry.name, type).map { .test($0) }
    }

    func existence(_ entry: MapReader.Entry, _ type: SubjectType) -> Check.Operand? {
        let wanted = entry.value.bool ?? true
        if type.isAlwaysThere || type.types == .boolean {
            sink.report(.existsAlways(type, wanted: wanted, at: entry.range))
            return nil
        }
        return .flag(wanted)
    }

    func types(_ entry: MapReader.Entry, _ type: SubjectType) -> Check.Operand? {
        let nodes = entry.value.itemsOrItself
        var names: [String] = []
        for item in nodes {
            guard let scalar = item.scalar else { return wrong("the name of a type, or a list of them", entry) }
            guard Language.typeNames.contains(scalar.text) else {
                sink.report(.unknownType(scalar.text, at: item.range))
                return nil
            }
            names.append(scalar.text)
        }
        if names.isEmpty {
            sink.report(.checksNothing("`type: []`", at: entry.value.range, help: "write at least one type"))
            return nil
        }
        if let types = type.types, let wanted = ValueTypes(words: names), types.isDisjoint(with: wanted) {
            sink.report(.neverOfType(names, type, at: entry.value.range))
            return nil
        }
        return .types(names)
    }

    func formats(_ node: YAMLNode) -> Check.Operand? {
        var formats: [ValueFormat] = []
        for item in node.itemsOrItself {
            guard let format = item.scalar.flatMap({ ValueFormat(rawValue: $0.text) }) else {
                sink.report(.unknownFormat(item))
                return nil
            }
            formats.append(format)
        }
        if formats.isEmpty {
            sink.report(.checksNothing("`is: []`", at: node.range, help: "write at least one format"))
            return nil
        }
        return .formats(formats)
    }

    func sorting(_ node: YAMLNode) -> Check.Operand? {
        switch node.scalar?.text {
        case "asc": return .ascending(true)
        case "desc": return .ascending(false)
        default:
            sink.report(.unknownSortOrder(node))
            return nil
        }
    }

    func closeness(_ node: YAMLNode) -> Check.Operand? {
        var value: Template?
        var tolerance: Template?
        let entries = MapReader(sink: sink).entries(of: node, as: Language.closeTo)
        for entry in entries {
            let template = templates.template(entry.value)
            if let literal = template.literalValue {
                guard case .number(let number) = literal else { return wrong("a number", entry) }
                if entry.word == .tolerance, number < JSONNumber(0) {
                    sink.report(.negativeTolerance(at: entry.value.range))
                    return nil
                }
            }
            if entry.word == .value { value = template } else { tolerance = template }
        }
        guard let value, let tolerance else {
            // What is unknown there has been reported, and may well be the missing one.
            if entries.count == node.entries?.count {
                sink.report(.incompleteCloseTo(value == nil ? "value" : "tolerance", at: node.range))
            }
            return nil
        }
        return .closeTo(value: value, tolerance: tolerance)
    }
}
