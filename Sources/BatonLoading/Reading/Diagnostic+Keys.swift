import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow
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

    /// A value that is none of the words of its key.
    static func wrongWord(_ key: Language.Key, _ node: YAMLNode) -> Diagnostic {
        let words = key.values?.words ?? []
        let listed = Language.list(words, "or")
        guard let text = node.scalar?.text, !node.isNull else {
            let hasMap = key.values?.takesMap ?? false
            return wrongType(key, wanted: hasMap ? "\(listed), or a map" : listed, node)
        }
        let help: Message? = Spelling.nearest(to: text, in: words).map { "did you mean `\($0)`?" }
        return words.count > 8
            ? Diagnostic(
                "workflow.wrong-value", "`\(key.name)` does not know `\(text)`", at: node.range,
                help: help ?? "it is \(listed)")
            : Diagnostic(
                "workflow.wrong-value", "`\(key.name)` is \(listed), not `\(text)`", at: node.range, help: help)
    }

    // MARK: - Rules of maps

    static func missingKeys(_ keys: [Language.Key], in map: Language.Map, _ node: YAMLNode) -> Diagnostic {
        Diagnostic(
            "workflow.missing-key", "\(map.title) has no \(Language.list(keys.map(\.name), "and no"))", at: node.range,
            help: "write \(Language.list(keys.map(\.example), "and"))")
    }

    /// A map that has none of several keys.
    static func missingKey(of keys: [Language.Key], in map: Language.Map, _ node: YAMLNode) -> Diagnostic {
        Diagnostic(
            "workflow.missing-key", "\(map.title) wants one of \(Language.list(keys.map(\.name), "and"))",
            at: node.range, help: keys.first.map { "write for example `\($0.example)`" })
    }

    static func exclusiveKeys(
        _ first: MapReader.Entry, _ second: MapReader.Entry, in map: Language.Map
    ) -> Diagnostic {
        Diagnostic(
            "workflow.exclusive-keys", "\(map.title) takes one of `\(first.name)` and `\(second.name)`, not both",
            at: second.keyRange, notes: [Note("`\(first.name)` is here", at: first.keyRange)],
            help: "leave one of them out")
    }

    /// A key without the key that it belongs to, such as `every` without `until`.
    static func needsKey(_ owner: Language.Key, _ entry: MapReader.Entry) -> Diagnostic {
        Diagnostic(
            "workflow.needs-key", "`\(entry.name)` needs `\(owner.name)`, which is not there", at: entry.keyRange,
            help: "write `\(owner.example)` beside it, or leave `\(entry.name)` out")
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

    /// An empty map of checks.
    static func checksNothing(_ map: Language.Map, at range: SourceRange) -> Diagnostic {
        checksNothing(
            map.title, at: range,
            help: map.keys.first.map { "leave it out, or write for example `\($0.example)`" } ?? "leave it out")
    }

    static func checksNothing(_ what: String, at range: SourceRange, help: Message) -> Diagnostic {
        Diagnostic("workflow.checks-nothing", "\(what) checks nothing", at: range, help: help)
    }

    static func countOutOfRange(_ key: String, _ text: String, most: Int, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`\(key)` is a whole number from 1 to \(most), this is \(text)", at: range,
            help: key == "concurrency" ? "with `concurrency: 1`, or without it, one pass follows the other" : nil)
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

extension Diagnostic {
    static func invalidDuration(_ text: String, at range: SourceRange) -> Diagnostic {
        let isBare = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
        return Diagnostic(
            "workflow.wrong-value",
            isBare ? "`\(text)` has no unit" : "`\(text)` is no duration", at: range,
            help: isBare ? "write `\(text)s` or `\(text)ms`" : "write a number with a unit: `500ms`, `30s`, `1m30s`")
    }

    static func invalidSize(_ text: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`\(text)` is no size", at: range,
            help: "write a number of bytes, or one with `kB`, `MB` or `GB`")
    }

    static func invalidPath(_ message: Message, at range: SourceRange) -> Diagnostic {
        Diagnostic("workflow.invalid-path", message, at: range)
    }
}

extension Diagnostic {
    static func invalidName(_ name: String, of what: String = "a variable", at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.invalid-name", "`\(name)` cannot be the name of \(what)", at: range,
            help: "a name is letters, digits and `_`, and does not begin with a digit")
    }

    static func reservedName(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.invalid-name", "`\(name)` has a meaning of its own in expressions", at: range,
            help: "choose another name, such as `my_\(name)`")
    }

    static func definedLater(_ name: String, at range: SourceRange, later: SourceRange) -> Diagnostic {
        Diagnostic(
            "expression.unknown-name", "`\(name)` is not there yet", at: range,
            notes: [Note("it gets its value only here", at: later)],
            help: "move the step that captures or sets it before this one")
    }

    static func undefinedMember(
        _ member: String, of root: String, at range: SourceRange, known: [String]
    ) -> Diagnostic {
        let nearest = Spelling.nearest(to: member, in: known)
        let help: Message =
            if let nearest {
                "did you mean `\(root).\(nearest)`?"
            } else if root == "needs" {
                "a workflow that this one needs gets its name there: `needs: { login: login.yaml }`"
            } else if known.isEmpty {
                root.hasPrefix("needs.")
                    ? "that file has no `outputs`; write there `outputs: { size: $(size) }`"
                    : "nothing of the kind is declared"
            } else {
                "there is " + known.prefix(20).map { "`\(root).\($0)`" }.joined(separator: ", ")
            }
        return Diagnostic(
            "expression.unknown-name", "`\(root).\(member)` is not defined", at: range, help: help)
    }

    static func noResponseYet(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "expression.not-here", "`response` is not there yet: no step before this one sends a request",
            at: range,
            help: "in `expect` and `capture` it is the response of the step itself, later on the last response")
    }

    static func requestOutsideResponse(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "expression.not-here", "`request` is what the step has sent, and nothing has been sent here",
            at: range, help: "it can be used in `expect` and `capture`")
    }

    static func computedSecret(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed", "which secrets a file uses must be known before it runs", at: range,
            help: "write the name out: `secrets.NAME`")
    }

    static func inputAndVariable(_ name: String, at range: SourceRange, input: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.name-taken", "`\(name)` is an input and a variable", at: range,
            notes: [Note("the input is here", at: input)],
            help: "name them apart, or give the input a `default`")
    }

    static func undeclaredSecret(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
        let nearest: Message = Spelling.nearest(to: name, in: known).map { "did you mean `\($0)`? Otherwise " } ?? ""
        return Diagnostic(
            "workflow.undeclared-secret", "nothing provides the secret `\(name)`", at: range,
            help: nearest
                + """
                add it to the environment's list in baton.yaml, `secrets: [\(name)]`, or give it with `--secret \(name)` \
                or `--secrets-file FILE`
                """)
    }

    static func computedDefault(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed", "the default of the input `\(name)` cannot be computed", at: range,
            help: "write the value itself, or compute a variable from the input")
    }

    static func stepIDTaken(_ id: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.name-taken", "the step id `\(id)` is taken", at: range,
            notes: [Note("first used here", at: first)])
    }
}
