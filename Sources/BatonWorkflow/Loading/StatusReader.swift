import BatonDiagnostics
import BatonJSON
import BatonYAML

/// Reads `status`: a number, a class, a list of these for any of them, or operators.
struct StatusReader {
    let tests: CheckReader
    let sink: DiagnosticSink

    func test(_ node: YAMLNode) -> Check.Test? {
        if node.entries != nil { return tests.test(node, of: "status") }
        if let expression = tests.templates.wholeExpression(node) { return .equals(.expression(expression)) }
        guard let items = node.items else { return pattern(node).map { .anyStatus([$0]) } }
        if items.isEmpty {
            sink.report(.checksNothing("`status: []`", at: node.range, help: "write at least one status"))
            return nil
        }
        let patterns = items.compactMap(pattern)
        return patterns.count == items.count ? .anyStatus(patterns) : nil
    }

    private func pattern(_ node: YAMLNode) -> Check.StatusPattern? {
        guard let text = node.scalar?.text else {
            sink.report(
                .wrongType(wanted: "a number such as `200`, or a class such as `2xx`", what: "`status`", node: node))
            return nil
        }
        let bytes = Array(text.utf8)
        if bytes.count == 3, (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(bytes[0]),
            bytes[1] | 0x20 == UInt8(ascii: "x"), bytes[2] | 0x20 == UInt8(ascii: "x")
        {
            return .category(Int(bytes[0] - UInt8(ascii: "0")))
        }
        if let code = Int(text), (100...999).contains(code), bytes.count == 3 { return .code(code) }
        sink.report(.invalidStatus(text, at: node.range))
        return nil
    }
}
