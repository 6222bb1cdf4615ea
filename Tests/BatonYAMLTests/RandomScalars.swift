/// Makes files of scalars in all five styles, folded and indented in all the ways that YAML allows.
struct RandomScalars {
    private var random: SeededGenerator
    private let words = ["a", "bc", "é", "😀", "x:y", "$(f)", "it's", "12", "ü-ö", "#d", "-", "\\"]

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func file() -> String {
        var text = pick(["", "\u{FEFF}", "# é\n"])
        for index in 0..<Int.random(in: 1...4, using: &random) {
            text += pick(["k\(index): ", "é\(index):  ", "k\(index): &a "])
            text += pick([plain(), singleQuoted(), doubleQuoted(), block()])
            text += "\n"
        }
        return chance() ? text.replacing("\n", with: "\r\n") : text
    }

    private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }

    private mutating func chance() -> Bool { Bool.random(using: &random) }

    private mutating func fold() -> String {
        pick([" ", "  ", "\n  ", " \n  ", "\n\n   ", "\n \n\n  ", " \t\n  "])
    }

    private mutating func words(_ separator: (inout RandomScalars) -> String, except: Set<String> = []) -> String {
        let allowed = words.filter { !except.contains($0) }
        var text = pick(allowed)
        for _ in 0..<Int.random(in: 0...6, using: &random) { text += separator(&self) + pick(allowed) }
        return text
    }

    private mutating func plain() -> String { "w" + words({ $0.fold() }, except: ["#d", "-"]) }

    private mutating func singleQuoted() -> String {
        let inner = words({ $0.pick([$0.fold(), "''"]) }, except: ["it's"])
        return "'" + pick(["", " ", "\n  "]) + inner + pick(["", " ", "\n  "]) + "'"
    }

    private mutating func doubleQuoted() -> String {
        let escapes = [
            "\\n", "\\\"", "\\\\", "\\x41", "\\u00e9", "\\U0001F600", "\\L", "\\_", "\\ ", "\\/", "\\\n  ",
            " \\\n \n  ", "\\0",
        ]
        let inner = words({ $0.pick([$0.fold()] + escapes) }, except: ["\\"])
        return "\"" + pick(["", " ", "\n  "]) + inner + pick(["", " ", "\n  "]) + "\""
    }

    private mutating func block() -> String {
        let indent = Int.random(in: 1...4, using: &random)
        let hasIndicator = chance()
        let indicator = hasIndicator ? "\(indent)" : ""
        let chomping = pick(["", "-", "+"])
        var text = pick(["|", ">"]) + pick([indicator + chomping, chomping + indicator]) + pick(["", " ", " # c"])
        let margin = String(repeating: " ", count: indent)
        for line in 0..<Int.random(in: (hasIndicator ? 1 : 0)...6, using: &random) {
            text += "\n"
            let isFirst = line == 0 && !hasIndicator
            text += pick([margin, isFirst ? margin : margin + "  ", isFirst ? margin : margin + "\t"])
            text += pick([words({ $0.pick([" ", "  ", "\t"]) }), "w"])
            text += pick(["", "", "\n", "\n\n", "\n" + (indent > 1 ? " " : ""), " "])
        }
        return text
    }
}
