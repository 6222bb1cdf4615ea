import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonSources
import BatonValues
import BatonWorkflow
import BatonYAML

/// Reads an entry of `inputs`; the caller decides the slot of its value.
///
/// `InputFit` and `ArgumentReader` hold what a caller passes against it: for calls of endpoints and of workflows, and for
/// needs. `VariableCycles` finds variables that need each other's values.
struct InputReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    /// The input; nil for a name that no variable may have.
    func input(_ entry: YAMLEntry) -> Workflow.Input? {
        guard Scope.mayDeclare(entry.keyText, at: entry.keyRange, sink) else { return nil }
        var type: String?
        var defaultValue: JSONValue?
        var isRequired: Bool?
        var isSecret = false
        for item in MapReader(sink: sink).entries(of: entry.value, as: Language.Input.map) {
            switch item.key {
            case Language.Input.type: type = item.value.scalar?.text
            case Language.Input.default:
                defaultValue = templates.template(item.value).literalValue
                if defaultValue == nil { sink.report(.computedDefault(entry.keyText, at: item.value.range)) }
            case Language.Input.required: isRequired = item.value.bool
            case Language.Input.secret: isSecret = item.value.bool ?? false
            default: break
            }
        }
        if let defaultValue, let type, !defaultValue.isNull, !defaultValue.isOf(type),
            let node = entry.value["default"]
        {
            sink.report(.defaultDoesNotFit(type, ValueText.json(defaultValue), at: node.range))
        }
        return Workflow.Input(
            name: entry.keyText, slot: 0, type: type, defaultValue: defaultValue,
            isRequired: isRequired ?? (defaultValue == nil), isSecret: isSecret, range: entry.keyRange)
    }

    static func type(named name: String?) -> CELType {
        switch name {
        case "string": .string
        case "integer": .int
        case "number": .double
        case "boolean": .bool
        case "array": .anyList
        case "object": .anyMap
        default: .dyn
        }
    }
}

/// Checks a value against the type of its input when the file is loaded.
struct InputFit {
    let sink: DiagnosticSink

    func check(_ template: Template, _ input: Workflow.Input, at range: SourceRange) {
        guard let type = input.type else { return }
        if case .literal(let value) = template {
            guard !value.isNull, !value.isOf(type) else { return }
            sink.report(
                .inputOfWrongType(
                    input.name, wanted: type, got: ValueText.json(value), at: range, input: input.range,
                    help: Self.help(value, wanted: type)))
        } else if !template.type.mayBe(InputReader.type(named: type)) {
            sink.report(
                .inputOfWrongType(
                    input.name, wanted: type, got: template.type.description, at: range, input: input.range,
                    help: Self.help(template, wanted: type)))
        }
    }

    /// The advice for a literal that only lacks quotes, or has them without need.
    private static func help(_ value: JSONValue, wanted type: String) -> Message? {
        switch (value, type) {
        case (.number, "string"), (.bool, "string"): "write `\"\(ValueText.json(value))\"`"
        case (.string(let text), "integer"), (.string(let text), "number"):
            JSONNumber(text: text).map(JSONValue.number)?.isOf(type) == true
                || type == "number" && JSONNumber(text: text) != nil
                ? "write `\(text)` without quotes" : nil
        case (.string("true"), "boolean"), (.string("false"), "boolean"): "write it without quotes"
        default: nil
        }
    }

    /// The advice for an expression whose value is easily converted.
    private static func help(_ template: Template, wanted type: String) -> Message? {
        guard case .expression(let expression) = template, expression.text.utf8.count <= 80 else { return nil }
        let text = expression.text
        return switch (type, expression.program.resultType) {
        case ("string", .int), ("string", .uint), ("string", .double), ("string", .bool): "write `$(string(\(text)))`"
        case ("integer", .string), ("integer", .double): "write `$(int(\(text)))`"
        case ("number", .string): "write `$(double(\(text)))`"
        case ("boolean", .string): "write `$(\(text) == \"true\")`"
        default: nil
        }
    }
}

extension Diagnostic {
    static func defaultDoesNotFit(
        _ wanted: String, _ got: String, at range: SourceRange, help: Message? = nil
    ) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "the default must be \(wanted), this is \(got)", at: range, help: help)
    }

    static func inputOfWrongType(
        _ name: String, wanted: String, got: String, at range: SourceRange, input: SourceRange, help: Message?
    ) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-input", "the input `\(name)` wants \(Wording.article(wanted)), this is \(got)", at: range,
            notes: [Note("it is declared here", at: input)], help: help)
    }

    static func missingInput(
        _ name: String, of call: String, at range: SourceRange, input: SourceRange
    ) -> Diagnostic {
        Diagnostic(
            "api.missing-input", "`\(call)` needs the input `\(name)`", at: range,
            notes: [Note("it is declared here", at: input)], help: "write `with: { \(name): … }`")
    }

    static func unknownType(_ name: String, at range: SourceRange) -> Diagnostic {
        let nearest = Spelling.nearest(to: name, in: Language.typeNames)
        return Diagnostic(
            "workflow.wrong-value", "`\(name)` is no type", at: range,
            help: nearest.map { "did you mean `\($0)`?" }
                ?? "the types are " + Language.typeNames.map { "`\($0)`" }.joined(separator: ", "))
    }
}
