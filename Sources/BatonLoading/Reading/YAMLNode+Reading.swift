import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

extension YAMLNode {
    var isNull: Bool {
        if case .null? = scalar?.type { true } else { false }
    }

    /// Whether the node is a scalar other than null.
    var isText: Bool {
        guard let type = scalar?.type else { return false }
        if case .null = type { return false }
        return true
    }

    /// Whether the value was left out where it is written, which the YAML reader has reported.
    var isLeftOut: Bool { isMissing && aliasRange == nil }

    var bool: Bool? {
        switch scalar?.type {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The node in the words of a diagnostic: "this is a list".
    var kindName: String {
        switch kind {
        case .mapping: "a map"
        case .sequence: "a list"
        case .scalar(let scalar):
            switch scalar.type {
            case .null: "null"
            case .true, .false: "a boolean"
            case .number: "a number"
            case .string: "a text"
            }
        }
    }
}

extension YAMLNode {
    /// Whether the node is a scalar that contains `$(`.
    var mayHoldExpression: Bool { scalar?.mayHoldExpression ?? false }
}

extension YAMLScalar {
    /// Whether the text contains `$(`.
    var mayHoldExpression: Bool { withContents { CELTemplate.isNeeded(for: $0) } }
}

extension TextPlace {
    /// The place of a scalar's text.
    init(node: YAMLNode) {
        if let start = node.contentStart {
            self.init(in: node.range.file, from: start)
        } else {
            self.init(node.scalarPlace)
        }
    }
}

/// A number of bytes as written: `500`, `100kB`, `64MB`.
enum SizeText {
    private static let factors = ["": 1, "B": 1, "kB": 1000, "KB": 1000, "MB": 1_000_000, "GB": 1_000_000_000]

    /// The number of bytes, at most `Int.max`; reports a text that is no size, and returns nil.
    static func bytes(_ node: YAMLNode, _ sink: DiagnosticSink) -> Int? {
        let text = node.scalar?.text ?? ""
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = String(text.dropFirst(digits.count).drop { $0 == " " })
        guard let number = Int(digits), let factor = factors[unit] else {
            sink.report(.invalidSize(text, at: node.range))
            return nil
        }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
        return overflow ? Int.max : bytes
    }
}

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
