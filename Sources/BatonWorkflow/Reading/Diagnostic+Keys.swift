import BatonDiagnostics
import BatonText
import BatonYAML

extension Diagnostic {
    /// - Parameter value: what stands behind the key.
    static func unknownKey(
        _ name: String, in map: Language.Map, _ value: YAMLNode, at range: SourceRange
    ) -> Diagnostic {
        let isOperator = map == Language.operators
        let message = "unknown \(isOperator ? "operator" : "key") `\(name)` in \(map.title)"
        let help: String
        if let advice = ValuedWord.help(name, value, in: map) ?? advice(for: name, in: map) {
            help = advice
        } else if let guess = Misplaced.lastHelp(name, in: map) {
            help = guess
        } else {
            let words = map.keys.prefix(24).map { "`\($0.name)`" }.joined(separator: " ")
            help = "\(map.title) may hold \(words)\(map.keys.count > 24 ? " …" : "")"
        }
        return Diagnostic(
            isOperator ? "workflow.unknown-operator" : "workflow.unknown-key", message, at: range, help: help)
    }

    /// The advice for a word that is similar to one of the language or of another tool; nil for any other word.
    static func advice(for name: String, in map: Language.Map) -> String? {
        if let sentence = ForeignKeys.help(name, in: map) { return sentence }
        if let word = map.word(ofForeign: name) { return "here it is called `\(word)`" }
        if let place = Misplaced.help(name, in: map) { return place }
        if map == Language.operators {
            if let word = NegatedWord.help(name) ?? ProseWord.help(name) { return word }
            // Of two letters one that differs is no typing error: `id` is not `in`.
            if name.count < 3, map[name.lowercased()] == nil { return nil }
        }
        return Spelling.nearest(to: name, in: map.keys.map(\.name)).map { "did you mean `\($0)`?" }
    }

    static func wrongType(wanted: String, what: String, node: YAMLNode) -> Diagnostic {
        let isMap = wanted.hasPrefix(Language.Shape.map.description)
        if isMap, !ShapeHelp.isPasswordAuth(what), let finding = node.missingSpace { return finding }
        return Diagnostic(
            "workflow.wrong-type", "\(what) wants \(wanted), this is \(node.kindName)", at: node.range,
            help: ShapeHelp.flag(node, wanted: wanted) ?? ShapeHelp.help(for: node, as: what))
    }

    static func noParameter(_ name: String, _ node: YAMLNode) -> Diagnostic {
        let part = node.entries?.first?.keyText ?? "…"
        let isMap = node.isMapping
        return Diagnostic(
            "workflow.wrong-type",
            "`\(name)` wants a text, a number or a list of these, this is \(isMap ? "a map" : "a list of other things")",
            at: node.range,
            help: isMap
                ? "write each value on its own, named as the server reads it, such as `\"\(name)[\(part)]\"` or `\(name).\(part)`; a body in `json` may hold maps"
                : "take null, lists and maps out of the list; a body in `json` may hold them")
    }

    static let emptyValueCode = "yaml.empty-value"

    /// Reports a key of the language without a value. The YAML reader, which does not know the language, reports less.
    static func emptyValue(_ name: String, at range: SourceRange, help: String) -> Diagnostic {
        Diagnostic(emptyValueCode, "`\(name)` has no value", at: range, help: help)
    }

    static func checksNothing(_ what: String, at range: SourceRange, help: String) -> Diagnostic {
        Diagnostic("workflow.checks-nothing", "\(what) checks nothing", at: range, help: help)
    }
}

extension Language.Shape {
    /// The advice for a key without a value; nil where any value may be meant.
    var helpForNothing: String? {
        switch self {
        case .map, .mapOrExpression: "write what belongs to it below, indented deeper"
        case .list, .listOrExpression, .textList: "write its items below, each behind `- `"
        case .conditions, .expression: "write a condition behind the colon, for example `1 < 2`"
        case .text, .plainText, .duration, .boolean, .wholeNumber: "write \(description) behind the colon"
        case .any: nil
        }
    }
}
