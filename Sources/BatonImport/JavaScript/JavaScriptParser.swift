/// Reads a script of ES2015 (ECMA-262, 6th edition) with the additions that scripts of collections use: `async` and `await`,
/// `??`, `?.`, `**`, `catch` without a name, commas at the end of parameters, spread in objects.
///
/// It reads one token ahead and never goes back: what may turn out to be the parameters of an arrow or the left side of an
/// assignment is read as an expression and then converted (`JavaScriptParser+Patterns`). Operators are combined with a stack of
/// their own, so only brackets and statements use the stack of the program. Of the errors that the standard demands beyond its
/// grammar (names declared twice, `break` outside of a loop) none is looked for.
package struct JavaScriptParser {
    /// Maximum nesting of brackets, functions and statements.
    package static let nestingLimit = 200
    /// Maximum number of operators, members and calls along one path of the tree, because code that walks through it recurses.
    package static let chainLimit = 500
    /// In bytes.
    package static let sizeLimit = 5_000_000

    enum AwaitMeaning {
        /// In functions that are not `async`.
        case name
        /// In `async` functions.
        case `operator`
        /// Outside of functions: an operator where a value follows.
        case either
    }

    var lexer: JavaScriptLexer
    var token: JavaScriptToken
    /// The end of the token before the current one.
    var previousEnd = 0
    var awaitMeaning = AwaitMeaning.either
    /// False in the head of a `for`, where `in` belongs to the statement.
    var allowsIn = true
    /// Where the current assignment expression begins: an arrow stands only there.
    var assignmentStart = -1
    /// The end of the arrow that was read last: no operator follows it.
    var arrowEnd = -1
    /// The offset of a `{a = 1}` that is not yet known to be a pattern.
    var unclaimedDefault: Int?
    private var nesting = 0
    private var height = 0

    package static func program(_ text: String) throws(JavaScriptError) -> JavaScriptProgram {
        guard text.utf8.count <= sizeLimit else {
            throw JavaScriptError(line: 1, column: 1, message: "the script is longer than 5 MB")
        }
        let source = JavaScriptSource(text)
        var parser = try JavaScriptParser(source)
        var statements: [JavaScriptStatement] = []
        while parser.token.kind != .end { statements.append(try parser.statement()) }
        return JavaScriptProgram(statements: statements, source: source)
    }

    private init(_ source: JavaScriptSource) throws(JavaScriptError) {
        lexer = JavaScriptLexer(source)
        token = try lexer.next()
    }

    // MARK: Depth

    /// Goes one level down; the result is for ``ascend(_:)``.
    mutating func descend() throws(JavaScriptError) -> Int {
        nesting += 1
        guard nesting <= Self.nestingLimit else {
            throw error("the script is nested in more than \(Self.nestingLimit) levels")
        }
        return beginChain()
    }

    mutating func ascend(_ outer: Int) {
        nesting -= 1
        height += 1
        endChain(outer)
    }

    /// Begins to count the links of a chain such as `a.b.c` or `a + b + c`; the result is for ``endChain(_:)``.
    mutating func beginChain() -> Int {
        let outer = height
        height = 0
        return outer
    }

    mutating func link() throws(JavaScriptError) {
        height += 1
        if height > Self.chainLimit {
            throw error("more than \(Self.chainLimit) operators, members and calls stand in one expression")
        }
    }

    mutating func endChain(_ outer: Int) { height = max(outer, height) }

    // MARK: Tokens

    mutating func advance() throws(JavaScriptError) {
        previousEnd = token.range.upperBound
        token = try lexer.next()
    }

    /// The token behind the current one.
    func peek() throws(JavaScriptError) -> JavaScriptToken {
        var lexer = lexer
        return try lexer.next()
    }

    func isSign(_ text: String) -> Bool { token.kind == .sign(text) }

    func isKeyword(_ text: String) -> Bool { token.kind == .name(text) }

    mutating func take(_ sign: String) throws(JavaScriptError) -> Bool {
        guard isSign(sign) else { return false }
        try advance()
        return true
    }

    mutating func takeKeyword(_ name: String) throws(JavaScriptError) -> Bool {
        guard isKeyword(name) else { return false }
        try advance()
        return true
    }

    mutating func expect(_ sign: String) throws(JavaScriptError) {
        guard try take(sign) else { throw unexpected("`\(sign)`") }
    }

    /// The end of a statement: `;`, or where the standard inserts one (ECMA-262, 11.9).
    mutating func semicolon() throws(JavaScriptError) {
        if try take(";") { return }
        if isSign("}") || token.kind == .end || token.followsLineBreak { return }
        throw unexpected("an operator, `;` or a new line")
    }

    func error(_ message: String) -> JavaScriptError { error(message, at: token.range.lowerBound) }

    func error(_ message: String, at offset: Int) -> JavaScriptError { lexer.error(message, at: offset) }

    func unexpected(_ expected: String) -> JavaScriptError {
        let found =
            switch token.kind {
            case .end: "the end of the script"
            case .string: "a string"
            case .number: "a number"
            case .sign(let text): "`\(text)`"
            case .name(let name), .escapedName(let name):
                Self.reserved.contains(name) ? "the keyword `\(name)`" : "a name"
            }
        return error("expected \(expected), found \(found)")
    }

    func node(_ kind: JavaScriptExpression.Kind, from start: Int) -> JavaScriptExpression {
        JavaScriptExpression(kind: kind, range: start..<previousEnd)
    }

    // MARK: Names

    static let reserved: Set<String> = [
        "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum",
        "export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "new", "null",
        "return", "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with",
    ]

    /// What is known and not read.
    static let refused: [String: String] = [
        "class": "classes are not read", "super": "classes are not read", "import": "modules are not read",
        "export": "modules are not read", "with": "`with` is not read",
    ]

    /// A name that stands for a variable; nil if none stands here.
    mutating func takeName() throws(JavaScriptError) -> String? {
        switch token.kind {
        case .name(let name), .escapedName(let name):
            if Self.reserved.contains(name) { return nil }
            try advance()
            return name
        default:
            return nil
        }
    }

    /// A name behind `.` or before `:`, which may be a reserved word.
    mutating func takeMemberName() throws(JavaScriptError) -> String? {
        switch token.kind {
        case .name(let name), .escapedName(let name):
            try advance()
            return name
        default:
            return nil
        }
    }
}
