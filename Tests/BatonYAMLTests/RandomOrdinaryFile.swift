import FuzzTargets

/// Makes files of nested collections, nearly all of them sound and without anything rare, written in all the ways that
/// people write them.
struct RandomOrdinaryFile {
    private var numbers: SeededNumbers
    private var lines: [String] = []
    private var names = 0
    private static let words = [
        "a", "status", "é", "$.token", "12", "-3", "true", "null", "http://x/y?a=b", "x#y", "it's", "a: b", "a {b}",
        "$(f(1))",
        "$(", "{{x}}", "\\", "a  b", "-", "- a", "?", ".5", "\"", "a, b", "[", "100%", "@x", "a:b", "~", "<<", "#",
    ]

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    mutating func file() -> String {
        lines = []
        names = 0
        let margin = chance(20) ? 2 : 0
        if chance(4) { sequence(margin, depth: 0, first: nil) } else { mapping(margin, depth: 0, first: nil) }
        var text = lines.joined(separator: "\n")
        if !chance(8) { text += "\n" }
        return text
    }

    private mutating func chance(_ most: Int) -> Bool { Int.random(in: 0..<most, using: &numbers) == 0 }
    private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &numbers) ?? "" }
    private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    /// A line's start: what is before the first key or dash of a collection, or its indentation.
    private mutating func start(_ column: Int, _ first: inout String?) -> String {
        defer { first = nil }
        if let first { return first }
        if chance(9) { lines.append(pick(["", "   ", "# é", spaces(column) + "# - a: b", "  \t"])) }
        return spaces(chance(60) ? column + 1 : column)
    }

    private mutating func end(_ line: String) {
        lines.append(line + (chance(9) ? pick([" ", " # c", "  # a: b", "#", "\t"]) : ""))
    }

    private mutating func mapping(_ column: Int, depth: Int, first: String?) {
        var first = first
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            names += 1
            let name = chance(40) ? "again" : "k\(names)"
            let key =
                start(column, &first) + pick([name, name, "\"\(name)\"", "'é \(name)'", "$.\(name)"])
                + pick(["", "", "", " "])
            value(key + ":", column, depth, isItem: false)
        }
    }

    private mutating func sequence(_ column: Int, depth: Int, first: String?) {
        var first = first
        for _ in 0..<Int.random(in: 1...3, using: &numbers) {
            let dash = start(column, &first) + "-"
            let blank = pick([" ", " ", "   "])
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0 where depth < 4: sequence((dash + blank).count, depth: depth + 1, first: dash + blank)
            case 1...3 where depth < 4: mapping((dash + blank).count, depth: depth + 1, first: dash + blank)
            default: value(dash, column, depth, isItem: true)
            }
        }
    }

    /// What stands behind a colon or a dash.
    private mutating func value(_ before: String, _ column: Int, _ depth: Int, isItem: Bool) {
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0...1 where depth < 4:
            end(before)
            mapping(column + pickWidth(), depth: depth + 1, first: nil)
        case 2...3 where depth < 4:
            end(before)
            sequence(column + (isItem ? 2 : pickWidth() - 1), depth: depth + 1, first: nil)
        case 4: block(before + " ", column)
        case 5...6: end(before + " " + flow(depth: 0, column))
        case 7 where chance(6): end(before)
        default: end(before + pick([" ", " ", "  "]) + scalar(isInFlow: false))
        }
    }

    private mutating func pickWidth() -> Int { Int.random(in: 1...4, using: &numbers) }

    private mutating func scalar(isInFlow: Bool) -> String {
        let word = pick(Self.words)
        let text = chance(3) ? word + pick([" ", "  ", "-", ":"]) + pick(Self.words) : word
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: return "'" + text.replacing("'", with: chance(20) ? "'" : "''") + "'"
        case 1:
            return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: pick(["\\\"", "\\n", "\\u0041"]))
                + "\""
        default: return chance(3) ? text : pick(["a", "Ada Lovelace", "200", "$(f(1))", "é-1", "x.y/z"])
        }
    }

    private mutating func flow(depth: Int, _ column: Int) -> String {
        func gap(_ file: inout Self) -> String {
            file.pick([
                "", " ", " ", "  ", file.chance(4) ? "\n" + file.spaces(column + 2) : "",
                file.chance(6) ? " # c\n  " : "",
            ])
        }
        let isMap = chance(2)
        var text = isMap ? "{" : "["
        let count = Int.random(in: 0...3, using: &numbers)
        for index in 0..<count {
            names += 1
            text += gap(&self)
            if isMap { text += pick(["k\(names): ", "\"k\(names)\":", "'k\(names)' : ", "k\(names) :\n "]) }
            text += depth < 3 && chance(4) ? flow(depth: depth + 1, column) : scalar(isInFlow: true)
            text += gap(&self) + (index < count - 1 || chance(5) ? "," : "")
        }
        return text + gap(&self) + (isMap ? "}" : "]")
    }

    private mutating func block(_ before: String, _ column: Int) {
        lines.append(before + pick(["|", "|-", "|+", ">", ">-", ">+", "| ", "|2", "| # c"]))
        let margin = spaces(column + pickWidth())
        for _ in 0..<Int.random(in: 0...4, using: &numbers) {
            lines.append(
                pick([margin, margin, margin, margin + "  ", "", " "]) + pick(["w", "a: b", "# x", "- é ", "$(x)", ""]))
        }
        if chance(3) { lines.append(pick(["", margin, "# less"])) }
    }
}
