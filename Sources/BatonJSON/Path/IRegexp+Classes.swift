extension IRegexp {
    /// charClassExpr = "[" [ "^" ] ( "-" / CCE1 ) *CCE1 [ "-" ] "]"
    mutating func characterClass() throws(Failure) {
        let start = position
        position += 1
        output.append("[")
        if peek() == "^" {
            position += 1
            output.append("^")
        }
        var isFirst = true
        while peek() != "]" || isFirst {
            guard let scalar = peek() else { throw openClass(start) }
            if scalar == "-" {
                position += 1
                guard isFirst || peek() == "]" else {
                    position -= 1
                    throw failure("`-` inside of `[…]` must be written `\\-`")
                }
                write(scalar)
            } else if scalar == "\\", position + 1 < scalars.count, scalars[position + 1].value | 0x20 == 0x70 {
                _ = try escape()
            } else {
                try range(classAt: start)
            }
            isFirst = false
        }
        position += 1
        output.append("]")
    }

    /// One character, or two with a hyphen between them.
    private mutating func range(classAt start: Int) throws(Failure) {
        let first = position
        let lower = try classCharacter(classAt: start)
        guard peek() == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else { return }
        position += 1
        output.append("-")
        let upper = try classCharacter(classAt: start)
        guard lower.value <= upper.value else {
            position -= 1
            throw failure("the smaller character of a range comes first", from: first)
        }
    }

    private mutating func classCharacter(classAt start: Int) throws(Failure) -> Unicode.Scalar {
        switch peek() {
        case nil: throw openClass(start)
        case "\\": return try escape(isRangeEnd: true)
        case .some("]"): throw failure("`[…]` names no character; `]` is written `\\]`")
        case .some("["), .some("-"): throw failure("a bracket or `-` inside of `[…]` must have a `\\`")
        case .some(let scalar):
            position += 1
            write(scalar)
            return scalar
        }
    }

    private func openClass(_ start: Int) -> Failure {
        var place = self
        place.position = start
        return place.failure("this `[` is not closed")
    }

    /// SingleCharEsc, catEsc and complEsc; gives the character that a SingleCharEsc stands for.
    mutating func escape(isRangeEnd: Bool = false) throws(Failure) -> Unicode.Scalar {
        let start = position
        position += 1
        guard let scalar = peek() else { throw failure("it ends with `\\`", from: start) }
        switch scalar {
        case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}":
            position += 1
            write(scalar)
            return scalar
        case "n", "r", "t":
            position += 1
            output.append("\\")
            output.append(scalar)
            return scalar == "n" ? "\n" : scalar == "r" ? "\r" : "\t"
        case "p" where !isRangeEnd, "P" where !isRangeEnd:
            try category(scalar, from: start)
            return scalar
        case "p", "P": throw failure("a category cannot end a range", from: start)
        case "d": throw failure("there is no `\\d`; write [0-9]", from: start)
        case "w": throw failure("there is no `\\w`; write [A-Za-z0-9_]", from: start)
        case "s": throw failure("there is no `\\s`; write [ \\t\\r\\n]", from: start)
        case "$": throw failure("there is no escape `\\$`; write [$]", from: start)
        case _ where (0x21...0x2F).contains(scalar.value) || (0x3A...0x40).contains(scalar.value):
            throw failure("there is no escape `\\\(scalar)`; write `\(scalar)`", from: start)
        default: throw failure("there is no escape `\\\(scalar)`", from: start)
        }
    }

    /// `\p{L}`, `\P{Lu}`: the general categories of Unicode.
    private mutating func category(_ letter: Unicode.Scalar, from start: Int) throws(Failure) {
        let rest = scalars[(position + 1)...].prefix(4)
        guard rest.first == "{", let close = rest.firstIndex(of: "}"),
            Self.categories.contains(String(String.UnicodeScalarView(rest[(position + 2)..<close])))
        else {
            throw failure(
                "`\\\(letter)` needs a category of Unicode, as in \\\(letter){L} or \\\(letter){Lu}", from: start)
        }
        output.append("\\")
        output.append(contentsOf: scalars[position...close])
        position = close + 1
    }

    private static let categories: Set<String> = [
        "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf",
        "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp", "Zs", "C", "Cc", "Cf", "Cn", "Co",
    ]
}
