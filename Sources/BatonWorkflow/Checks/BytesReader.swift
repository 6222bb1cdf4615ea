import BatonDiagnostics
import BatonJSON
import BatonYAML

/// Reads the checks of texts with a known format: `sha256`, `starts_with_hex`, `http_version`, `url`.
struct BytesReader {
    let operators: OperatorReader

    private var sink: DiagnosticSink { operators.sink }

    /// Hexadecimal digits in upper or lower case. A digest that looks like a number is read as the characters written.
    func sha256(_ node: YAMLNode) -> Check.Test? {
        let type = SubjectType.text("`sha256`", isAlwaysThere: true)
        guard node.scalar != nil, !node.isNull else {
            return areDigests(node) ? operators.test(node, of: "sha256", type) : nil
        }
        guard areDigests(node) else { return nil }
        let text = operators.templates.text(node)
        return .equals(text.literal.map { .literal(.string($0)) } ?? operators.templates.template(node))
    }

    /// Whether every literal operand has the form of a digest; any other text is reported, because no digest equals it.
    private func areDigests(_ node: YAMLNode) -> Bool {
        if let pairs = node.entries {
            return pairs.filter { ["eq", "ne", "in", "not_in", "not"].contains($0.keyText) }
                .allSatisfy { pair in
                    pair.value.items.map { $0.allSatisfy(areDigests) } ?? areDigests(pair.value)
                }
        }
        guard let text = node.scalar?.text, !node.isNull, !text.contains("$(") else { return true }
        if text.utf8.count == 64, text.utf8.allSatisfy(\.isHexDigit) { return true }
        sink.report(.invalidDigest(text, at: node.range))
        return false
    }

    func leadingBytes(_ node: YAMLNode) -> Check.Test? {
        let text = operators.templates.text(node)
        guard let literal = text.literal else { return .leadingBytes(text) }
        guard let bytes = BinaryTemplate.Encoding.hex.bytes(of: literal) else {
            sink.report(.invalidHex(literal, at: node.range))
            return nil
        }
        if bytes.isEmpty {
            sink.report(.checksNothing("`starts_with_hex`", at: node.range, help: "write at least one byte: `89 50`"))
            return nil
        }
        return .leadingBytes(text)
    }

    private static let versions = ["1.0", "1.1", "2", "3"]

    func httpVersion(_ node: YAMLNode) -> Check.Test? {
        guard areVersions(node) else { return nil }
        return operators.test(node, of: "http_version", .text("`http_version`", isAlwaysThere: true))
    }

    /// Whether every literal operand is a version; any other text is reported, because no version equals it.
    private func areVersions(_ node: YAMLNode) -> Bool {
        if let pairs = node.entries {
            return pairs.filter { ["eq", "ne", "in", "not_in", "not"].contains($0.keyText) }
                .allSatisfy { areVersions($0.value) }
        }
        if let items = node.items { return items.allSatisfy(areVersions) }
        guard let text = node.scalar?.text, !node.isNull, !text.contains("$("), !Self.versions.contains(text) else {
            return true
        }
        sink.report(
            .cannotHold(
                "`http_version` is never `\(text)`", at: node.range, help: "it is one of `1.0`, `1.1`, `2` and `3`"))
        return false
    }

    func url(_ node: YAMLNode) -> Check.Test? {
        if let text = node.scalar?.text, text.hasPrefix("/") {
            sink.report(
                .cannotHold(
                    "`url` is the whole URL and never begins with `/`", at: node.range,
                    help: "write `{ ends_with: \(text) }`, or `$(env.base_url)\(text)`"))
            return nil
        }
        return operators.test(node, of: "url", .text("`url`", isAlwaysThere: true))
    }
}
