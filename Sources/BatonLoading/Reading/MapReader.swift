import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonYAML

/// Reads a map by the table of its keys: what the declarations say of a key's value and of keys beside each other is
/// enforced here, and nowhere else. Entries that do not belong there are reported and left out.
///
/// What all readers share: a `Language.Map` says which keys a YAML map may have, and the entries that fit reach their readers.
/// `MergedDiagnostics` puts what a file's text and its readers report in order.
struct MapReader {
    struct Entry {
        let pair: YAMLEntry
        /// The key of the language; nil for a name of the user, such as a path.
        let key: Language.Key.Identity?
        /// The key as written.
        let name: String

        var value: YAMLNode { pair.value }
        var keyRange: SourceRange { pair.keyRange }
        /// The range from the start of the key to the end of the value.
        var range: SourceRange { pair.range }
        /// The value, one of the words of the key.
        func word<Word: RawRepresentable<String>>() -> Word? { Word(rawValue: value.scalar?.text ?? "") }
        /// The method of the request as it is sent: `get` becomes GET, a word in capitals stays.
        var method: String { key == nil ? name : name.uppercased() }
    }

    let sink: DiagnosticSink

    /// The known entries of a map, in order. `other` is asked for keys that the table does not list, such as JSONPaths.
    func entries(
        of node: YAMLNode, as map: Language.Map, other: (String) -> Language.Key? = { _ in nil }
    ) -> Entries {
        guard let pairs = node.entries else {
            sink.report(.noMap(map, node))
            return Entries()
        }
        var entries: [Entry] = []
        var written = Language.Map.Demands.Written()
        entries.reserveCapacity(pairs.count)
        for index in 0..<pairs.endIndex {
            let pair = pairs[index]
            let known = pair.withKey { map.known($0) }
            let name = known?.name ?? pair.keyText
            guard let shape = known?.shape ?? other(name)?.shape,
                Self.isFine(pairs.outline(at: index), shape) ?? isFine(pair.value, shape),
                known?.isOfWords != true || map[name].flatMap({ wrongWord($0, pair.value) }) == nil
            else {
                let entries = readable(pairs, map, other)
                checkRules(of: map, entries, node)
                return entries
            }
            if let known { written.add(known.bits) }
            entries.append(Entry(pair: pair, key: known?.identity, name: name))
        }
        let read = Entries(entries)
        if !written.meets(map.demands, isEmpty: entries.isEmpty) { checkRules(of: map, read, node) }
        return read
    }

    /// Whether the shape of the key accepts the value; nil where the contents of the value decide.
    private static func isFine(_ value: YAMLOutline, _ shape: Language.Shape) -> Bool? {
        switch (value, shape) {
        case (.missing, _): false
        case (_, .any), (.mapping, .map), (.sequence, .list), (.sequence, .conditions): true
        case (.scalar(.null), .text), (.scalar(.null), .duration), (.scalar(.null), .expression),
            (.scalar(.null), .conditions):
            false
        case (.scalar, .text), (.scalar, .duration), (.scalar, .expression), (.scalar, .conditions): true
        default: nil
        }
    }

    /// Whether the shape accepts a value by its contents.
    private func isFine(_ node: YAMLNode, _ shape: Language.Shape) -> Bool {
        fits(node, shape) && (shape != .plainText || !node.mayHoldExpression)
    }

    /// The readable entries of a map that has mistakes, which are reported.
    private func readable(
        _ pairs: YAMLEntries, _ map: Language.Map, _ other: (String) -> Language.Key?
    ) -> Entries {
        var known: [Entry] = []
        var refused: [Language.Key] = []
        var hasUnknown = false
        let shallow = ShallowBlock.all(in: pairs) { map[$0] != nil || other($0) != nil }
        var skipped = 0
        for (index, pair) in pairs.enumerated() {
            let name = pair.keyText
            if skipped > 0 {
                skipped -= 1
                continue
            }
            if !shallow.isEmpty, let block = shallow[index], (map[name] ?? other(name)) != nil,
                let contents = block.contents
            {
                sink.report(block.diagnostic)
                skipped = block.children.count
                known.append(Entry(pair: pair.with(contents), key: map[name]?.identity, name: name))
                continue
            }
            guard let key = map[name] ?? other(name) else {
                sink.report(.unknownKey(name, in: map, at: pair.keyRange))
                hasUnknown = true
                continue
            }
            if pair.value.isLeftOut, map != Language.operators || key.shape != .any {
                sink.report(
                    map[name] == nil
                        ? .emptyCheck(name, at: pair.keyRange)
                        : .emptyValue(name, at: pair.keyRange, help: "write `\(key.example)`"))
                known.append(Entry(pair: pair, key: map[name]?.identity, name: name))
                continue
            }
            guard key.isRemovable && pair.value.isNull || fits(pair.value, key.shape) else {
                sink.report(.wrongType(key, pair.value))
                refused.append(key)
                continue
            }
            if key.isOfWords, let wrong = wrongWord(key, pair.value) {
                sink.report(.wrongWord(key, wrong))
                refused.append(key)
                continue
            }
            if key.shape == .plainText { warnOfExpression(name, pair.value) }
            known.append(Entry(pair: pair, key: map[name]?.identity, name: name))
        }
        return Entries(known, refused: Language.KeySet(refused), hasUnknown: hasUnknown)
    }

    /// The value, or the item of it, that is none of the words of its key.
    private func wrongWord(_ key: Language.Key, _ node: YAMLNode) -> YAMLNode? {
        guard let values = key.values, !(values.takesMap && node.isMapping), !(key.isRemovable && node.isNull) else {
            return nil
        }
        func isWord(_ node: YAMLNode) -> Bool { node.scalar.map { values.holds($0.text) } ?? false }
        guard values.takesList, let items = node.items else { return isWord(node) ? nil : node }
        return items.first { !isWord($0) }
    }

    /// Reports keys that must not stand together, and those that are missing.
    private func checkRules(of map: Language.Map, _ entries: Entries, _ node: YAMLNode) {
        // The keys that were reported as missing: another key that needs one of them is no further mistake.
        var missing: [Language.Key] = []
        for rule in map.rules {
            switch rule {
            case .all(let keys):
                let others = keys.filter { !entries.isWritten($0) }
                if !others.isEmpty, !entries.hasUnknown { sink.report(.missingKeys(others, in: map, node)) }
                missing += others
            case .exactlyOne(let keys):
                if !keys.contains(where: entries.isWritten) {
                    if !entries.hasUnknown { sink.report(.missingKey(of: keys, in: map, node)) }
                    missing += keys
                }
                checkOne(of: keys, in: map, entries)
            case .atMostOne(let keys): checkOne(of: keys, in: map, entries)
            case .needs(let keys, let owner):
                guard !entries.isWritten(owner), !missing.contains(owner) else { continue }
                for key in keys {
                    if let entry = entries[key] { sink.report(.needsKey(owner, entry)) }
                }
            case .notEmpty:
                if node.entries?.isEmpty == true { sink.report(.checksNothing(map, at: node.range)) }
            }
        }
    }

    private func checkOne(of keys: [Language.Key], in map: Language.Map, _ entries: Entries) {
        let written = entries.filter { entry in keys.contains { entry.key == $0 } }
        // The YAML reader has reported a duplicate key.
        guard let first = written.first, let second = written.first(where: { $0.name != first.name }) else { return }
        sink.report(.exclusiveKeys(first, second, in: map))
    }

    /// Warns of `name: Read $(id)`: reports of two runs could not be compared if names changed with values.
    private func warnOfExpression(_ name: String, _ node: YAMLNode) {
        guard let text = node.scalar?.text, CELTemplate.isNeeded(for: text),
            let start = text.firstRange(of: "$(")?.upperBound, start < text.endIndex,
            text[start].isLetter || text[start] == "_"
        else { return }
        sink.report(
            Diagnostic(
                .warning, "workflow.misleading-text", "`\(name)` is plain text: `$(…)` stays in it as written",
                at: node.range))
    }

    private func fits(_ node: YAMLNode, _ shape: Language.Shape) -> Bool {
        switch shape {
        case .any: return true
        case .text, .plainText, .duration, .expression: return node.isText
        case .boolean: return node.bool != nil
        case .wholeNumber:
            guard case .number? = node.scalar?.value else { return false }
            return Int(node.scalar?.text ?? "").map { $0 >= 0 } ?? false
        case .conditions: return node.isText || node.items != nil
        case .list: return node.items != nil
        case .listOrExpression:
            return node.items != nil || (node.scalar.map { CELTemplate.parse($0.text).soleExpression != nil } ?? false)
        case .textList:
            guard let items = node.items else { return false }
            return items.allSatisfy(\.isText)
        case .map: return node.isMapping
        case .mapOrExpression:
            return node.isMapping || (node.scalar.map { $0.text.hasPrefix("$(") } ?? false)
        }
    }
}

extension MapReader {
    /// The known entries of a map, in its order.
    struct Entries: RandomAccessCollection {
        private let entries: [Entry]
        /// Keys whose values were reported and left out.
        private let refused: Language.KeySet?
        /// Whether the map has a key that was reported as unknown, and that may be any other key, misspelt.
        fileprivate let hasUnknown: Bool

        init(_ entries: [Entry] = [], refused: Language.KeySet? = nil, hasUnknown: Bool = false) {
            self.entries = entries
            self.refused = refused
            self.hasUnknown = hasUnknown
        }

        var startIndex: Int { 0 }
        var endIndex: Int { entries.count }

        subscript(index: Int) -> Entry { entries[index] }

        /// The first entry of this key.
        subscript(key: Language.Key) -> Entry? { position(of: key).map { entries[$0] } }

        private func position(of key: Language.Key) -> Int? {
            let identity = key.identity
            for index in entries.indices where entries[index].key == identity { return index }
            return nil
        }

        /// The keys that the language knows.
        var keys: Language.KeySet { Language.KeySet(entries.compactMap(\.key)) }

        func contains(_ key: Language.Key) -> Bool { position(of: key) != nil }

        /// Whether the map has the key, maybe with a value that was reported and left out.
        func isWritten(_ key: Language.Key) -> Bool { contains(key) || refused?.contains(key) == true }

        func contains(anyOf keys: Language.KeySet) -> Bool {
            for index in entries.indices {
                if keys.contains(entries[index].key) { return true }
            }
            return false
        }
    }
}

extension Language.Key {
    /// Whether an entry has this key, for a `switch` over the key of an entry.
    static func ~= (key: Language.Key, other: Identity?) -> Bool { other == key.identity }
    static func == (one: Identity?, other: Language.Key) -> Bool { one == other.identity }
    static func != (one: Identity?, other: Language.Key) -> Bool { one != other.identity }
}
