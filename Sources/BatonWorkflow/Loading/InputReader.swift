import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonYAML

/// Reads an entry of `inputs`; where its value is kept is the caller's to decide.
struct InputReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    /// Nil for a name that no variable may have.
    func input(_ entry: YAMLEntry) -> Workflow.Input? {
        guard Scope.mayDeclare(entry.keyText, at: entry.keyRange, sink) else { return nil }
        var type: String?
        var defaultValue: JSONValue?
        var isRequired: Bool?
        var isSecret = false
        for item in MapReader(sink: sink).entries(of: entry.value, as: Language.Input.map) {
            switch item.key {
            case Language.Input.type:
                let name = item.value.scalar?.text ?? ""
                if Language.typeNames.contains(name) {
                    type = name
                } else {
                    sink.report(.unknownType(name, at: item.value.range))
                }
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
            sink.report(.defaultDoesNotFit(type, Shown.json(defaultValue), at: node.range))
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

extension JSONValue {
    /// Whether it is of a type of `Language.typeNames`.
    package func isOf(_ type: String) -> Bool {
        switch (self, type) {
        case (.number(let number), "integer"): number.isInteger
        default: typeName == type
        }
    }
}
