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

        package init(text: String, isSecret: Bool) {
            self.text = text
            self.isSecret = isSecret
        }
    }

    package let pieces: [Piece]
    /// The text as written in the file, for names and reports.
    package let written: String
    package let range: SourceRange

    package init(pieces: [Piece], written: String, range: SourceRange) {
        self.pieces = pieces
        self.written = written
        self.range = range
    }

    /// The text, where no expression is in it.
    package var literal: String? {
        if pieces.isEmpty { return "" }
        guard pieces.count == 1, case .literal(let text) = pieces[0] else { return nil }
        return text
    }

    package func fill(from scope: any TemplateScope) throws(TemplateFailure) -> Filled {
        if let literal { return Filled(text: literal, isSecret: false) }
        var filled = Filled(text: "", isSecret: false)
        for piece in pieces {
            switch piece {
            case .literal(let text):
                filled.text += text
            case .expression(let expression):
                let value = try expression.evaluate(in: scope)
                let text = try value.text(of: expression)
                if value.isTainted {
                    filled.isSecret = true
                    scope.noteSecret(text)
                }
                filled.text += text
            }
        }
        return filled
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
