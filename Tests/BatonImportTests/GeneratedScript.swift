import BatonImport

/// A script made up from a seed, and beside its source the tree that it must have, so that the parser is not judged by itself.
struct GeneratedScript {
    /// A source with the tree that it has.
    struct Part {
        var text: String
        var tree: String
        /// How tightly its outermost operator binds; a looser part needs parentheses.
        var strength = Strength.primary
    }

    enum Strength {
        static let sequence = 0, assignment = 1, coalescing = 2, unary = 14, postfix = 15, call = 16, member = 17
        static let primary = 18
    }

    private var state: UInt64
    private var isAsync = false

    init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    static func make(seed: Int) -> Part {
        var generator = GeneratedScript(seed: seed)
        return generator.statements(depth: 4)
    }

    // MARK: Choices

    private mutating func random(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % bound
    }

    private mutating func pick<T>(_ values: [T]) -> T { values[random(values.count)] }

    private mutating func space() -> String {
        pick([" ", " ", " ", " ", "\n", "\t", " /* a; */ ", " // b\n", "\r\n", "\u{A0}"])
    }

    /// What may stand between tokens of which one is no name and no number.
    private mutating func gap() -> String { random(3) > 0 ? "" : space() }

    private mutating func join(_ parts: [String]) -> String {
        var text = ""
        for (index, part) in parts.enumerated() { text += (index > 0 ? space() : "") + part }
        return text
    }

    private mutating func list<T>(_ maximum: Int, _ make: (inout GeneratedScript) -> T) -> [T] {
        var values: [T] = []
        for _ in 0..<random(maximum + 1) { values.append(make(&self)) }
        return values
    }

    private mutating func name() -> String { pick(["a", "b", "data", "$x", "_", "of", "let_", "async1", "é", "pm"]) }

    // MARK: Statements

    private mutating func statements(depth: Int) -> Part {
        let parts = list(4) { $0.statement(depth: depth) }
        var text = ""
        for (index, part) in parts.enumerated() {
            if index > 0 { text += space() }
            text += part.text
        }
        return Part(text: text, tree: parts.map(\.tree).joined(separator: " "))
    }

    private mutating func block(depth: Int) -> Part {
        let inner = statements(depth: depth - 1)
        return Part(text: "{" + gap() + inner.text + gap() + "}", tree: "{" + inner.tree + "}")
    }

    /// `;`, or a new line before what cannot go on with the statement.
    private mutating func end() -> String { pick([";", ";", " ;", "\n;", "\nvar", "}"]) }

    private mutating func finished(_ text: String, _ tree: String) -> Part {
        switch end() {
        case "\nvar": Part(text: text + "\nvar z;", tree: tree + " (var (z))")
        case "}": Part(text: "{" + text + "}", tree: "{" + tree + "}")
        case let sign: Part(text: text + sign, tree: tree)
        }
    }

    private mutating func statement(depth: Int) -> Part {
        if depth <= 0 { return finishedExpression(depth: 0) }
        switch random(17) {
        case 0...2: return finishedExpression(depth: depth)
        case 3: return variables(depth: depth)
        case 4:
            let (text, tree) = function(depth: depth, name: name(), word: "declare")
            return Part(text: text + ";", tree: tree + " ;")
        case 5: return block(depth: depth)
        case 6, 7: return choice(depth: depth)
        case 8, 9: return loop(depth: depth)
        case 10:
            let value = random(2) == 0 ? nil : expression(depth: depth - 1)
            return finished(
                "return" + (value.map { " " + $0.text } ?? ""), "(return" + (value.map { " " + $0.tree } ?? "") + ")")
        case 11:
            let word = pick(["break", "continue"])
            return finished(word + " a", "(\(word) a)")
        case 12:
            let body = block(depth: depth)
            return Part(text: "outer:" + gap() + body.text, tree: "(label outer \(body.tree))")
        case 13:
            let value = expression(depth: depth - 1)
            return finished("throw " + value.text, "(throw \(value.tree))")
        case 14: return attempt(depth: depth)
        case 15: return selection(depth: depth)
        default: return Part(text: ";", tree: ";")
        }
    }

    private mutating func finishedExpression(depth: Int) -> Part {
        var value = expression(depth: depth)
        if value.text.hasPrefix("{") || value.text.hasPrefix("function") || value.text.hasPrefix("async") {
            value = parenthesized(value)
        }
        return finished(value.text, value.tree)
    }

    private mutating func variables(depth: Int) -> Part {
        let keyword = pick(["var", "let", "const"])
        var texts: [String] = []
        var trees: [String] = []
        for _ in 0...random(2) {
            let target = pattern(depth: depth - 1, isBinding: true)
            let value = wrapped(expression(depth: depth - 1), Strength.assignment)
            texts.append(join([target.text, "=", value.text]))
            trees.append("(\(target.tree) \(value.tree))")
        }
        return finished(
            keyword + space() + texts.joined(separator: gap() + "," + gap()),
            "(\(keyword) \(trees.joined(separator: " ")))")
    }

    private mutating func choice(depth: Int) -> Part {
        let test = expression(depth: depth - 1)
        let then = block(depth: depth)
        let head = "if" + gap() + "(" + test.text + ")" + gap() + then.text
        if random(2) == 0 { return Part(text: head, tree: "(if \(test.tree) \(then.tree))") }
        let otherwise = random(2) == 0 ? choice(depth: depth - 1) : block(depth: depth)
        return Part(
            text: head + gap() + "else" + space() + otherwise.text,
            tree: "(if \(test.tree) \(then.tree) \(otherwise.tree))")
    }

    private mutating func loop(depth: Int) -> Part {
        let body = block(depth: depth)
        let value = expression(depth: depth - 1)
        switch random(4) {
        case 0:
            return Part(text: "while (\(value.text))" + gap() + body.text, tree: "(while \(value.tree) \(body.tree))")
        case 1:
            return Part(
                text: "do" + gap() + body.text + gap() + "while (\(value.text))" + pick([";", "\n;"]),
                tree: "(do \(body.tree) \(value.tree))")
        case 2:
            let target = pattern(depth: 1, isBinding: true)
            let word = pick(["of", "in"])
            let source = wrapped(value, Strength.assignment)
            let keyword = pick(["let", "const", "var"])
            return Part(
                text: "for" + gap() + "(" + join([keyword, target.text, word, source.text]) + ")" + body.text,
                tree: "(for-\(word) \(target.tree) \(source.tree) \(body.tree))")
        default:
            let start = wrapped(expression(depth: depth - 1), Strength.primary)
            return Part(
                text: "for (let i = (\(start.text)); \(value.text); i++)" + gap() + body.text,
                tree: "(for (let (i \(start.tree))) \(value.tree) (i ++) \(body.tree))")
        }
    }

    private mutating func attempt(depth: Int) -> Part {
        let body = block(depth: depth)
        let handler = block(depth: depth)
        let finalizer = block(depth: depth)
        let parameter = random(2) == 0 ? nil : pattern(depth: 1, isBinding: true)
        let caught =
            "(catch" + (parameter.map { " " + $0.tree } ?? "") + " \(handler.tree))"
        let text =
            "try" + gap() + body.text + gap() + "catch" + (parameter.map { " (\($0.text))" } ?? "") + handler.text
        if random(2) == 0 { return Part(text: text, tree: "(try \(body.tree) \(caught))") }
        return Part(
            text: text + "finally" + finalizer.text, tree: "(try \(body.tree) \(caught) (finally \(finalizer.tree)))")
    }

    private mutating func selection(depth: Int) -> Part {
        let value = expression(depth: depth - 1)
        let test = expression(depth: depth - 1)
        let first = statements(depth: depth - 1)
        let second = block(depth: depth)
        let firstTree = "(" + [test.tree, first.tree].filter { !$0.isEmpty }.joined(separator: " ") + ")"
        return Part(
            text: "switch (\(value.text)) { case \(test.text):" + gap() + first.text + gap()
                + " default:\(second.text)}",
            tree: "(switch \(value.tree) \(firstTree) (default \(second.tree)))")
    }

    // MARK: Functions and patterns

    private mutating func parameters(depth: Int) -> Part {
        var parts = list(2) { generator -> Part in
            let target = generator.pattern(depth: depth - 1, isBinding: true)
            if generator.random(3) > 0 { return target }
            let value = generator.wrapped(generator.expression(depth: depth - 1), Strength.assignment)
            return Part(text: "\(target.text) = \(value.text)", tree: "(default \(target.tree) \(value.tree))")
        }
        if random(4) == 0 { parts.append(Part(text: "...rest", tree: "...rest")) }
        let comma = parts.last.map { !$0.tree.hasPrefix("...") } == true && random(4) == 0 ? "," : ""
        return Part(
            text: "(" + gap() + parts.map(\.text).joined(separator: gap() + "," + gap()) + comma + ")",
            tree: "[" + parts.map(\.tree).joined(separator: " ") + "]")
    }

    private mutating func function(depth: Int, name: String?, word: String) -> (text: String, tree: String) {
        let outer = isAsync
        isAsync = random(3) == 0
        let list = parameters(depth: depth - 1)
        let body = block(depth: depth)
        let text =
            (isAsync ? "async " : "") + "function" + (name.map { " " + $0 } ?? "") + list.text + gap() + body.text
        let head = (isAsync ? ["async"] : []) + [word] + (name.map { [$0] } ?? [])
        isAsync = outer
        return (text, "(" + (head + [list.tree, body.tree]).joined(separator: " ") + ")")
    }

    private mutating func arrow(depth: Int) -> Part {
        let outer = isAsync
        let single = random(3) == 0
        // Parameters of an arrow hold no `await`.
        isAsync = false
        let list = single ? Part(text: "x", tree: "[x]") : parameters(depth: depth - 1)
        isAsync = random(3) == 0
        let head = (isAsync ? "async " : "") + list.text + " =>" + gap()
        let word = isAsync ? "async function" : "function"
        defer { isAsync = outer }
        if random(2) == 0 {
            let body = block(depth: depth)
            return Part(
                text: head + body.text, tree: "(\(word) \(list.tree) \(body.tree))", strength: Strength.assignment)
        }
        var value = wrapped(expression(depth: depth - 1), Strength.assignment)
        if value.text.hasPrefix("{") { value = parenthesized(value) }
        return Part(
            text: head + value.text, tree: "(\(word) \(list.tree) => {(return \(value.tree))})",
            strength: Strength.assignment)
    }

    private mutating func pattern(depth: Int, isBinding: Bool) -> Part {
        if depth <= 0 || random(3) > 0 {
            let name = name()
            if isBinding || random(2) == 0 { return Part(text: name, tree: name) }
            return Part(text: name + ".b", tree: "(. \(name) b)")
        }
        var parts = list(2) { generator -> Part in
            let target = generator.pattern(depth: depth - 1, isBinding: isBinding)
            if generator.random(2) == 0 { return target }
            return Part(text: target.text + " = 1", tree: "(default \(target.tree) 1)")
        }
        if random(2) == 0 {
            if random(3) == 0 { parts.insert(Part(text: "", tree: "_"), at: 0) }
            if random(3) == 0 { parts.append(Part(text: "...b", tree: "...b")) }
            let comma = parts.last?.text.isEmpty == true ? "," : ""
            return Part(
                text: "[" + parts.map(\.text).joined(separator: ", ") + comma + "]",
                tree: "[" + parts.map(\.tree).joined(separator: " ") + "]")
        }
        var properties = parts.map { Part(text: "k: \($0.text)", tree: "(\"k\" \($0.tree))") }
        if random(2) == 0 { properties.append(Part(text: "s", tree: "(\"s\" s)")) }
        if random(2) == 0 { properties.append(Part(text: "d = 2", tree: "(\"d\" (default d 2))")) }
        if random(3) == 0 { properties.append(Part(text: "...r", tree: "...r")) }
        return Part(
            text: "{" + properties.map(\.text).joined(separator: ", ") + "}",
            tree: "{" + properties.map(\.tree).joined(separator: " ") + "}")
    }

    // MARK: Expressions

    private mutating func parenthesized(_ part: Part) -> Part {
        Part(text: "(" + gap() + part.text + gap() + ")", tree: part.tree)
    }

    private mutating func wrapped(_ part: Part, _ strength: Int) -> Part {
        part.strength < strength || random(8) == 0 ? parenthesized(part) : part
    }

    private mutating func expression(depth: Int) -> Part {
        if depth <= 0 { return leaf() }
        switch random(18) {
        case 0...2: return leaf()
        case 3: return sequence(depth: depth)
        case 4:
            let target = pattern(depth: depth - 1, isBinding: false)
            let value = wrapped(expression(depth: depth - 1), Strength.assignment)
            return Part(
                text: join([target.text, "=", value.text]), tree: "(= \(target.tree) \(value.tree))",
                strength: Strength.assignment)
        case 5: return arrow(depth: depth)
        case 6: return conditional(depth: depth)
        case 7...9: return binary(depth: depth)
        case 10: return unary(depth: depth)
        case 11: return Part(text: "x.y--", tree: "((. x y) --)", strength: Strength.postfix)
        case 12, 13: return link(depth: depth)
        case 14: return array(depth: depth)
        case 15: return object(depth: depth)
        case 16: return template(depth: depth)
        default:
            let (text, tree) = function(depth: depth, name: random(2) == 0 ? name() : nil, word: "function")
            return Part(text: text, tree: tree)
        }
    }

    private mutating func leaf() -> Part {
        let leaves: [(String, String)] = [
            ("this", "this"), ("null", "null"), ("true", "true"), ("0x1F", "31"), ("0b101", "5"), ("0o17", "15"),
            ("1.5e1", "15"), (".5", "0.5"), ("7", "7"), ("1_000", "1000"), ("'it\\'s'", "it's".debugDescription),
            ("\"\\u0041\\x42\\n\"", "\"AB\\n\""), ("'\\ud83d\\ude00'", "\"😀\""), ("'\\ud83d'", "\"\u{FFFD}\""),
            ("/[/]\\/+/gi", "/[/]\\/+/gi"), ("/=a/", "/=a/"), ("``", "(template \"\")"),
        ]
        if random(2) == 0 {
            let name = name()
            return Part(text: name, tree: name)
        }
        let (text, tree) = pick(leaves)
        return Part(text: text, tree: tree)
    }

    private mutating func sequence(depth: Int) -> Part {
        let first = wrapped(expression(depth: depth - 1), Strength.assignment)
        let second = wrapped(expression(depth: depth - 1), Strength.assignment)
        return Part(
            text: first.text + gap() + "," + gap() + second.text, tree: "(, \(first.tree) \(second.tree))",
            strength: Strength.sequence)
    }

    private mutating func conditional(depth: Int) -> Part {
        let test = wrapped(expression(depth: depth - 1), Strength.coalescing)
        let first = wrapped(expression(depth: depth - 1), Strength.assignment)
        let second = wrapped(expression(depth: depth - 1), Strength.assignment)
        return Part(
            text: join([test.text, "?", first.text, ":", second.text]),
            tree: "(? \(test.tree) \(first.tree) \(second.tree))", strength: Strength.assignment)
    }

    private mutating func binary(depth: Int) -> Part {
        let table: [(String, Int)] = [
            ("??", 2), ("||", 3), ("&&", 4), ("|", 5), ("^", 6), ("&", 7), ("==", 8), ("!==", 8), ("<", 9),
            (">=", 9), ("instanceof", 9), ("in", 9), (">>>", 10), ("<<", 10), ("+", 11), ("-", 11), ("*", 12),
            ("/", 12), ("%", 12), ("**", 13),
        ]
        let (sign, strength) = pick(table)
        var left = expression(depth: depth - 1)
        var right = expression(depth: depth - 1)
        switch sign {
        case "??":
            left = wrapped(left, left.strength == Strength.coalescing ? Strength.coalescing : 5)
            right = wrapped(right, 5)
        case "**":
            left = wrapped(left, Strength.postfix)
            right = wrapped(right, strength)
        default:
            left = wrapped(left, strength)
            right = wrapped(right, strength + 1)
        }
        return Part(
            text: join([left.text, sign, right.text]), tree: "(\(sign) \(left.tree) \(right.tree))", strength: strength)
    }

    private mutating func unary(depth: Int) -> Part {
        let sign = isAsync && random(2) == 0 ? "await" : pick(["!", "-", "+", "~", "typeof", "void", "delete"])
        let value = wrapped(expression(depth: depth - 1), Strength.unary)
        return Part(text: join([sign, value.text]), tree: "(\(sign) \(value.tree))", strength: Strength.unary)
    }

    private mutating func arguments(depth: Int) -> Part {
        let parts = list(2) { generator -> Part in
            let value = generator.wrapped(generator.expression(depth: depth - 1), Strength.assignment)
            if generator.random(5) > 0 { return value }
            return Part(text: "..." + value.text, tree: "..." + value.tree)
        }
        let comma = parts.isEmpty || random(4) > 0 ? "" : ","
        return Part(
            text: "(" + gap() + parts.map(\.text).joined(separator: "," + gap()) + comma + ")",
            tree: parts.map { " " + $0.tree }.joined())
    }

    private mutating func link(depth: Int) -> Part {
        let values = arguments(depth: depth)
        if random(6) == 0 { return Part(text: "new a.B" + values.text, tree: "(new (. a B)\(values.tree))") }
        let object = wrapped(expression(depth: depth - 1), Strength.call)
        let index = expression(depth: depth - 1)
        let (text, tree): (String, String) =
            switch random(7) {
            case 0: (gap() + "[" + index.text + "]", "([] \(object.tree) \(index.tree))")
            case 1: (space() + ".of", "(. \(object.tree) of)")
            case 2: (space() + ".if", "(. \(object.tree) if)")
            case 3: (" ?.b", "(?. \(object.tree) b)")
            case 4: ("`t`", "(tag \(object.tree) \"t\")")
            case 5: (" ?.[" + index.text + "]", "(?.[] \(object.tree) \(index.tree))")
            default: (gap() + values.text, "(call \(object.tree)\(values.tree))")
            }
        return Part(text: object.text + text, tree: tree, strength: Strength.call)
    }

    private mutating func array(depth: Int) -> Part {
        var parts = list(3) { $0.wrapped($0.expression(depth: depth - 1), Strength.assignment) }
        if !parts.isEmpty, random(4) == 0 { parts.insert(Part(text: "", tree: "_"), at: 0) }
        let comma = parts.isEmpty || random(3) > 0 ? "" : ","
        return Part(
            text: "[" + gap() + parts.map(\.text).joined(separator: gap() + "," + gap()) + comma + gap() + "]",
            tree: "[" + parts.map(\.tree).joined(separator: " ") + "]")
    }

    private mutating func object(depth: Int) -> Part {
        let parts = list(3) { generator -> Part in
            let value = generator.wrapped(generator.expression(depth: depth - 1), Strength.assignment)
            switch generator.random(6) {
            case 0: return Part(text: "if: \(value.text)", tree: "(\"if\" \(value.tree))")
            case 1: return Part(text: "'a b': \(value.text)", tree: "(\"a b\" \(value.tree))")
            case 2: return Part(text: "1.0: \(value.text)", tree: "(\"1\" \(value.tree))")
            case 3: return Part(text: "[a]: \(value.text)", tree: "([a] \(value.tree))")
            case 4: return Part(text: "get", tree: "(\"get\" get)")
            default: return Part(text: "...\(value.text)", tree: "...\(value.tree)")
            }
        }
        return Part(
            text: "{" + gap() + parts.map(\.text).joined(separator: "," + gap()) + "}",
            tree: "{" + parts.map(\.tree).joined(separator: " ") + "}")
    }

    private mutating func template(depth: Int) -> Part {
        let value = expression(depth: depth - 1)
        return Part(
            text: "`a\\`\r\n${" + gap() + value.text + gap() + "}$}`",
            tree: "(template \"a`\\n\" \(value.tree) \"$}\")")
    }
}
