import BatonDiagnostics
package import BatonJSON
package import BatonYAML

extension YAMLNode {
    var isNull: Bool {
        if case .null? = scalar?.value { true } else { false }
    }

    var bool: Bool? {
        if case .bool(let flag)? = scalar?.value { flag } else { nil }
    }

    /// What a diagnostic calls it: "this is a list".
    var kindName: String {
        switch kind {
        case .mapping: "a map"
        case .sequence: "a list"
        case .scalar(let scalar):
            switch scalar.value {
            case .null: "null"
            case .bool: "a boolean"
            case .number: "a number"
            case .string: "a text"
            }
        }
    }
}

extension YAMLScalar {
    /// The scalar as JSON; a number keeps the digits as written.
    var json: JSONValue {
        switch value {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .number: JSONNumber(text: text).map(JSONValue.number) ?? .string(text)
        case .string: .string(text)
        }
    }
}

extension YAMLEntry {
    /// The value, where no expression is in it: what `env.vars` shows of an environment's variables.
    package var literalValue: JSONValue? {
        let sink = DiagnosticSink()
        let scope = Scope(secrets: [], environmentVariables: [], isProject: true)
        let literal = TemplateReader(scope: scope, sink: sink).template(value).literalValue
        return sink.hasErrors ? nil : literal
    }
}
