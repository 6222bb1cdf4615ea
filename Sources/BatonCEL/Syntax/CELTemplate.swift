/// A text that contains expressions: `/users/$(id)?q=$(url_encode(q))`.
package struct CELTemplate: Sendable {
    package enum Segment: Sendable, Equatable {
        /// Literal text, with `$$(` already replaced by `$(`, and its range in the source.
        case literal(String, Range<Int>)
        /// The text between the parentheses and its range, both without the parentheses.
        case expression(String, Range<Int>)
    }

    package let segments: [Segment]
    package let diagnostics: [CELDiagnostic]

    /// The expression if the text is exactly one `$(…)`, whose value keeps its type.
    package var soleExpression: (text: String, range: Range<Int>)? {
        guard segments.count == 1, case .expression(let text, let range) = segments[0] else { return nil }
        return (text, range)
    }

    /// Whether the text contains `$(`: a quick test before `parse`.
    package static func isNeeded(for text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable(isNeeded) ?? Array(text.utf8).withUnsafeBufferPointer(isNeeded)
    }

    package static func isNeeded(for bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 1
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "("), bytes[index - 1] == UInt8(ascii: "$") { return true }
            index += 1
        }
        return false
    }

    /// The name in a text that is exactly `$(name)`, the most common case; nil for any other text.
    package static func soleName(in text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count > 3, bytes[0] == UInt8(ascii: "$"), bytes[1] == UInt8(ascii: "("),
                bytes[bytes.count - 1] == UInt8(ascii: ")")
            else { return nil }
            let name = UnsafeBufferPointer(rebasing: bytes[2..<bytes.count - 1])
            return CELName.isName(name) ? String(decoding: name, as: UTF8.self) : nil
        }
    }

    /// Splits a text into segments. It never fails as a whole: a `$(` without its end is a diagnostic, and the text after
    /// it is dropped.
    package static func parse(_ text: String) -> CELTemplate {
        guard isNeeded(for: text) else {
            let count = text.utf8.count
            return CELTemplate(segments: count == 0 ? [] : [.literal(text, 0..<count)], diagnostics: [])
        }
        var splitter = TemplateSplitter(Array(text.utf8))
        splitter.run()
        return CELTemplate(segments: splitter.segments, diagnostics: splitter.diagnostics)
    }
}

/// Finds the start and end of each expression in a text.
private struct TemplateSplitter {
    let bytes: [UInt8]
    var segments: [CELTemplate.Segment] = []
    var diagnostics: [CELDiagnostic] = []
    private var literal: [UInt8] = []
    private var literalStart = 0
    private var cursor = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func at(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    mutating func run() {
        let dollar = UInt8(ascii: "$")
        let open = UInt8(ascii: "(")
        while cursor < bytes.count {
            if bytes[cursor] == dollar, at(cursor + 1) == dollar, at(cursor + 2) == open {
                literal += [dollar, open]
                cursor += 3
            } else if bytes[cursor] == dollar, at(cursor + 1) == open {
                guard let end = end(from: cursor + 2) else { return }
                flush()
                let range = cursor + 2..<end
                segments.append(.expression(String(decoding: bytes[range], as: UTF8.self), range))
                cursor = end + 1
                literalStart = cursor
            } else {
                literal.append(bytes[cursor])
                cursor += 1
            }
        }
        flush()
    }

    private mutating func flush() {
        if !literal.isEmpty {
            segments.append(.literal(String(decoding: literal, as: UTF8.self), literalStart..<cursor))
            literal.removeAll(keepingCapacity: true)
        }
        literalStart = cursor
    }

    /// The offset of the parenthesis that closes the expression that begins at `start`; reports a diagnostic and returns
    /// nil if there is none.
    private mutating func end(from start: Int) -> Int? {
        var depth = 1
        var offset = start
        var isWord = false
        while offset < bytes.count {
            let byte = bytes[offset]
            if !isWord || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                do {
                    if let end = try CELStringLiteral.end(in: bytes, from: offset) {
                        offset = end
                        isWord = false
                        continue
                    }
                } catch {
                    diagnostics.append(
                        CELDiagnostic(
                            "expression.syntax", "this text inside `$(…)` has no closing quote", error.range))
                    return nil
                }
            }
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return offset }
            case UInt8(ascii: "`"):
                if let close = bytes[(offset + 1)...].firstIndex(of: byte) { offset = close }
            default: break
            }
            isWord = CELName.isInside(bytes[offset])
            offset += 1
        }
        // With brackets of its own it is an expression, of which one was forgotten.
        let isExpression = bytes[start...].contains(UInt8(ascii: ")"))
        diagnostics.append(
            CELDiagnostic(
                "expression.syntax", "this `$(` has no closing parenthesis", start - 2..<start,
                help: isExpression
                    ? "\(depth == 1 ? "one `)` is" : "\(depth) `)` are") missing; `$(` as text is written `$$(`"
                    : "to write `$(` as text, write `$$(`"))
        return nil
    }
}
