import BatonDiagnostics
import BatonLanguage
import BatonYAML

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
