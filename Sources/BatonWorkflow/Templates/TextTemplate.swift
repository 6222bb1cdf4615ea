import BatonCEL
package import BatonDiagnostics

/// A text with `$(…)` in it; what an expression yields is data and is never parsed again.
package struct TextTemplate: Sendable {
    package enum Piece: Sendable {
        case literal(String)
        case expression(Expression)
    }

    /// A text and whether a secret went into it.
    package struct Filled: Sendable {
        package var text: String
        package var isSecret: Bool
        /// The text with `***` for each piece of a secret that is not searched for in outputs; the others are masked there.
        package var shown: String

        package init(text: String, isSecret: Bool, shown: String) {
            self.text = text
            self.isSecret = isSecret
            self.shown = shown
        }
    }

    /// Nil for a text that means what is written: most texts of a file.
    private let parts: [Piece]?
    /// The text as written in the file, for names and reports.
    package let written: String
    package let range: SourceRange

    package init(pieces: [Piece], written: String, range: SourceRange) {
        parts = pieces
        self.written = written
        self.range = range
    }

    /// A text that means what is written.
    package init(written: String, range: SourceRange) {
        parts = nil
        self.written = written
        self.range = range
    }

    package var pieces: [Piece] { parts ?? (written.isEmpty ? [] : [.literal(written)]) }

    /// The text, where no expression is in it.
    package var literal: String? {
        guard let parts else { return written }
        if parts.isEmpty { return "" }
        guard parts.count == 1, case .literal(let text) = parts[0] else { return nil }
        return text
    }

    /// Of a path, the folder that is written out before the first expression, such as `downloads/` of
    /// `downloads/$(name)`: empty where there is none, and nil where all of the path is written out.
    package var writtenFolder: String? {
        guard literal == nil else { return nil }
        guard case .literal(let text)? = pieces.first, let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            return ""
        }
        return String(text[...slash])
    }

    /// The expression, where the text is exactly one.
    var soleExpression: Expression? {
        guard let parts, parts.count == 1, case .expression(let expression) = parts[0] else { return nil }
        return expression
    }

    /// Of a text with everything that its expressions put into it: as much as one evaluation may make.
    package static let mostBytes = CELLimits().madeBytes

    package func fill(from scope: any TemplateScope) throws(TemplateFailure) -> Filled {
        if let literal { return Filled(text: literal, isSecret: false, shown: literal) }
        var filled = Filled(text: "", isSecret: false, shown: "")
        /// Where pieces stand in the text that are masked only there, in UTF-8 bytes.
        var hidden: [(place: Range<Int>, isFlag: Bool)] = []
        for piece in pieces {
            switch piece {
            case .literal(let text):
                filled.text += text
                filled.shown += text
            case .expression(let expression):
                let value = try expression.evaluate(in: scope)
                let text = try value.text(of: expression)
                let start = filled.text.utf8.count
                if start + text.utf8.count > Self.mostBytes {
                    throw TemplateFailure("the text takes more than \(Self.mostBytes >> 20) MB", at: expression.range)
                }
                filled.text += text
                guard value.holdsTaint else {
                    filled.shown += text
                    continue
                }
                filled.isSecret = true
                if value.isSearched(as: text) {
                    scope.noteSecret(value)
                    scope.noteSecret(text)
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

    /// Whether scheme and host begin in text that is no secret.
    private var beginsAsURL: Bool {
        guard case .literal(let start)? = pieces.first else { return false }
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    package func text(from scope: any TemplateScope) throws(TemplateFailure) -> String {
        try fill(from: scope).text
    }
}

extension CELValue {
    /// The value as it enters mixed text; null and everything without a text form is a failure.
    func text(of expression: Expression) throws(TemplateFailure) -> String {
        do {
            return try templateText()
        } catch {
            throw TemplateFailure("`\(expression.text)`: \(error.message)", at: expression.range)
        }
    }
}

extension String {
    /// The piece at a place, with the adjoining letters, digits and underscores.
    fileprivate func word(around place: Range<Int>) -> String {
        let bytes = Array(utf8)
        func isInWord(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), 0x80...:
                true
            default: false
            }
        }
        let start = bytes[..<place.lowerBound].lastIndex { !isInWord($0) }.map { $0 + 1 } ?? 0
        let end = bytes[place.upperBound...].firstIndex { !isInWord($0) } ?? bytes.count
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}
