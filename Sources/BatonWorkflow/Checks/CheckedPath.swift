import BatonDiagnostics
import BatonYAML

/// The path that a map of operators belongs to.
struct CheckedPath {
    /// As the file names it: `$.rows`.
    let path: String
    /// Whether the path leads to several values.
    let hasElements: Bool

    /// Nil for anything but a path.
    init?(_ what: String, _ type: SubjectType) {
        guard what.hasPrefix("$") else { return nil }
        path = what
        hasElements = type.hasElements
    }

    /// The advice for a word in place of an operator that is most likely a member; nil where only the whole object can
    /// be meant.
    func help(member name: String, _ value: YAMLNode) -> String? {
        guard Self.isMember(name, value), !name.contains(where: \.isWhitespace) else { return nil }
        let operators = Self.isCheck(value)
        guard operators || value.entries == nil else { return nil }
        let shown = ValuedWord.shown(value)
        let member = "\(path)\(ForeignPath.jsonPath(name).dropFirst())"
        let help = "a member is checked by its path: `\(member): \(hasElements ? "{ each: \(shown) }" : shown)`"
        return operators || hasElements ? help : "\(help); the whole object by `{ eq: { \(name): … } }`"
    }

    /// Whether a word in place of an operator is most likely a member: it is like no operator of Baton or of another
    /// tool.
    static func isMember(_ name: String, _ value: YAMLNode) -> Bool {
        !name.isEmpty && !name.hasPrefix("$") && Language.operators[name] == nil
            && ValuedWord.help(name, value, in: Language.operators) == nil
            && Diagnostic.advice(for: name, in: Language.operators) == nil
    }

    /// Whether a value is a map of operators.
    private static func isCheck(_ value: YAMLNode) -> Bool {
        guard let entries = value.entries, !entries.isEmpty else { return false }
        return entries.allSatisfy { Language.operators[$0.keyText] != nil }
    }
}
