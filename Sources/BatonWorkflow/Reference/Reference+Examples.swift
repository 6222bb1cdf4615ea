import BatonDiagnostics
import BatonYAML

/// Examples for words, cut out of the blocks of docs/language.md, which tests run.
extension Reference {
    /// A few lines that use the word; nil where no block of the page does.
    package static func example(for entry: ReferenceEntry) -> String? {
        switch entry.kind {
        case .key, .operator: keyExample(entry)
        case .function: line { $0.contains("\(entry.word)(") }
        case .name where entry.owner.hasSuffix("program"): nil
        case .name: line { $0.contains(entry.owner.isEmpty ? "\(entry.word)." : entry.word) }
        // An operator of one or two characters stands in many lines that do not explain it.
        case .sign: entry.word.count > 2 || entry.word.hasPrefix("$(") ? line { $0.contains(entry.word) } : nil
        case .failure: marked("fails: \(entry.word)")
        case .code: marked("error: \(entry.word)")
        case .exitCode, .result, .option, .command: nil
        }
    }

    /// Maximum lines of an example that is a part of a block; an operator is shown with little around it.
    private static func mostLines(_ kind: ReferenceEntry.Kind) -> Int { kind == .operator ? 4 : 12 }

    private static func keyExample(_ entry: ReferenceEntry) -> String? {
        // Those under the heading of the table first.
        let own = files.filter { $0.section == entry.section }
        let others = files.filter { $0.section != entry.section }
        // What an endpoint and a sample have in common with steps is shown with steps.
        for maps in [entry.maps, ["a step"]] {
            let use = KeyUse(name: entry.word, maps: maps)
            for file in own + others {
                guard let place = use.first(in: file.root, as: file.map) else { continue }
                return excerpt(place, of: file.source, mostLines(entry.kind))
            }
        }
        return nil
    }

    /// The largest of the ranges that has few lines, as whole lines without common indentation.
    ///
    /// - Parameter ranges: from the whole file down to the key.
    private static func excerpt(
        _ ranges: [SourceRange], of file: SourceFile, _ mostLines: Int
    ) -> String? {
        let lines = ranges.map { range in
            file.location(of: range.lower).line...file.location(of: max(range.lower, range.upper - 1)).line
        }
        guard let chosen = lines.first(where: { $0.count <= mostLines }) ?? lines.last else { return nil }
        return outdented(chosen.prefix(mostLines).map { file.text(ofLine: $0) })
    }

    private static func outdented(_ lines: [String]) -> String {
        let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
        let common = indents.min() ?? 0
        return lines.map { String($0.dropFirst(common)) }.joined(separator: "\n")
    }

    private static func line(where fits: (Substring) -> Bool) -> String? {
        for block in language.blocks where block.language == "yaml" {
            let lines = block.text.split(separator: "\n")
            if let found = lines.first(where: fits) { return outdented([String(found)]) }
        }
        return nil
    }

    private static func marked(_ mark: String) -> String? {
        guard let block = language.blocks.first(where: { $0.mark == mark }) else { return nil }
        return outdented(
            block.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
    }

    /// A block of the page that is a whole file.
    private struct File: Sendable {
        var section: String
        var source: SourceFile
        var root: YAMLNode
        var map: Language.Map
    }

    private static let files: [File] = language.blocks.compactMap { block in
        guard block.language == "yaml" else { return nil }
        let map: Language.Map
        if block.mark == "baton.yaml" {
            map = Language.Project.map
        } else if let mark = block.mark {
            guard mark.hasPrefix("file: ") else { return nil }
            map = Language.APIFile.map
        } else {
            map = Language.WorkflowFile.map
        }
        let source = SourceFile(path: languagePath, text: block.text)
        guard let root = YAMLComposer.compose(source, into: DiagnosticSink()) else { return nil }
        return File(section: block.section, source: source, root: root, map: map)
    }
}

/// The first use of a key of certain maps in a file.
private struct KeyUse {
    let name: String
    let maps: [String]

    /// The ranges of the values around the key, from the outermost, and of the key with its value.
    func first(in node: YAMLNode, as map: Language.Map) -> [SourceRange]? {
        let keys = (node.entries ?? []).map(\.keyText)
        for entry in node.entries ?? [] {
            let key = entry.keyText
            if key == name, maps.contains(map.title) { return [node.range, entry.range] }
            let content =
                key.hasPrefix("$") ? Language.Content.one(Language.operators) : map[key]?.content(beside: keys)
            guard let content else { continue }
            let children: [YAMLNode] =
                switch content {
                case .one: [entry.value]
                case .each: (entry.value.entries ?? []).map(\.value)
                case .list: (entry.value.items ?? []).map(\.self)
                }
            for child in children {
                if let found = first(in: child, as: content.map) { return [node.range, entry.range] + found }
            }
        }
        return nil
    }
}
