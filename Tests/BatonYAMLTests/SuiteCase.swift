import BatonFiles
import BatonJSON
import BatonProcesses
import BatonYAML
import Testing

/// A text of the YAML test suite with the events that it stands for.
struct SuiteCase: Sendable, CustomTestStringConvertible {
    let id: String
    let yaml: String
    let events: [String]
    let isInvalid: Bool

    var testDescription: String { id }

    /// The events of the only document, without those around it.
    var documentEvents: [String] {
        events.filter { !["+STR", "-STR", "+DOC", "-DOC"].contains($0.prefix(4)) }
    }

    /// Empty, with a line that says so, where the suite is not present.
    static let all: [SuiteCase] = {
        let here = RealPath.folder(of: RealPath.folder(of: RealPath.folder(of: #filePath)))
        let folder = EnvironmentVariables.current()["BATON_CONFORMANCE"] ?? here + "/../shared/conformance"
        guard let bytes = try? FileReading.bytes(of: folder + "/yaml-test-suite/cases.json"),
            let cases = (try? JSONParser.parse(bytes))?.arrayValue
        else {
            print("skipped: no YAML test suite in \(folder)")
            return []
        }
        return cases.map { item in
            SuiteCase(
                id: item["id"]?.stringValue ?? "", yaml: item["yaml"]?.stringValue ?? "",
                events: (item["events"]?.arrayValue ?? []).compactMap(\.stringValue), isInvalid: item["error"] != nil)
        }
    }()
}

/// A tree in the notation of the YAML test suite: one line for each event.
struct SuiteEvents {
    private(set) var lines: [String] = []

    init(_ root: YAMLNode) { add(root) }

    /// - Parameter isBare: whether an anchor before the node belongs to the one around it.
    private mutating func add(_ node: YAMLNode, isBare: Bool = false) {
        if let alias = node.aliasRange {
            lines.append("=ALI \(alias.text)")
            return
        }
        let anchor = isBare ? "" : Self.anchor(before: node).map { " &" + $0 } ?? ""
        switch node.kind {
        case .scalar(let scalar): lines.append("=VAL\(anchor) \(Self.sign(node.style))\(Self.escaped(scalar.text))")
        case .sequence(let items):
            lines.append("+SEQ" + (node.style == .flow ? " []" : "") + anchor)
            for item in items { add(item) }
            lines.append("-SEQ")
        case .mapping(let entries):
            lines.append("+MAP" + (node.style == .flow ? " {}" : "") + anchor)
            for entry in entries {
                add(entry.key, isBare: entry.key.range.lower == node.range.lower)
                add(entry.value)
            }
            lines.append("-MAP")
        }
    }

    private static func sign(_ style: YAMLNode.Style) -> String {
        switch style {
        case .singleQuoted: "'"
        case .doubleQuoted: "\""
        case .literal: "|"
        case .folded: ">"
        case .plain, .block, .flow: ":"
        }
    }

    private static func escaped(_ text: String) -> String {
        let escapes: [Unicode.Scalar: String] = ["\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\u{8}": "\\b"]
        return text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    }

    /// The name of the anchor that stands before a node, with nothing between them but spaces, comments and line breaks.
    private static func anchor(before node: YAMLNode) -> String? {
        let text = String(decoding: node.range.file.bytes[..<node.range.lower], as: UTF8.self)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        while let line = lines.popLast() {
            let words = line.split { $0 == " " || $0 == "\t" }
            let isComplete = lines.count < text.count { $0 == "\n" }
            let comment = isComplete ? words.firstIndex { $0.hasPrefix("#") } : nil
            guard let last = words[..<(comment ?? words.endIndex)].last else { continue }
            return last.hasPrefix("&") ? String(last.dropFirst()) : nil
        }
        return nil
    }
}

extension String {
    fileprivate func count(where isCounted: (Character) -> Bool) -> Int { reduce(0) { $0 + (isCounted($1) ? 1 : 0) } }
}
