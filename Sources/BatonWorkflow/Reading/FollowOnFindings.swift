import BatonDiagnostics
import BatonYAML

/// Findings that follow from others of the same file: a name is unknown because the line that defines it could not be
/// read.
struct FollowOnFindings {
    /// Names that a line or a map that could not be read may define.
    private var lost: Set<String> = []
    /// Lines with a YAML mistake.
    private var brokenLines: Set<Int> = []
    private let file: SourceFile

    /// Codes of findings that follow from a missing definition.
    private static let codes: Set<String> = [
        "expression.unknown-name", "expression.no-cached-response", "workflow.needs-key", "api.missing-input",
    ]

    init(yaml: [Diagnostic], loader: [Diagnostic], _ root: YAMLNode) {
        file = root.range.file
        for finding in yaml {
            guard finding.severity == .error, let range = finding.range, range.file === file else { continue }
            brokenLines.insert(range.start.line)
            lost.formUnion(Self.names(in: file.text(ofLine: range.start.line)))
        }
        for finding in loader {
            guard let range = finding.range, range.file === file else { continue }
            switch finding.code {
            case "workflow.unknown-key":
                lost.formUnion(Self.words(finding.help ?? ""))
                if let value = Self.value(ofKeyAt: range, in: root) { lost.formUnion(Self.names(in: value.range.text)) }
            case "workflow.wrong-type": lost.formUnion(Self.names(in: range.text))
            default: break
            }
        }
    }

    /// The findings of the YAML reader that are mistakes of their own.
    static func remaining(yaml findings: [Diagnostic]) -> [Diagnostic] {
        let others = findings.filter { $0.code != Diagnostic.emptyValueCode }.compactMap { $0.range?.start.line }
        let hasOpenBracket = findings.contains { $0.code == "yaml.open-bracket" }
        return findings.filter { finding in
            switch finding.code {
            case Diagnostic.emptyValueCode: finding.range.map { !others.contains($0.start.line) } ?? true
            case "yaml.item-inside": !hasOpenBracket
            default: true
            }
        }
    }

    /// Keeps only the first key without a value of each line: `{ user, password }` is one mistake.
    static func firstEmptyValues(_ findings: [Diagnostic]) -> [Diagnostic] {
        var lines: Set<Int> = []
        return findings.filter { finding in
            guard finding.code == Diagnostic.emptyValueCode, let range = finding.range else { return true }
            return lines.insert(range.start.line).inserted
        }
    }

    /// Keeps only the first finding about indentation where a line fits no level: the YAML reader moves such a line in
    /// order to go on, and the lines below no longer fit it.
    static func firstIndentation(_ findings: [Diagnostic]) -> [Diagnostic] {
        guard findings.contains(where: { $0.code == "yaml.indentation" }) else { return findings }
        let codes: Set = ["yaml.indentation", "yaml.item-inside", Diagnostic.shallowCode]
        var kept = findings
        guard let first = kept.firstIndex(where: { codes.contains($0.code) }) else { return findings }
        kept[(first + 1)...].removeAll { codes.contains($0.code) }
        // A correction must not leave other lines invalid.
        if kept.count < findings.count { kept[first].correction = nil }
        return kept
    }

    /// The findings of the loader that are mistakes of their own.
    func remaining(loader findings: [Diagnostic]) -> [Diagnostic] {
        findings.filter { finding in
            guard finding.severity == .error, let range = finding.range, range.file === file else { return true }
            if finding.code == "workflow.no-steps" { return brokenLines.isEmpty }
            if brokenLines.contains(range.start.line) {
                return finding.code == Diagnostic.shallowCode || finding.code == Diagnostic.emptyValueCode
            }
            return !Self.codes.contains(finding.code) || lost.isDisjoint(with: Self.words(finding.message))
        }
    }

    /// The identifiers within backticks.
    private static func words(_ text: String) -> Set<String> {
        var words: Set<String> = []
        for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        where index % 2 == 1 {
            words.formUnion(identifiers(in: part).map(\.text))
        }
        return words
    }

    /// Names that a text may define: the first word of each line, and words before a colon.
    private static func names(in text: String) -> Set<String> {
        var names: Set<String> = []
        for line in text.split(separator: "\n") {
            for (index, word) in identifiers(in: line).enumerated() where index == 0 || word.isKey {
                names.insert(word.text)
            }
        }
        return names
    }

    private static func identifiers(in text: Substring) -> [(text: String, isKey: Bool)] {
        var found: [(text: String, isKey: Bool)] = []
        var rest = text.utf8[...]
        while let start = rest.firstIndex(where: isWordByte) {
            let end = rest[start...].firstIndex { !isWordByte($0) } ?? rest.endIndex
            found.append((String(text[start..<end]), end < rest.endIndex && rest[end] == UInt8(ascii: ":")))
            rest = rest[end...]
        }
        return found
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func value(ofKeyAt range: SourceRange, in node: YAMLNode) -> YAMLNode? {
        guard node.range.lower <= range.lower, range.upper <= node.range.upper else { return nil }
        for item in node.items ?? [] { if let found = value(ofKeyAt: range, in: item) { return found } }
        for entry in node.entries ?? [] {
            if entry.keyRange.lower == range.lower { return entry.value }
            if let found = value(ofKeyAt: range, in: entry.value) { return found }
        }
        return nil
    }
}
