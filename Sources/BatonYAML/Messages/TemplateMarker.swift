package import BatonDiagnostics

/// A value in the notation of another tool: `{{x}}`, `${{ x }}`, `${x}`, in a URL also `/{x}`. Here a value is `$(x)`.
///
/// The content begins with a letter, `_` or `$`: `{{#if x}}` and `x{2}` have braces of their own.
package enum TemplateMarker {
    /// The ranges of the markers in a range of a text, in UTF-8.
    ///
    /// - Parameters:
    ///   - isURL: whether single braces behind a `/` are markers too.
    ///   - skipsQuotes: whether those inside of quotes are left out: they are part of an expression.
    package static func ranges(
        _ bytes: [UInt8], in range: Range<Int>, isURL: Bool = false, skipsQuotes: Bool = false
    ) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var at = range.lowerBound
        while at + 1 < range.upperBound {
            if let marker = marker(bytes, at: at, before: range.upperBound, isURL) {
                found.append(marker)
                at = marker.upperBound
            } else {
                at = (skipsQuotes ? QuotedPart.end(bytes, at: at, in: range) : nil) ?? at + 1
            }
        }
        return found
    }

    private static func marker(_ bytes: [UInt8], at start: Int, before end: Int, _ isURL: Bool) -> Range<Int>? {
        let dollar = bytes[start] == UInt8(ascii: "$") ? 1 : 0
        var at = start + dollar
        while at < end, at < start + dollar + 2, bytes[at] == UInt8(ascii: "{") { at += 1 }
        let braces = at - start - dollar
        let isSegment = isURL && start > 0 && bytes[start - 1] == UInt8(ascii: "/")
        guard braces >= 1, dollar + braces >= 2 || isSegment else { return nil }
        while at < end, bytes[at] == UInt8(ascii: " ") { at += 1 }
        guard at < end, isStart(bytes[at]) else { return nil }
        while at + braces <= end {
            if (0..<braces).allSatisfy({ bytes[at + $0] == UInt8(ascii: "}") }) { return start..<at + braces }
            if bytes[at] == UInt8(ascii: "{") || bytes[at] == UInt8(ascii: "\n") { return nil }
            at += 1
        }
        return nil
    }

    private static func isStart(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }
}

extension Diagnostic {
    /// Reports a value in the notation of another tool.
    ///
    /// - Parameter literal: how the text is written where it is meant; nil where it needs quotes first.
    package static func templateMarker(_ written: String, literal: String? = nil, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.foreign-template", "`\(written)` is a template of another tool", at: range,
            help: "a value is written `$(name)` here" + (literal.map { "; where the text is meant, `\($0)`" } ?? ""))
    }
}
