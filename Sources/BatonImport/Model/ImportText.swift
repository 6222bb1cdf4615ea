/// A text in which `$(…)` stands for values. The writer writes expressions between `$(` and `)`, and `$$(` for a literal `$(`.
package struct ImportText: Sendable, Equatable {
    package enum Piece: Sendable, Equatable {
        case literal(String)
        /// An expression in CEL, without `$(` and `)`.
        case expression(String)
    }

    package private(set) var pieces: [Piece] = []

    package init() {}

    package init(_ literal: String) {
        append(.literal(literal))
    }

    package init(expression: String) {
        append(.expression(expression))
    }

    /// Neighbouring literals become one; an empty one is none.
    package mutating func append(_ piece: Piece) {
        guard case .literal(let text) = piece else {
            pieces.append(piece)
            return
        }
        if text.isEmpty { return }
        if case .literal(let last)? = pieces.last {
            pieces[pieces.count - 1] = .literal(last + text)
        } else {
            pieces.append(piece)
        }
    }

    package mutating func append(_ text: ImportText) {
        for piece in text.pieces { append(piece) }
    }

    package var isEmpty: Bool { pieces.isEmpty }

    /// The text where it holds no expression.
    package var literal: String? {
        switch (pieces.first, pieces.count) {
        case (nil, _): ""
        case (.literal(let text)?, 1): text
        default: nil
        }
    }

    /// The expression where the text is nothing else, so that its value keeps its type.
    package var expression: String? {
        guard pieces.count == 1, case .expression(let text)? = pieces.first else { return nil }
        return text
    }
}

/// A value of any shape in which texts may hold expressions.
package indirect enum ImportedValue: Sendable, Equatable {
    case null
    case boolean(Bool)
    /// A number with its digits as written.
    case number(String)
    case text(ImportText)
    case list([ImportedValue])
    case map([Member])

    package struct Member: Sendable, Equatable {
        package var name: ImportText
        package var value: ImportedValue

        package init(name: ImportText, value: ImportedValue) {
            self.name = name
            self.value = value
        }
    }
}
