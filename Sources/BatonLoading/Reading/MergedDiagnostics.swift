import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Joins the findings of the YAML reader and of the loader about one file, so that each mistake is reported once.
///
/// - Where both report that a value is missing, the finding of the loader stays: it knows the language.
/// - What the loader finds in a line that YAML refuses follows from that.
/// - While a line cannot be read, or a key is unknown or of the wrong form, names that it may define are not missed.
struct MergedDiagnostics {
    private let yaml: [Diagnostic]
    private let loader: [Diagnostic]
    private let root: YAMLNode?

    /// All findings, each mistake once, in the order of the file.
    static func of(_ yaml: [Diagnostic], _ loader: [Diagnostic], _ root: YAMLNode?) -> [Diagnostic] {
        MergedDiagnostics(yaml: ownMistakes(yaml), loader: loader, root: root).merged
    }

    /// Codes of findings about keys that may define something.
    private static let unread: Set<String> = ["workflow.unknown-key", "workflow.wrong-type"]
    /// Codes of findings that follow from a missing definition.
    private static let missing: Set<String> = [
        "expression.unknown-name", "expression.no-cached-response", "workflow.needs-key", "workflow.no-steps",
        "api.missing-input",
    ]

    private var merged: [Diagnostic] {
        let file = root?.range.file
        let own = loader.filter { !followsFromOthers($0, file) }
        guard !yaml.isEmpty else { return sorted(own) }
        let kept = yaml.filter { !isExplained($0) }
        let brokenLines = Set(kept.filter { $0.correction == nil }.compactMap { $0.range?.start.line })
        let places = root.map(Self.missingPlaces) ?? []
        let rest = own.map { Self.withoutLines(brokenLines, $0) }.filter { finding in
            guard let range = finding.range, range.lower == range.upper, range.file === file else { return true }
            return !places.contains(range.lower)
        }
        return Self.firstEmptyValues(Self.firstIndentation(sorted(kept + rest)))
    }

    /// Whether a finding of the loader follows from another one in its file.
    private func followsFromOthers(_ finding: Diagnostic, _ file: SourceFile?) -> Bool {
        guard finding.severity == .error, let range = finding.range, range.file === file else { return false }
        let errors = yaml.filter { $0.severity == .error && $0.range?.file === file }
        if errors.contains(where: { $0.range?.start.line == range.start.line }) {
            return finding.code != Diagnostic.shallowCode && !yaml.contains { Self.explains(finding, $0) }
        }
        // What a map lacks may stand in lines that YAML refuses.
        if finding.code == "workflow.missing-key" { return !errors.isEmpty }
        guard Self.missing.contains(finding.code) else { return false }
        return !errors.isEmpty || loader.contains { Self.unread.contains($0.code) && $0.range?.file === file }
    }

    /// Whether the loader says more of the place of a finding of the YAML reader.
    private func isExplained(_ finding: Diagnostic) -> Bool {
        guard let range = finding.range else { return false }
        return loader.contains { other in
            if Self.explains(other, finding) { return true }
            guard other.code == Diagnostic.shallowCode else { return false }
            // Beside a finding about wrong indentation, those about an empty or duplicate key add nothing.
            if finding.code == Diagnostic.emptyValueCode { return other.range == range }
            return finding.code == "yaml.duplicate-key"
                && other.notes.contains { $0.range.lower <= range.lower && range.upper <= $0.range.upper }
        }
    }

    /// Whether a finding of the loader says more than one of the YAML reader: of a value that is missing.
    private static func explains(_ loader: Diagnostic, _ yaml: Diagnostic) -> Bool {
        loader.range == yaml.range && (yaml.code == Diagnostic.emptyValueCode)
    }

    /// The findings of the YAML reader that are mistakes of their own.
    private static func ownMistakes(_ findings: [Diagnostic]) -> [Diagnostic] {
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

    /// Keeps only the first key without a value of each line, and none beside another mistake: `{ user, password }` is
    /// one.
    private static func firstEmptyValues(_ findings: [Diagnostic]) -> [Diagnostic] {
        let others = findings.filter { $0.severity == .error && $0.code != Diagnostic.emptyValueCode }
        var lines = Set(others.compactMap { $0.range?.start.line })
        return findings.filter { finding in
            guard finding.code == Diagnostic.emptyValueCode, let range = finding.range else { return true }
            return lines.insert(range.start.line).inserted
        }
    }

    /// Keeps only the first finding about indentation where a line fits no level: the YAML reader moves such a line in
    /// order to go on, and the lines below no longer fit it.
    private static func firstIndentation(_ findings: [Diagnostic]) -> [Diagnostic] {
        guard findings.contains(where: { $0.code == "yaml.indentation" }) else { return findings }
        let codes: Set = ["yaml.indentation", "yaml.item-inside", Diagnostic.shallowCode]
        var kept = findings
        guard let first = kept.firstIndex(where: { codes.contains($0.code) }) else { return findings }
        kept[(first + 1)...].removeAll { codes.contains($0.code) }
        // A correction must not leave other lines invalid.
        if kept.count < findings.count { kept[first].correction = nil }
        return kept
    }

    /// Lines with a mistake whose correction is unknown are never shown as correct.
    private static func withoutLines(_ broken: Set<Int>, _ finding: Diagnostic) -> Diagnostic {
        guard finding.code == Diagnostic.shallowCode,
            finding.correction?.lines.contains(where: { broken.contains($0.number) }) == true
        else { return finding }
        var finding = finding
        finding.correction = nil
        return finding
    }

    private func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        diagnostics.enumerated().sorted {
            ($0.element.range?.lower ?? 0, $0.offset) < ($1.element.range?.lower ?? 0, $1.offset)
        }.map(\.element)
    }

    /// The places of missing values, which the YAML reader has reported.
    private static func missingPlaces(_ node: YAMLNode) -> Set<Int> {
        var places: Set<Int> = []
        func collect(_ node: YAMLNode) {
            switch node.kind {
            case .scalar: if node.isMissing { places.insert(node.range.lower) }
            case .sequence(let items): for item in items where item.aliasRange == nil { collect(item) }
            case .mapping(let entries):
                for entry in entries where entry.value.aliasRange == nil { collect(entry.value) }
            }
        }
        collect(node)
        return places
    }
}
