import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reads the checks of texts with a known form: `sha256`, `starts_with_hex`, `http_version`.
struct BytesReader {
    let operators: OperatorReader

    private static let digest = Domain(
        values: .form(
            { $0.utf8.count == 64 && $0.utf8.allSatisfy(\.isHexDigit) }, example: String(repeating: "0", count: 64)),
        described: "64 hexadecimal digits", help: "`sha256sum FILE` prints them", mayBeMissing: false)

    /// Hexadecimal digits in upper or lower case. A digest that looks like a number is read as the characters written.
    func sha256(_ node: YAMLNode) -> Check.Test? {
        guard node.scalar != nil, !node.isNull else { return operators.test(node, of: "sha256", Self.digest) }
        let text = operators.templates.text(node)
        let test = Check.Test.equals(
            text.literal.map { .literal(.string($0)) } ?? operators.templates.template(node))
        return Self.digest.approves(test, of: "sha256", at: node.range, operators.sink) ? test : nil
    }

    func leadingBytes(_ node: YAMLNode) -> Check.Test? {
        let text = operators.templates.text(node)
        if let literal = text.literal, BinaryTemplate.Encoding.hex.bytes(of: literal) == nil {
            operators.sink.report(.invalidHex(literal, at: node.range))
            return nil
        }
        return .leadingBytes(text)
    }

    func httpVersion(_ node: YAMLNode) -> Check.Test? {
        operators.test(node, of: "http_version", .texts(["1.0", "1.1", "2", "3"]))
    }
}
