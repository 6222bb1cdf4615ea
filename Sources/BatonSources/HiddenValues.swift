package import BatonDiagnostics
import BatonLanguage
package import BatonSecrets
import BatonValues
import BatonWorkflow
import BatonYAML

/// The values of a file that messages show as `***`.
///
/// The tree knows the keys: hidden are the values below keys with secret names, below `cookies`, the credentials of
/// `auth`, the values of an input or a capture with `secret: true`, and passwords in URLs. Where a text is no YAML, a line
/// with such a name, and each line that is indented below it, is hidden behind its first `:` or `=`. Of a CSV file
/// the cells below such a name are hidden, and records that do not fit its header.
package enum HiddenValues {
    /// The hidden ranges of a file, in order.
    package static func ranges(in file: SourceFile, _ names: SecretNames) -> [Range<Int>] {
        let own = file.hiddenRanges { find(in: $0, names) }
        let declared = file.declaredHidden
        return declared.isEmpty ? own : Redactor.joined(own + declared.flatMap { shownReferences(in: file, $0) })
    }

    private static func find(in file: SourceFile, _ names: SecretNames) -> [Range<Int>] {
        if file.path.hasSuffix(".csv") { return Redactor.joined(HiddenCells(file: file, names: names).ranges) }
        let sink = DiagnosticSink()
        var search = HiddenNodes(file: file, names: names)
        let root = YAMLComposer.compose(file, into: sink)
        if let root { search.visit(root) }
        var ranges = search.ranges
        if root == nil || root?.scalar != nil {
            ranges += HiddenLines(file: file, names: names).ranges
        } else if sink.hasErrors {
            // The reader went on behind its mistakes: the rest has its tree.
            let wrong = sink.diagnostics.filter { $0.code != "yaml.foreign-template" }
                .flatMap { [$0.range].compactMap(\.self) + $0.notes.map(\.range) }.map(\.lines)
            ranges += HiddenLines(file: file, names: names).ranges.filter { line in
                wrong.contains { $0.overlaps(line) }
            }
        }
        return Redactor.joined(ranges.flatMap { shownReferences(in: file, $0) })
    }

    /// The parts of a hidden range between references: `$(…)`, `${…}` and `{{…}}` name a value, unless they contain a
    /// quoted text.
    private static func shownReferences(in file: SourceFile, _ range: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        var index = start
        while index < range.upperBound {
            guard let end = reference(in: file.bytes[index..<min(range.upperBound, index + longestReference)])
            else {
                index += 1
                continue
            }
            if start < index { parts.append(start..<index) }
            (start, index) = (end, end)
        }
        return start < range.upperBound ? parts + [start..<range.upperBound] : parts
    }

    private static let longestReference = 1000

    /// The end of the reference that a text begins with.
    private static func reference(in text: ArraySlice<UInt8>) -> Int? {
        let forms: [(open: String, close: UInt8, width: Int)] = [
            ("$(", UInt8(ascii: ")"), 1), ("${", UInt8(ascii: "}"), 1), ("{{", UInt8(ascii: "}"), 2),
        ]
        guard let form = forms.first(where: { text.starts(with: $0.open.utf8) }) else { return nil }
        var depth = 0
        for index in text.indices.dropFirst() {
            let byte = text[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\n") { return nil }
            if byte == form.open.utf8.last { depth += 1 }
            if byte == form.close { depth -= 1 }
            if depth == 0 { return min(index + form.width, text.endIndex) }
        }
        return nil
    }
}

/// Walks the tree of a file.
private struct HiddenNodes {
    let file: SourceFile
    let names: SecretNames
    var ranges: [Range<Int>] = []

    /// Keys that give values to an input, a capture or a field of a type.
    private static let valueKeys: Set<String> = ["default", "enum", "value", "sample", "example"]

    /// Keys below which stand as many levels of names that are declared: `token: $.token` is no field with a value.
    private static let declaring = ["inputs": 1, "capture": 1, "properties": 1, "types": 2]

    /// - Parameters:
    ///   - levels: levels of declared names that stand here.
    ///   - isSecret: whether the node declares a secret.
    mutating func visit(_ node: YAMLNode, levels: Int = 0, isSecret: Bool = false) {
        // What an alias stands for is visited at its anchor.
        guard node.aliasRange == nil else { return }
        switch node.kind {
        case .scalar: hideURLs(node)
        case .sequence(let items): for item in items { visit(item, levels: levels) }
        case .mapping(let entries):
            let isSecret = isSecret || entries.contains { $0.isNamed("secret") && $0.value.scalar?.type == .true }
            for entry in entries {
                let key = entry.keyText
                if levels > 0 {
                    visit(entry.value, levels: levels - 1, isSecret: names.contains(key))
                } else if isName(key, entry) || entry.isNamed("cookies") || isSecret && Self.valueKeys.contains(key) {
                    hide(entry.value)
                } else if entry.isNamed("secrets") {
                    hideValues(ofNames: entry.value)
                } else if entry.isNamed("proxy") {
                    hideUserInfo(entry.value["url"] ?? entry.value)
                    if entry.value.isMapping { visit(entry.value) }
                } else if entry.isNamed("auth") {
                    visit(entry.value, as: Language.Auth.map)
                } else {
                    visit(entry.value, levels: Self.declaring[key] ?? 0)
                }
            }
        }
    }

    /// Whether a key is the name of a secret field; `bearer` also where it slipped out of its `auth`. `cookie` of a capture gives the name of a cookie, without `=`.
    private func isName(_ key: String, _ entry: YAMLEntry) -> Bool {
        key == Language.Auth.bearer.name
            || names.contains(key) && (key != "cookie" || entry.value.scalar?.text.contains("=") != false)
    }

    /// Below `auth` everything is hidden but the values of keys that the language knows and that are no credentials.
    private mutating func visit(_ node: YAMLNode, as map: Language.Map) {
        guard node.aliasRange == nil, let entries = node.entries else {
            let isKey = node.scalar.map { scalar in map.keys.contains { $0.name == scalar.text } } ?? false
            return isKey ? () : hide(node)
        }
        for entry in entries {
            guard let key = map.keys.first(where: { $0.name == entry.keyText }), !Language.Auth.secrets.contains(key)
            else {
                hide(entry.value)
                continue
            }
            if let content = key.content() { visit(entry.value, as: content.map) } else { visit(entry.value) }
        }
    }

    private mutating func hide(_ node: YAMLNode) {
        if let alias = node.aliasRange {
            ranges += [node.range.lower..<node.range.upper, alias.lower..<alias.upper]
            return
        }
        switch node.kind {
        case .scalar(let scalar):
            let words = ["", "none", "yes", "no", "on", "off"]
            guard scalar.type == .string || scalar.type == .number, !words.contains(scalar.text) else { return }
            let (lower, upper) = content(of: node)
            if lower < upper { ranges.append(lower..<upper) }
        case .sequence(let items): for item in items { hide(item) }
        case .mapping(let entries): for entry in entries { hide(entry.value) }
        }
    }

    /// The range of a scalar without its quotes.
    private func content(of node: YAMLNode) -> (lower: Int, upper: Int) {
        let quotes = node.style == .singleQuoted || node.style == .doubleQuoted ? 1 : 0
        let lower = node.range.lower + quotes
        return (lower, max(lower, node.range.upper - quotes))
    }

    /// Below `secrets` stand names: whatever is no name may be a value.
    private mutating func hideValues(ofNames node: YAMLNode) {
        if let items = node.items { return items.forEach { hideValues(ofNames: $0) } }
        if node.scalar.map({ !Language.isIdentifier($0.text) }) ?? true { hide(node) }
    }

    /// In a proxy, all before its last `@` may be a password.
    private mutating func hideUserInfo(_ node: YAMLNode) {
        let (lower, upper) = content(of: node)
        let text = file.bytes[lower..<upper]
        guard node.scalar != nil, let at = text.lastIndex(of: UInt8(ascii: "@")) else { return visit(node) }
        let start = text.firstRange(of: "://".utf8)?.upperBound ?? lower
        if start < at { ranges.append(start..<at) }
    }

    private mutating func hideURLs(_ node: YAMLNode) {
        let (lower, upper) = content(of: node)
        file.bytes[lower..<upper].withUnsafeBufferPointer { text in
            ranges += names.places(inURL: text).map { lower + $0.lowerBound..<lower + $0.upperBound }
        }
    }
}

/// Reads a text that is no YAML line by line.
private struct HiddenLines {
    let file: SourceFile
    let names: SecretNames

    var ranges: [Range<Int>] {
        var ranges: [Range<Int>] = []
        /// The indentation of the line with a secret name that the current line may be indented below.
        var secretIndent = Int.max
        for number in file.lineStarts.indices {
            let line = file.bytes[file.byteRange(ofLine: number + 1)]
            guard let start = line.firstIndex(where: { !$0.isBlank }) else { continue }
            let indent = start - line.startIndex
            let sign = line.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }
            if indent <= secretIndent { secretIndent = sign != nil && hasSecretName(line) ? indent : Int.max }
            if secretIndent == Int.max {
                line.withUnsafeBufferPointer { text in
                    ranges += names.places(inURL: text).map {
                        line.startIndex + $0.lowerBound..<line.startIndex + $0.upperBound
                    }
                }
                continue
            }
            let first = sign.flatMap { line[($0 + 1)...].firstIndex { !$0.isBlank } }
            if sign == nil || first != nil { ranges.append((first ?? start)..<line.endIndex) }
        }
        return ranges
    }

    private static let words: Set = ["auth", "cookies", Language.Auth.bearer.name]

    private func hasSecretName(_ line: ArraySlice<UInt8>) -> Bool {
        line.split { !HiddenWords.isInWord($0) }.contains { word in
            let name = String(decoding: word, as: UTF8.self)
            return Self.words.contains(name) || names.contains(name)
        }
    }
}

/// Reads a CSV file, whatever its separator.
private struct HiddenCells {
    let file: SourceFile
    let names: SecretNames

    private static let separators = [",", ";", "\t", "|"].compactMap { CSVSeparator($0) }

    var ranges: [Range<Int>] { Self.separators.flatMap { ranges(separator: $0) } }

    private func ranges(separator: CSVSeparator) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var end = 0
        do throws(CSVError) {
            var records = try CSVRecords(file.bytes, separator)
            let secret = records.header.fields.indices.filter { names.contains(records.header.fields[$0]) }
            guard !secret.isEmpty else { return [] }
            end = records.header.range.upperBound
            while let record = try records.next() {
                end = record.range.upperBound
                ranges += records.error(of: record) == nil ? secret.map(record.range(ofField:)) : [record.range]
            }
        } catch {
            // Where a quote stays open, nothing tells the cells apart.
            if end > 0 { ranges.append(end..<file.bytes.count) }
        }
        return ranges
    }
}

/// The words of hidden values, which a message about their lines does not quote.
private struct HiddenWords {
    /// Words that stay, because messages speak of keys.
    let names: SecretNames
    private var texts: [String] = []
    private var words: Set<Substring> = []

    /// Messages speak of the words of the language, which are no secrets.
    private static let ofLanguage = Set(Language.maps.flatMap(\.keys).map { Substring($0.name) })

    /// The fewest bytes of a part of a hidden value that is a word of its own.
    private static let shortestPart = 4

    init(names: SecretNames) { self.names = names }

    var isEmpty: Bool { texts.isEmpty }

    mutating func add(_ text: String) {
        texts.append(text)
        words.formUnion(Self.split(text))
    }

    /// A quoted text with `***` for each word that a hidden value has too.
    func hidden(in text: Substring) -> String {
        var text = String(text)
        var end = text.endIndex
        for word in Self.split(text).reversed() where isHidden(word) {
            // Replaced from the end, so that the indices before stay valid.
            text.replaceSubrange(word.startIndex..<min(word.endIndex, end), with: Redactor.mask)
            end = word.startIndex
        }
        return text
    }

    private func isHidden(_ word: Substring) -> Bool {
        if names.contains(String(word)) || Self.ofLanguage.contains(word) { return false }
        return words.contains(word) || word.utf8.count >= Self.shortestPart && texts.contains { $0.contains(word) }
    }

    private static func split(_ text: String) -> [Substring] {
        text.utf8.split { !isInWord($0) }.map { Substring($0) }
    }

    static func isInWord(_ byte: UInt8) -> Bool { byte.isInWord || byte == UInt8(ascii: "-") }
}

extension Diagnostic {
    /// The same diagnostic without the hidden values of the lines that it is about: their words are `***` in the values
    /// of its messages, and a correction of such a line is left out.
    package func hidingValues(_ names: SecretNames) -> Diagnostic {
        var words = HiddenWords(names: names)
        for range in [range].compactMap(\.self) + notes.map(\.range) {
            for text in range.hiddenTexts(names) { words.add(text) }
        }
        var shown = self
        if let correction,
            correction.edits.contains(where: { edit in
                !SourceRange(file: correction.file, edit.range).hiddenTexts(names).isEmpty
            })
        {
            shown.correction = nil
            shown.help = help ?? "the line holds a secret, so its correction is not shown"
        }
        if words.isEmpty { return shown }
        func hidden(_ message: Message) -> Message { message.replacingValues { words.hidden(in: $0[...]) } }
        shown.message = hidden(message)
        shown.help = shown.help.map(hidden)
        shown.notes = notes.map { Note(hidden($0.message), at: $0.range) }
        return shown
    }
}

extension SourceRange {
    /// The whole lines of the range.
    fileprivate var lines: Range<Int> {
        file.byteRange(ofLine: start.line).lowerBound..<file.byteRange(ofLine: end.line).upperBound
    }

    /// The hidden values on the lines of the range, as they are written.
    fileprivate func hiddenTexts(_ names: SecretNames) -> [String] {
        let ranges = HiddenValues.ranges(in: file, names)
        if ranges.isEmpty { return [] }
        let lines = lines
        return ranges.filter { $0.overlaps(lines) }.map { String(decoding: file.bytes[$0], as: UTF8.self) }
    }
}
