import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonSources
import BatonValues
import BatonYAML

extension TemplateReader {
    /// Reports each `$(…)` inside the quotes of an expression that would be an expression outside of them: `name ==
    /// "$(other)"` compares with these very characters, and `name != "$(other)"` is always true.
    ///
    /// - Parameter isCondition: whether a text by itself is reported too that holds a template of another tool; in
    ///   values, `$("{{name}}")` is how they are written where they are meant.
    func reportTemplatesInLiterals(of expression: String, at place: TextPlace, isCondition: Bool) {
        let hasBrace = expression.contains(byte: UInt8(ascii: "{"))
        guard hasBrace || CELTemplate.isNeeded(for: expression) else { return }
        let literals = CELProgram.stringLiterals(in: expression)
        for literal in literals {
            for found in Self.expressions(in: expression, literal) {
                sink.report(.templateInLiteral(found, of: expression, at: place))
            }
            let isAlone = literals.count == 1 && literal.count >= expression.trimmedCount - 2
            guard hasBrace, isCondition || !isAlone else { continue }
            for marker in TemplateMarker.ranges(Array(expression.utf8), in: literal) {
                sink.report(.templateInLiteral(marker, of: expression, at: place))
            }
        }
    }

    /// Each `$(…)` and `$$(…)`, which is no escape inside of quotes, with an expression that has letters: `$(5)` is no
    /// template of anybody.
    private static func expressions(in text: String, _ literal: Range<Int>) -> [Range<Int>] {
        let bytes = Array(text.utf8)
        // Both forms are read alike.
        let content = String(decoding: bytes[literal], as: UTF8.self).replacing("$$(", with: " $(")
        var found: [Range<Int>] = []
        for case .expression(let inner, let range) in CELTemplate.parse(content).segments {
            let start = literal.lowerBound + range.lowerBound - 2
            let before = bytes[start - 1]
            // In a regular expression `\$` is a dollar.
            guard before != UInt8(ascii: "\\"), inner.contains(where: \.isLetter), CELProgram.isExpression(inner) else {
                continue
            }
            let isDoubled = before == UInt8(ascii: "$")
            found.append(start - (isDoubled ? 1 : 0)..<literal.lowerBound + range.upperBound + 1)
        }
        return found
    }
}

extension Diagnostic {
    fileprivate static func templateInLiteral(
        _ found: Range<Int>, of text: String, at place: TextPlace
    ) -> Diagnostic {
        let written = String(decoding: Array(text.utf8)[found], as: UTF8.self)
        return Diagnostic(
            "expression.template-in-literal", "`\(written)` in the quotes of an expression is literal text",
            at: place.range(found),
            help:
                "a value stands outside of the quotes, `name == other`, and texts are joined with `+`; where these characters are meant, write `\"{\" + \"{name}}\"`"
        )
    }
}

extension String {
    /// The length in UTF-8 without the spaces around.
    fileprivate var trimmedCount: Int {
        utf8.reversed().drop { $0 == UInt8(ascii: " ") }.reversed().drop { $0 == UInt8(ascii: " ") }.count
    }
}

extension TemplateReader {
    /// Warns of `True` and `~` without quotes: other readers of YAML take them for true and null, here they are texts.
    func warnOfYAMLWord(_ scalar: YAMLScalar, _ node: YAMLNode) {
        guard scalar.isPlain, let meant = scalar.withContents(Self.meaning) else { return }
        let text = scalar.text
        sink.report(
            Diagnostic(
                .warning, "workflow.misleading-text", "`\(text)` is a text here", at: node.range,
                help: "write `\(meant)`; where the text is meant, put it in quotes: `\"\(text)\"`"))
    }

    private static func meaning(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        guard text.count <= 5 else { return nil }
        switch text.first {
        case UInt8(ascii: "T"), UInt8(ascii: "F"), UInt8(ascii: "N"), UInt8(ascii: "~"): break
        default: return nil
        }
        return switch String(decoding: text, as: UTF8.self) {
        case "True", "TRUE": "true"
        case "False", "FALSE": "false"
        case "Null", "NULL", "~": "null"
        default: nil
        }
    }
}

extension TemplateReader {
    /// The template of a value that a check compares with or that `set` stores. A text that is a JSONPath gets a warning:
    /// `ne: $.tag` compares with these very characters, and nearly always holds.
    func comparedValue(_ node: YAMLNode) -> Template {
        for item in node.itemsOrItself {
            guard let scalar = item.scalar, scalar.withContents({ $0.first == UInt8(ascii: "$") }),
                !scalar.mayHoldExpression
            else { continue }
            let text = scalar.text
            guard text.hasPrefix("$.") || text.hasPrefix("$["), text.utf8.count <= 200,
                (try? JSONPath.parse(text)) != nil
            else { continue }
            sink.report(
                Diagnostic(
                    .warning, "workflow.misleading-text", "`\(text)` is literal text here", at: item.range,
                    help:
                        "a value of the response is written `$(response.json.name)`; where the text is meant, `\(Self.literal(text, in: item))`"
                ))
        }
        return template(node)
    }
}

extension TemplateReader {
    /// Reports each value in the notation of another tool in a text. In an argument of a program `${HOME}` is for a
    /// shell, and in a plain scalar the YAML reader reports what stands outside of quotes.
    ///
    /// - Parameters:
    ///   - text: the text of the node.
    ///   - range: the part of the text, in UTF-8; nil for the whole.
    /// - Returns: whether there is one.
    @discardableResult
    func reportMarkers(in text: String, _ node: YAMLNode, _ range: Range<Int>? = nil, for use: Use = .any) -> Bool {
        guard use != .argument, text.contains(byte: UInt8(ascii: "{")) else { return false }
        let bytes = Array(text.utf8)
        let range = range ?? 0..<bytes.count
        var markers = TemplateMarker.ranges(bytes, in: range, isURL: use == .url)
        if node.style == .plain {
            let quoted = QuotedPart.all(in: text, range)
            markers.removeAll { marker in
                let isSingle =
                    bytes[marker.lowerBound] == UInt8(ascii: "{") && bytes[marker.lowerBound + 1] != UInt8(ascii: "{")
                return !isSingle && !quoted.contains { $0.contains(marker.lowerBound) }
            }
        }
        for marker in markers {
            let written = String(decoding: bytes[marker], as: UTF8.self)
            sink.report(
                .templateMarker(
                    written, literal: Self.literal(written, in: node), at: TextPlace(node: node).range(marker)))
        }
        return !markers.isEmpty
    }

    /// How a text is written that looks like a template, with the quotes that its place needs.
    static func literal(_ text: String, in node: YAMLNode) -> String {
        switch node.style {
        case .doubleQuoted: "$(\\\"\(text)\\\")"
        default: "$(\"\(text)\")"
        }
    }

    /// Whether a text holds a value in the notation of another tool.
    static func holdsMarker(_ text: String) -> Bool {
        text.contains(byte: UInt8(ascii: "{"))
            && !TemplateMarker.ranges(Array(text.utf8), in: 0..<text.utf8.count).isEmpty
    }
}
