import BatonDiagnostics
import BatonYAML

/// Joins the findings of the YAML reader and of the loader about one file, so that each mistake is reported once.
enum Findings {
    /// All findings, each mistake once, in the order of the file.
    static func merged(_ yaml: [Diagnostic], _ loader: [Diagnostic], _ root: YAMLNode?) -> [Diagnostic] {
        let own = FollowOnFindings.remaining(yaml: yaml)
        guard let root else { return joined(own, loader, nil) }
        return joined(own, FollowOnFindings(yaml: yaml, loader: loader, root).remaining(loader: loader), root)
    }

    private static func joined(_ yaml: [Diagnostic], _ loader: [Diagnostic], _ root: YAMLNode?) -> [Diagnostic] {
        guard !yaml.isEmpty else { return sorted(loader) }
        // Beside a finding about wrong indentation, those about an empty or duplicate key add nothing.
        let moved = loader.filter { $0.code == Diagnostic.shallowCode }
        let explained = yaml.filter { finding in
            guard let range = finding.range else { return false }
            return moved.contains { block in
                if finding.code == Diagnostic.emptyValueCode { return block.range == range }
                return finding.code == "yaml.duplicate-key"
                    && block.notes.contains { $0.range.lower <= range.lower && range.upper <= $0.range.upper }
            }
                || loader.contains {
                    $0.code == Diagnostic.emptyValueCode && $0.code == finding.code && $0.range == range
                }
        }
        let missing = root.map(missingPlaces) ?? []
        let kept = yaml.filter { !explained.contains($0) }.map { finding -> Diagnostic in
            let finding = RepeatedPath.explained(ForeignTag.explained(finding))
            guard let root else { return finding }
            return ConditionTemplate.explained(CurlFile.explained(finding, in: root), in: root)
        }
        let brokenLines = Set(kept.filter { $0.correction == nil }.compactMap { $0.range?.start.line })
        let own = loader.map { withoutLines(brokenLines, $0) }.filter { finding in
            guard let range = finding.range, range.lower == range.upper, range.file === root?.range.file else {
                return true
            }
            return !missing.contains(range.lower)
        }
        return FollowOnFindings.firstEmptyValues(FollowOnFindings.firstIndentation(sorted(kept + own)))
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

    private static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
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
