import BatonValues

/// The values of a condition's parts, one line each; the same text in every report.
package enum ExplanationText {
    private static let widestText = 60

    /// Lines like `response.json.items[2].price  = -1`, with the values aligned in a column unless the texts are too
    /// long.
    package static func lines(_ parts: [FailureRecord.SubExpression]) -> [String] {
        let texts = parts.map { PrintableText.line($0.text.text) }
        let width = texts.map { TextWidth.of($0) }.filter { $0 <= widestText }.max() ?? 0
        return zip(texts, parts).map { text, part in
            "\(TextWidth.padded(text, width))  \(relation(part.value.text))\(PrintableText.line(part.value.text))"
        }
    }

    /// The word or sign before a value: booleans are stated, other values follow `=`, errors stand alone.
    private static func relation(_ value: String) -> String {
        value == "true" || value == "false" ? "is " : value.hasPrefix("error") ? "" : "= "
    }
}
