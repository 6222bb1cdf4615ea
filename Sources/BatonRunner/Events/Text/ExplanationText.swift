import BatonText

/// What the parts of a condition were, one line each, in every report alike.
package enum ExplanationText {
    private static let widestText = 60

    /// `response.json.items[2].price  = -1`, the values under one another as far as the texts are not too long.
    package static func lines(_ parts: [FailureRecord.SubExpression]) -> [String] {
        let texts = parts.map { PrintableText.line($0.text.text) }
        let width = texts.map { TextWidth.of($0) }.filter { $0 <= widestText }.max() ?? 0
        return zip(texts, parts).map { text, part in
            "\(TextWidth.padded(text, width))  \(relation(part.value.text))\(PrintableText.line(part.value.text))"
        }
    }

    /// A truth is told, a value is shown, an error speaks for itself.
    private static func relation(_ value: String) -> String {
        value == "true" || value == "false" ? "is " : value.hasPrefix("error") ? "" : "= "
    }
}
