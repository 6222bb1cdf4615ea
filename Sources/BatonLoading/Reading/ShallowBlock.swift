import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// A key whose contents stand below it without deeper indentation, and so beside it.
struct ShallowBlock {
    let owner: YAMLEntry
    let children: [YAMLEntry]

    /// The blocks of a map, by the index of their key.
    ///
    /// The lines below an empty key belong to it up to the last one that is not valid in its place.
    static func all(in pairs: YAMLEntries, isKnown: (String) -> Bool) -> [Int: ShallowBlock] {
        guard pairs.contains(where: { $0.value.isMissing }) else { return [:] }
        var blocks: [Int: ShallowBlock] = [:]
        for (index, owner) in pairs.enumerated() where owner.value.isMissing && isKnown(owner.keyText) {
            let rest = pairs[(index + 1)...].prefix { !$0.value.isMissing }
            guard let last = rest.lastIndex(where: { !isKnown($0.keyText) }) else { continue }
            blocks[index] = ShallowBlock(owner: owner, children: Array(rest[...last]))
        }
        return blocks
    }

    /// The key with its contents, as if they were indented.
    var contents: YAMLNode? { .mapping(of: children) }

    var diagnostic: Diagnostic {
        let file = owner.keyRange.file
        let first = children[0].keyRange
        let last = children[children.count - 1].value.range
        let block = SourceRange(file: file, first.lower..<max(first.upper, last.upper))
        let numbers = block.start.line...max(block.start.line, block.end.line)
        let edits = numbers.map(file.byteRange(ofLine:)).filter { !$0.isEmpty }
            .map { Correction.Edit($0.lowerBound..<$0.lowerBound, "  ") }
        return .shallow(
            owner.keyText, at: owner.keyRange, children: block,
            correction: edits.count <= 100 ? Correction(file, edits) : nil)
    }
}

extension Diagnostic {
    static let shallowCode = "yaml.shallow-indentation"

    static func shallow(_ key: String, at range: SourceRange, children: SourceRange, correction: Correction?)
        -> Diagnostic
    {
        Diagnostic(
            shallowCode, "`\(key)` is empty: what follows is not indented deeper than it is", at: range,
            notes: [.init("this belongs to it", at: children)], correction: correction)
    }
}
