import BatonDiagnostics
import BatonJSON
import BatonRegex
import BatonYAML

/// Reads `expect`: what stands there becomes checks, in the order written.
struct CheckReader {
    struct Result {
        var checks: [Check] = []
        var conditions: [Expression] = []
        var checksStatus = false
    }

    let templates: TemplateReader
    let sink: DiagnosticSink

    func expect(_ node: YAMLNode, as context: Language.Context = Language.expect) -> Result {
        var result = Result()
        if node.entries?.isEmpty == true {
            sink.report(
                .checksNothing(context.title, at: node.range, help: "leave it out, or write what the answer must be"))
        }
        let pathKey = Language.Key("$", .any, "A JSONPath into the body.")
        let isWhole = context.title == Language.expect.title
        let reader = MapReader(sink: sink)
        for entry in reader.entries(of: node, as: context, other: { isWhole && $0.hasPrefix("$") ? pathKey : nil }) {
            read(entry, into: &result)
        }
        return result
    }

    private func read(_ entry: MapReader.Entry, into result: inout Result) {
        let range = entry.keyRange.through(entry.value.range)
        func add(_ subject: Check.Subject, _ test: Check.Test?) {
            guard let test else { return }
            result.checks.append(Check(subject: subject, label: entry.name, test: test, range: range))
        }
        switch entry.name {
        case "status":
            result.checksStatus = true
            add(.status, StatusReader(tests: self, sink: sink).test(entry.value))
        case "headers", "cookies": readNamed(entry, into: &result)
        case "body": add(.body, test(entry.value, of: entry.name))
        case "size": add(.size, test(entry.value, of: entry.name))
        case "url": add(.url, test(entry.value, of: entry.name))
        case "http_version": add(.httpVersion, test(entry.value, of: entry.name))
        case "duration": add(.duration, durationTest(entry.value))
        case "that":
            result.conditions += templates.conditions(entry.value, of: "`that`")
        default:
            if let path = PathReader(templates: templates, sink: sink).path(entry.keyNode) {
                add(.path(path), test(entry.value, of: entry.name))
            }
        }
    }

    /// `headers` and `cookies`: names to checks.
    private func readNamed(_ entry: MapReader.Entry, into result: inout Result) {
        let entries = entry.value.entries ?? []
        if entries.isEmpty {
            sink.report(.checksNothing("`\(entry.name)`", at: entry.value.range, help: "write a name and its value"))
        }
        for item in entries {
            guard let test = test(item.value, of: "\(entry.name).\(item.keyText)") else { continue }
            let subject: Check.Subject =
                entry.name == "headers" ? .header(item.keyText) : cookie(item.keyText)
            result.checks.append(
                Check(
                    subject: subject, label: "\(entry.name).\(item.keyText)", test: test,
                    range: item.key.range.through(item.value.range)))
        }
    }

    /// `sid`, or `sid@path`: an attribute of the cookie.
    private func cookie(_ text: String) -> Check.Subject {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        return .cookie(name: String(parts[0]), attribute: parts.count > 1 ? String(parts[1]) : nil)
    }

    /// A scalar or a list means equality, a map is a set of operators.
    func test(_ node: YAMLNode, of what: String) -> Check.Test? {
        guard node.entries != nil else {
            if let finding = OperatorText.finding(node) {
                sink.report(finding)
                return nil
            }
            return .equals(templates.template(node))
        }
        let entries = MapReader(sink: sink).entries(of: node, as: Language.operators)
        if node.entries?.isEmpty == true {
            sink.report(
                .checksNothing(
                    "`\(what)`", at: node.range, help: "write a value, or an operator such as `{ exists: true }`"))
            return nil
        }
        let comparisons = entries.compactMap { comparison($0) }
        return comparisons.isEmpty ? nil : .operators(comparisons)
    }

    private func comparison(_ entry: MapReader.Entry) -> Check.Comparison? {
        guard let comparison = Operator(rawValue: entry.name) else { return nil }
        guard let operand = operand(of: comparison, entry) else { return nil }
        return Check.Comparison(
            comparison: comparison, operand: operand, range: entry.keyRange.through(entry.value.range))
    }

    private func operand(of comparison: Operator, _ entry: MapReader.Entry) -> Check.Operand? {
        let node = entry.value
        if let finding = EmptyOperand.finding(of: entry.name, node) {
            sink.report(finding)
            return nil
        }
        switch comparison {
        case .in, .notIn, .contains, .notContains:
            if node.items?.isEmpty == true {
                sink.report(
                    .checksNothing("`\(entry.name): []`", at: node.range, help: "write at least one value"))
                return nil
            }
            return .value(templates.template(node))
        case .matches, .notMatches:
            return pattern(node)
        case .length:
            if node.entries != nil { return test(node, of: entry.name).map { .nested($0) } }
            return .value(templates.template(node))
        case .empty, .exists:
            return .flag(node.bool ?? true)
        case .type:
            return types(node)
        case .eq, .ne, .gt, .gte, .lt, .lte, .startsWith, .endsWith:
            return .value(templates.template(node))
        }
    }

    private func pattern(_ node: YAMLNode) -> Check.Operand? {
        let text = templates.text(node)
        guard let literal = text.literal else { return .pattern(.template(text)) }
        do {
            return .pattern(.pattern(try Pattern(literal), written: literal))
        } catch {
            sink.report(.invalidPattern(error.message, at: node.range))
            return nil
        }
    }

    private func types(_ node: YAMLNode) -> Check.Operand? {
        let nodes = node.items ?? [node]
        var names: [String] = []
        for item in nodes {
            guard let scalar = item.scalar else {
                sink.report(.wrongType(wanted: "the name of a type, or a list of them", what: "`type`", node: item))
                return nil
            }
            guard Language.typeNames.contains(scalar.text) else {
                sink.report(.unknownType(scalar.text, at: item.range))
                return nil
            }
            names.append(scalar.text)
        }
        if names.isEmpty {
            sink.report(.checksNothing("`type: []`", at: node.range, help: "write at least one type"))
            return nil
        }
        return .types(names)
    }

    /// `duration: { lt: 500ms }`; a bare duration would be an equality that nobody means.
    private func durationTest(_ node: YAMLNode) -> Check.Test? {
        guard node.entries != nil else {
            sink.report(
                OperatorText.finding(node)
                    ?? Diagnostic(
                        "workflow.wrong-type", "`duration` wants an operator", at: node.range,
                        help: "write `duration: { lt: \(node.scalar?.text ?? "500ms") }`"))
            return nil
        }
        var comparisons: [Check.Comparison] = []
        for entry in MapReader(sink: sink).entries(of: node, as: Language.operators) {
            guard let comparison = Operator(rawValue: entry.name) else { continue }
            switch comparison {
            case .gt, .gte, .lt, .lte:
                comparisons.append(
                    Check.Comparison(
                        comparison: comparison, operand: .duration(templates.duration(entry.value)),
                        range: entry.keyRange.through(entry.value.range)))
            default:
                sink.report(
                    Diagnostic(
                        "workflow.operator-does-not-fit", "`\(entry.name)` does not fit a duration",
                        at: entry.keyRange, help: "use `lt`, `lte`, `gt` or `gte`"))
            }
        }
        if node.entries?.isEmpty == true {
            sink.report(.checksNothing("`duration`", at: node.range, help: "write `{ lt: 500ms }`"))
        }
        return comparisons.isEmpty ? nil : .operators(comparisons)
    }
}
