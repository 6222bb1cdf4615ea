import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonValues
import BatonYAML

extension Diagnostic {
    static func unknownKey(_ name: String, in map: Language.Map, at range: SourceRange) -> Diagnostic {
        let isOperator = map == Language.operators
        return Diagnostic(
            isOperator ? "workflow.unknown-operator" : "workflow.unknown-key",
            "unknown \(isOperator ? "operator" : "key") `\(name)` in \(map.title)", at: range,
            help: Advice.help(name, in: map.title).map(Message.init(text:)) ?? nearest(to: name, in: map)
                ?? map.contents)
    }

    /// Of one or two letters, one that differs is no typing error: `id` is not `in`.
    private static func nearest(to name: String, in map: Language.Map) -> Message? {
        guard name.count > 2 else { return nil }
        return Spelling.nearest(to: name, in: map.keys.map(\.name)).map { "did you mean `\($0)`?" }
    }

    /// A value of the wrong form behind a key of the language.
    ///
    /// - Parameter wanted: the form that is wanted in words; that of the key's shape unless given.
    static func wrongType(_ key: Language.Key, wanted: String? = nil, _ node: YAMLNode) -> Diagnostic {
        if let finding = missingSpace(key, node) { return finding }
        let example =
            key.shape == .boolean ? "`\(key.name): true` or `\(key.name): false`" : "`\(key.example)`"
        return wrongType(
            wanted: wanted ?? key.shape.description, what: "`\(key.name)`", node: node, help: "write \(example)")
    }

    /// `timeout:5s` in place of a map; the word before the colon must be a key that the map knows, or any may stand there.
    private static func missingSpace(_ key: Language.Key, _ node: YAMLNode) -> Diagnostic? {
        guard key.shape == .map || key.shape == .mapOrExpression, let finding = node.missingSpace else { return nil }
        guard case .one(let map)? = key.content(), map.openKeys.isEmpty else { return finding }
        return map[String((node.scalar?.text ?? "").prefix { $0 != ":" })] == nil ? nil : finding
    }

    static func wrongType(wanted: String, what: String, node: YAMLNode, help: Message? = nil) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-type", "\(what) wants \(wanted), this is \(node.kindName)", at: node.range, help: help)
    }

    /// A map of the language that is none.
    static func noMap(_ map: Language.Map, _ node: YAMLNode) -> Diagnostic {
        node.missingSpace
            ?? wrongType(
                wanted: "a map", what: map.title, node: node,
                help: map.keys.first.map { "write a map, such as `\($0.example)`" })
    }

    static func noParameter(_ name: String, _ node: YAMLNode) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-type",
            "`\(name)` wants a text, a number or a list of these, this is \(node.isMapping ? "a map" : "a list of other things")",
            at: node.range, help: "write each value on its own; a body in `json` may hold maps, lists and null")
    }

    static let emptyValueCode = "yaml.empty-value"

    /// Reports a key without a value. The YAML reader, which does not know the language, reports less.
    static func emptyValue(_ name: String, at range: SourceRange, help: Message) -> Diagnostic {
        Diagnostic(emptyValueCode, "`\(name)` has no value", at: range, help: help)
    }

    /// Reports the name of a check without one: a path, a header, a cookie, an XPath.
    static func emptyCheck(_ name: String, at range: SourceRange) -> Diagnostic {
        emptyValue(name, at: range, help: "write what it must be, or an operator: `\(name): { exists: true }`")
    }

    /// Reports a header, a field or a parameter without a value.
    static func emptyParameter(_ name: String, at range: SourceRange) -> Diagnostic {
        emptyValue(name, at: range, help: "for an empty text write `\(name): \"\"`")
    }

    static func checksNothing(_ what: String, at range: SourceRange, help: Message) -> Diagnostic {
        Diagnostic("workflow.checks-nothing", "\(what) checks nothing", at: range, help: help)
    }
}

extension Language.Map {
    /// What may stand in the map, for the message about an unknown key.
    fileprivate var contents: Message {
        let words = keys.prefix(24).map { "`\($0.name)`" }.joined(separator: " ")
        let more = keys.count > 24 ? " …" : ""
        return Message(text: "\(title) may hold \(words)\(more)\(note.map { "; \($0)" } ?? "")")
    }
}
