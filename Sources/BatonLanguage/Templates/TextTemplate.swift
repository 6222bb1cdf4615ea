import BatonCEL
package import BatonDiagnostics
import BatonHTTP
import BatonJSON
package import BatonRegex
import BatonValues

/// A text with `$(…)` in it; the value of an expression is data and is never parsed again.
package struct TextTemplate: Sendable {
    package enum Piece: Sendable {
        case literal(String)
        case expression(Expression)
    }

    /// A text and whether a secret went into it.
    package struct Filled: Sendable {
        package var text: String
        package var isSecret: Bool
        /// The text with `***` in place of each secret that the output does not mask; the output masks all other
        /// secrets.
        package var shown: String

        package init(text: String, isSecret: Bool, shown: String) {
            self.text = text
            self.isSecret = isSecret
            self.shown = shown
        }
    }

    /// The pieces; nil for a text without expressions or escapes, as are most texts of a file.
    private let parts: [Piece]?
    /// The text as written in the file, for names and reports.
    package let written: String
    package let range: SourceRange

    package init(pieces: [Piece], written: String, range: SourceRange) {
        parts = pieces
        self.written = written
        self.range = range
    }

    /// A text without expressions or escapes.
    package init(written: String, range: SourceRange) {
        parts = nil
        self.written = written
        self.range = range
    }

    package var pieces: [Piece] { parts ?? (written.isEmpty ? [] : [.literal(written)]) }

    /// The text; nil where it contains an expression.
    package var literal: String? {
        guard let parts else { return written }
        if parts.isEmpty { return "" }
        guard parts.count == 1, case .literal(let text) = parts[0] else { return nil }
        return text
    }

    /// The folder before the first expression of a path, such as `downloads/` of `downloads/$(name)`; empty where there
    /// is none, nil where the path contains no expression.
    package var writtenFolder: String? {
        guard literal == nil else { return nil }
        guard case .literal(let text)? = pieces.first, let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            return ""
        }
        return String(text[...slash])
    }

    /// Whether an expression in the text has mistakes, which were reported.
    package var isMistaken: Bool {
        pieces.contains { piece in
            if case .expression(let expression) = piece { expression.program.isMistaken } else { false }
        }
    }

    /// The expression of a text that is exactly one `$(…)`.
    package var soleExpression: Expression? {
        guard let parts, parts.count == 1, case .expression(let expression) = parts[0] else { return nil }
        return expression
    }

    /// The largest filled text in bytes, the same limit as for the data that one evaluation makes.
    package static let mostBytes = CELLimits().madeBytes

    /// - Parameter written: the text that is put in for the value of an expression; the value's own unless given.
    package func fill(
        from scope: any TemplateScope,
        written: ((String, Expression) throws(StepFailure) -> String)? = nil
    ) throws(StepFailure) -> Filled {
        try fill(from: scope, written: written, sole: nil)
    }

    /// The text; nil where all of it is one expression that gives null or an empty optional, which leaves it out.
    package func filledOrNothing(from scope: any TemplateScope) throws(StepFailure) -> Filled? {
        guard let value = try soleExpression?.evaluate(in: scope) else { return try fill(from: scope) }
        return value.isNull || value.isEmptyOptional ? nil : try fill(from: scope, written: nil, sole: value)
    }

    /// - Parameter sole: the value of the sole expression, where it is known already.
    private func fill(
        from scope: any TemplateScope, written: ((String, Expression) throws(StepFailure) -> String)?,
        sole: CELValue?
    ) throws(StepFailure) -> Filled {
        if let literal { return Filled(text: literal, isSecret: false, shown: literal) }
        var filled = Filled(text: "", isSecret: false, shown: "")
        /// Places, in UTF-8 bytes, of secrets that the output does not mask.
        var hidden: [(place: Range<Int>, isFlag: Bool)] = []
        for piece in pieces {
            switch piece {
            case .literal(let text):
                filled.text += text
                filled.shown += text
            case .expression(let expression):
                let value = if let sole { sole } else { try expression.evaluate(in: scope) }
                let plain = try value.text(of: expression)
                let text = try written?(plain, expression) ?? plain
                let start = filled.text.utf8.count
                if start + text.utf8.count > Self.mostBytes {
                    throw StepFailure("the text takes more than \(Self.mostBytes >> 20) MB", at: expression.range)
                }
                filled.text += text
                guard value.holdsTaint else {
                    filled.shown += text
                    continue
                }
                filled.isSecret = true
                if value.isSearched(as: plain) {
                    scope.noteSecret(value)
                    scope.noteSecret(plain)
                    filled.shown += text
                } else {
                    filled.shown += "***"
                    let isFlag = value.boolValue != nil
                    if !text.isEmpty { hidden.append((start..<filled.text.utf8.count, isFlag)) }
                }
            }
        }
        for (place, isFlag) in hidden {
            let word = filled.text.word(around: place)
            scope.noteSecret(isFlag ? .word(word) : .number(word))
        }
        if filled.isSecret, hidden.isEmpty, beginsAsURL { scope.noteURL(filled.text) }
        return filled
    }

    /// Whether the scheme of a URL is literal text.
    private var beginsAsURL: Bool {
        guard case .literal(let start)? = pieces.first else { return false }
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    package func text(from scope: any TemplateScope) throws(StepFailure) -> String {
        try fill(from: scope).text
    }
}

extension CELValue {
    /// The value as a part of a text; throws for null and any other value without a text form.
    func text(of expression: Expression) throws(StepFailure) -> String {
        do {
            return try templateText()
        } catch {
            throw StepFailure("`\(expression.text)`: \(error.message)", at: expression.range)
        }
    }
}

extension String {
    /// The word at a place: the range with the adjoining letters, digits and underscores.
    fileprivate func word(around place: Range<Int>) -> String {
        let bytes = Array(utf8)
        let start = bytes[..<place.lowerBound].lastIndex { !$0.isInWord }.map { $0 + 1 } ?? 0
        let end = bytes[place.upperBound...].firstIndex { !$0.isInWord } ?? bytes.count
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}

/// A regular expression, compiled when the file is loaded unless `$(…)` stands in it.
package enum PatternTemplate: Sendable {
    case pattern(Pattern, written: String)
    indirect case template(TextTemplate)
}

extension PatternTemplate {
    /// The pattern with the values of its expressions, which are part of the regular expression.
    package func filled(
        from scope: any TemplateScope
    ) throws(StepFailure) -> (pattern: Pattern, written: String) {
        switch self {
        case .pattern(let pattern, let written): return (pattern, written)
        case .template(let text):
            let written = try text.text(from: scope)
            do {
                return (try Pattern(written), written)
            } catch {
                throw StepFailure("`\(written)` is no regular expression: \(error.message)", at: text.range)
            }
        }
    }
}

extension TextTemplate {
    /// A filled text at the place of its template.
    package init(literal: String, like template: TextTemplate) {
        self.init(
            pieces: literal.isEmpty ? [] : [.literal(literal)], written: template.written, range: template.range)
    }
}

/// A duration as written, or computed; in microseconds.
package enum DurationTemplate: Sendable {
    case literal(Int64)
    indirect case text(TextTemplate)
    indirect case expression(Expression)
}

extension DurationTemplate {
    /// Microseconds; a computed duration is a CEL duration or a text with a unit, and never negative.
    package func microseconds(from scope: any TemplateScope) throws(StepFailure) -> Int64 {
        switch self {
        case .literal(let microseconds): return microseconds
        case .text(let text):
            let filled = try text.text(from: scope)
            guard let microseconds = DurationText.microseconds(filled) else {
                throw StepFailure("`\(filled)` is no duration such as `500ms` or `30s`", at: text.range)
            }
            return microseconds
        case .expression(let expression):
            let value = try expression.evaluate(in: scope)
            if let microseconds = value.durationMicroseconds, microseconds >= 0 { return microseconds }
            if let text = value.stringValue, let microseconds = DurationText.microseconds(text) { return microseconds }
            throw StepFailure(
                "`\(expression.text)` is \(value.describedType), not a duration such as `500ms`",
                at: expression.range)
        }
    }
}

extension DurationText {
    /// Whole microseconds of a duration as written; nil for text that is no duration, and for a negative one.
    package static func microseconds(_ text: String) -> Int64? {
        guard let nanoseconds = nanoseconds(text), nanoseconds >= 0 else { return nil }
        return nanoseconds / 1000
    }
}
