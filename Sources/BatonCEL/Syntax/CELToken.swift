/// One token of an expression.
struct CELToken {
    enum Kind: Equatable {
        case name
        /// A name between backticks, allowed only after a dot.
        case quotedName
        case number
        case string
        case sign(Sign)
        case end
    }

    enum Sign: UInt8 {
        case or, and, equal, unequal, less, lessOrEqual, greater, greaterOrEqual
        case plus, minus, times, divided, modulo, not
        case question, colon, comma, dot
        case openParenthesis, closeParenthesis, openBracket, closeBracket, openBrace, closeBrace
    }

    var kind: Kind
    var range: Range<Int>
}

extension CELIssue: Error {}
