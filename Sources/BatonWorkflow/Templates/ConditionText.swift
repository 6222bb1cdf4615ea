import BatonCEL
import BatonJSON
import BatonYAML

/// Checks in place of a condition, `until: { $.state: done }`, as the condition that is meant.
enum ConditionText {
    /// `response.json.state == "done"`; nil where a part of the map has no such form.
    static func condition(_ entries: YAMLEntries) -> String? {
        guard !entries.isEmpty, entries.count <= 4 else { return nil }
        let parts = entries.map(comparison)
        return parts.contains(nil) ? nil : parts.compactMap(\.self).joined(separator: " && ")
    }

    private static let signs = ["eq": "==", "ne": "!=", "gte": ">=", "lte": "<=", "gt": ">", "lt": "<"]

    private static func comparison(_ entry: YAMLEntry) -> String? {
        guard let subject = subject(entry.keyText) else { return nil }
        guard let pairs = entry.value.entries else { return operand(entry.value).map { "\(subject) == \($0)" } }
        guard pairs.count == 1, let pair = pairs.first, let sign = signs[pair.keyText] else { return nil }
        return operand(pair.value).map { "\(subject) \(sign) \($0)" }
    }

    private static func subject(_ key: String) -> String? {
        let path: String
        if key.hasPrefix("$") {
            path = key
        } else {
            switch ForeignPath(key) {
            case .status: return "response.status"
            case .header(let name): return "response.headers[\"\(name)\"]"
            case .path(let written): path = written
            case .key, .cookie, .xpath, nil: return key == Language.Expect.status.name ? "response.status" : nil
            }
        }
        guard (try? JSONPath.parse(path))?.isSingular == true else { return nil }
        return "response.json\(path.dropFirst())"
    }

    private static func operand(_ node: YAMLNode) -> String? {
        guard let scalar = node.scalar, !node.isMissing else { return nil }
        if scalar.mayHoldExpression { return CELTemplate.parse(scalar.text).soleExpression?.text }
        guard case .string(let text) = scalar.json else { return scalar.text }
        return JSONWriter.compact(.string(text))
    }
}
