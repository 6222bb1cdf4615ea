/// Parses an expression by operator precedence. Nesting is limited, so that no input exhausts the stack.
struct CELParser {
    /// Maximum nesting of parentheses, brackets and calls (`nestingLimit`) and maximum depth of the tree (`treeLimit`).
    static let nestingLimit = 200
    static let treeLimit = 400
    static let lengthLimit = 1 << 20

    private var lexer: CELLexer
    var token: CELToken
    /// The end of the token before the current one.
    var previousEnd = 0
    private var nesting = 0

    static func parse(_ bytes: [UInt8]) throws(CELDiagnostic) -> CELSyntax {
        guard bytes.count <= lengthLimit else {
            throw CELDiagnostic("expression.too-large", "the expression is longer than 1 MB", 0..<1)
        }
        var parser = try CELParser(bytes)
        guard parser.token.kind != .end else {
            throw CELDiagnostic("expression.syntax", "the expression is empty", 0..<bytes.count)
        }
        let tree = try parser.expression()
        guard parser.token.kind == .end else {
            var diagnostic = parser.unexpected("an operator or the end of the expression")
            if case .sign(.closeParenthesis) = parser.token.kind {
                diagnostic.help = "no `(` is open here: take the `)` out"
            }
            throw diagnostic
        }
        return tree
    }

    private init(_ bytes: [UInt8]) throws(CELDiagnostic) {
        lexer = CELLexer(bytes)
        token = try lexer.next()
    }

    var bytes: [UInt8] { lexer.bytes }

    mutating func advance() throws(CELDiagnostic) {
        previousEnd = token.range.upperBound
        token = try lexer.next()
    }

    func text(_ range: Range<Int>) -> String { String(decoding: lexer.bytes[range], as: UTF8.self) }

    mutating func take(_ sign: CELToken.Sign) throws(CELDiagnostic) -> Bool {
        guard case .sign(sign) = token.kind else { return false }
        try advance()
        return true
    }

    func node(_ kind: CELSyntax.Kind, from start: Int) throws(CELDiagnostic) -> CELSyntax {
        let node = CELSyntax(kind, start..<previousEnd)
        guard node.depth <= Self.treeLimit else { throw tooDeep(at: start..<start + 1) }
        return node
    }

    private func tooDeep(at range: Range<Int>) -> CELDiagnostic {
        CELDiagnostic("expression.too-large", "the expression is nested too deeply", range)
    }

    mutating func expression() throws(CELDiagnostic) -> CELSyntax {
        nesting += 1
        defer { nesting -= 1 }
        guard nesting <= Self.nestingLimit else { throw tooDeep(at: token.range) }
        let start = token.range.lowerBound
        let condition = try operation(atLeast: 1)
        let question = token.range
        guard try take(.question) else { return condition }
        let first = try operation(atLeast: 1)
        guard try take(.colon) else {
            var diagnostic = unexpected("`:` and the other value of `? :`")
            if question.upperBound < bytes.count, bytes[question.upperBound] == UInt8(ascii: ".") {
                diagnostic = CELDiagnostic(
                    "expression.syntax", "`?.` is no operator", question.lowerBound..<question.upperBound + 1,
                    help: "a member that may be missing is written `a.?b`, with a value for that case "
                        + "`a.?b.orValue(0)`")
            }
            throw diagnostic
        }
        let second = try expression()
        return try node(.conditional(condition, first, second), from: start)
    }

    /// Precedence climbing: `||` 1, `&&` 2, relations 3, sums 4, products 5; all are left-associative.
    private mutating func operation(atLeast minimum: Int) throws(CELDiagnostic) -> CELSyntax {
        let start = token.range.lowerBound
        var left = try unary()
        while let (precedence, operation) = operatorHere(), precedence >= minimum {
            try advance()
            switch operation {
            case .or:
                var operands = [left, try self.operation(atLeast: 2)]
                while try take(.or) { operands.append(try self.operation(atLeast: 2)) }
                left = try node(.or(operands), from: start)
            case .and:
                var operands = [left, try self.operation(atLeast: 3)]
                while try take(.and) { operands.append(try self.operation(atLeast: 3)) }
                left = try node(.and(operands), from: start)
            case .binary(let binary):
                let right = try self.operation(atLeast: precedence + 1)
                left = try node(.binary(binary, left, right), from: start)
            }
        }
        return left
    }

    private enum Operator {
        case or, and
        case binary(CELSyntax.Binary)
    }

    private func operatorHere() -> (Int, Operator)? {
        switch token.kind {
        case .sign(let sign):
            switch sign {
            case .or: (1, .or)
            case .and: (2, .and)
            case .equal: (3, .binary(.equal))
            case .unequal: (3, .binary(.unequal))
            case .less: (3, .binary(.less))
            case .lessOrEqual: (3, .binary(.lessOrEqual))
            case .greater: (3, .binary(.greater))
            case .greaterOrEqual: (3, .binary(.greaterOrEqual))
            case .plus: (4, .binary(.plus))
            case .minus: (4, .binary(.minus))
            case .times: (5, .binary(.times))
            case .divided: (5, .binary(.divided))
            case .modulo: (5, .binary(.modulo))
            default: nil
            }
        case .name
        where token.range.count == 2 && bytes[token.range.lowerBound] == UInt8(ascii: "i")
            && bytes[token.range.lowerBound + 1] == UInt8(ascii: "n"):
            (3, .binary(.isIn))
        default: nil
        }
    }

    private mutating func unary() throws(CELDiagnostic) -> CELSyntax {
        var signs: [(CELSyntax.Unary, Int)] = []
        while case .sign(let sign) = token.kind, sign == .not || sign == .minus {
            let start = token.range.lowerBound
            try advance()
            if sign == .minus, token.kind == .number {
                let operand = try postfix(of: negativeNumber(from: start), from: start)
                return try apply(signs, to: operand)
            }
            signs.append((sign == .not ? .not : .negative, start))
        }
        let start = token.range.lowerBound
        let operand = try postfix(of: primary(), from: start)
        return try apply(signs, to: operand)
    }

    private func apply(_ signs: [(CELSyntax.Unary, Int)], to operand: CELSyntax) throws(CELDiagnostic) -> CELSyntax {
        var operand = operand
        for (sign, start) in signs.reversed() { operand = try node(.unary(sign, operand), from: start) }
        return operand
    }

    private mutating func negativeNumber(from start: Int) throws(CELDiagnostic) -> CELSyntax {
        let range = token.range
        let value = try CELNumberLiteral.value(of: text(range), at: range, isNegative: true)
        try advance()
        return try node(.literal(value), from: start)
    }

    private mutating func postfix(of operand: CELSyntax, from start: Int) throws(CELDiagnostic) -> CELSyntax {
        var operand = operand
        while case .sign(let sign) = token.kind {
            switch sign {
            case .dot:
                try advance()
                operand = try member(of: operand, from: start)
            case .openBracket:
                try advance()
                let opening = previousEnd - 1
                let isOptional = try take(.question)
                let index = try expression()
                try expectClosing(.closeBracket, "]", of: opening)
                operand = try node(.index(operand, index, isOptional: isOptional), from: start)
            default: return operand
            }
        }
        return operand
    }

    private mutating func member(of operand: CELSyntax, from start: Int) throws(CELDiagnostic) -> CELSyntax {
        let isOptional = try take(.question)
        let word: CELSyntax.Word
        switch token.kind {
        case .name: word = CELSyntax.Word(text: text(token.range), range: token.range)
        case .quotedName:
            let inner = token.range.lowerBound + 1..<token.range.upperBound - 1
            word = CELSyntax.Word(text: text(inner), range: token.range)
        default: throw unexpected("a name after the dot")
        }
        let isQuoted = token.kind == .quotedName
        try advance()
        guard !isOptional, !isQuoted, try take(.openParenthesis) else {
            return try node(.select(operand, word, isOptional: isOptional), from: start)
        }
        let arguments = try arguments(from: previousEnd - 1)
        return try node(.method(operand, word, arguments), from: start)
    }
}

/// Hints for syntax of other languages at places where CEL requires something else.
extension CELParser {
    /// The hint about the current token, which is not allowed here.
    func help(for found: String) -> String? {
        let start = token.range.lowerBound
        let before = previousEnd > 0 ? bytes[previousEnd - 1] : 0
        let isJoined = previousEnd == start && start > 0
        switch token.kind {
        case .name:
            if isJoined, CELLexer.isDigit(before) {
                return "a number has no unit; a duration is written `duration(\"5s\")`"
            }
            if isJoined, before == UInt8(ascii: "'") || before == UInt8(ascii: "\"") {
                return "a quote inside of a text is written `\\\(Character(Unicode.Scalar(before)))`, "
                    + "or the text stands between the other quotes"
            }
            return UnknownSigns.operatorHelp(found)
        case .sign(.greater) where isJoined && before == UInt8(ascii: "-"):
            return UnknownSigns.arrowHelp
        case .sign(.question) where isJoined && before == UInt8(ascii: "?"),
            .sign(.colon) where isJoined && before == UInt8(ascii: "?"):
            return "a value for the case that there is none is `a.?b.orValue(0)`"
        case .sign(.times) where before == UInt8(ascii: "["):
            return "of all elements: `list.map(x, x.name)`, or `jsonpath(value, \"$[*].name\")`"
        case .sign(.divided): return "a pattern is a text: `text.matches(\"pattern\")`"
        case .sign(.dot) where before == UInt8(ascii: "."):
            return "at any depth: `jsonpath(value, \"$..name\")`"
        case .string where before == UInt8(ascii: "."): return "such a name stands in brackets: `a[\"b c\"]`"
        case .sign(.comma)
        where CELLexer.isDigit(before) && token.range.upperBound < bytes.count
            && CELLexer.isDigit(bytes[token.range.upperBound]):
            return "a number has a point: `9.50`"
        default: return nil
        }
    }
}
