/// Writes texts with expressions as workflows have them: `$(…)` for an expression, `$$(` for a literal `$(`. What Baton would
/// take for a template of another tool, or for a mistake, becomes the value of an expression: `$("{{name}}")`.
struct TemplateText {
    enum Place: Equatable {
        case value
        /// What a check compares with, or `set` stores: a text that reads like a path or a value of the response is none.
        case operand
        case url
        /// What is sent as text in any case: numbers need no quotes.
        case parameter
    }

    /// The variables of the workflow: `{name}` and `$name` are told as mistakes where there is one.
    var variables: Set<String> = []

    // MARK: - Values

    func value(_ text: ImportText, _ place: Place = .value) -> Document.Value {
        let written = string(text, place)
        return place == .parameter ? .parameter(written) : .text(written)
    }

    func value(_ value: ImportedValue, _ place: Place = .value) -> Document.Value {
        switch value {
        case .null: .null
        case .boolean(let flag): flag ? .yes : .no
        case .number(let digits): YAMLText.isNumber(digits) ? .word(digits) : .text(digits)
        case .text(let text): self.value(text, place)
        case .list(let items): .list(items.map { self.value($0, place) })
        case .map(let members): .map(map(members, place))
        }
    }

    /// Of members with one name the last one counts, as in JSON.
    private func map(_ members: [ImportedValue.Member], _ place: Place) -> Document.Map {
        var map = Document.Map()
        var indices: [[UInt8]: Int] = [:]
        for member in members {
            let key = string(member.name)
            let value = value(member.value, place)
            if let index = indices[Array(key.utf8)] {
                map.entries[index].value = value
            } else {
                indices[Array(key.utf8)] = map.entries.count
                map.add(key, value)
            }
        }
        return map
    }

    // MARK: - Texts

    func string(_ text: ImportText, _ place: Place = .value) -> String {
        var result = ""
        var depth = 0
        var isBehind = false
        for (index, piece) in text.pieces.enumerated() {
            switch piece {
            case .expression(let expression):
                result += Self.expression(expression, isWhole: text.pieces.count == 1)
                isBehind = true
            case .literal(var literal):
                if place == .operand, index == 0, Self.readsLikePlace(literal), text.pieces.count == 1 {
                    return Self.expression(ExpressionText.literal(literal), isWhole: true)
                }
                // Behind an expression it looks like one bracket too many.
                if isBehind, depth == 0, literal.first == ")" {
                    result += "$(\")\")"
                    literal.removeFirst()
                }
                let isBeforeExpression = index + 1 < text.pieces.count
                let endsInDollar = isBeforeExpression && literal.utf8.last == UInt8(ascii: "$")
                if endsInDollar { literal.removeLast() }
                result += escaped(literal, place)
                if endsInDollar { result += "$(\"$\")" }
                for byte in literal.utf8 {
                    if byte == UInt8(ascii: "(") { depth += 1 }
                    if byte == UInt8(ascii: ")"), depth > 0 { depth -= 1 }
                }
                isBehind = false
            }
        }
        return result
    }

    static func expression(_ text: String, isWhole: Bool = false) -> String {
        "$(" + ExpressionText.hardened(text, isWhole: isWhole) + ")"
    }

    private static func readsLikePlace(_ text: String) -> Bool {
        text.hasPrefix("$.") || text.hasPrefix("$[") || text == "$" || text.hasPrefix("response.")
    }

    /// A literal text with its markers of other tools as expressions.
    private func escaped(_ text: String, _ place: Place) -> String {
        guard
            text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "/") })
        else { return text }
        let bytes = Array(text.utf8)
        var result = ""
        var done = 0
        var at = 0
        while at < bytes.count {
            guard let end = marker(bytes, at, place) else {
                at += 1
                continue
            }
            result += Self.dollars(bytes[done..<at])
            let literal = ExpressionText.literal(String(decoding: bytes[at..<end], as: UTF8.self))
            result += Self.expression(literal, isWhole: true)
            (done, at) = (end, end)
        }
        return result + Self.dollars(bytes[done...])
    }

    private static func dollars(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("$(", with: "$$(")
    }

    /// The end of a marker that begins at an offset: `{{x}}`, `${x}`, `{x}`, `$x`, `:x`; nil where none begins there.
    private func marker(_ bytes: [UInt8], _ start: Int, _ place: Place) -> Int? {
        var at = start
        let hasDollar = bytes[at] == UInt8(ascii: "$")
        if hasDollar { at += 1 }
        var braces = 0
        while at < bytes.count, braces < 2, bytes[at] == UInt8(ascii: "{") { (at, braces) = (at + 1, braces + 1) }
        if braces == 0 { return name(bytes, start, at, hasDollar: hasDollar, place) }
        let content = bytes[at...].drop { $0 == 0x20 }
        guard let first = content.first, Self.isStart(first) else { return nil }
        guard
            let close = content.firstIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "{") || $0 == 0x0A }),
            bytes[close] == UInt8(ascii: "}")
        else { return nil }
        var end = close
        while end < bytes.count, end < close + braces, bytes[end] == UInt8(ascii: "}") { end += 1 }
        if !hasDollar, braces == 1 {
            let isSegment = place == .url && start > 0 && bytes[start - 1] == UInt8(ascii: "/")
            guard isSegment || variables.contains(String(decoding: bytes[at..<close], as: UTF8.self)) else {
                return nil
            }
        }
        return end
    }

    /// The end of `$name` and, in a URL, of the `:name` behind a slash, of a variable.
    private func name(_ bytes: [UInt8], _ start: Int, _ after: Int, hasDollar: Bool, _ place: Place) -> Int? {
        let isSegment =
            place == .url && bytes[start] == UInt8(ascii: ":") && start > 0 && bytes[start - 1] == UInt8(ascii: "/")
        guard hasDollar || isSegment else { return nil }
        let name = bytes[(isSegment ? start + 1 : after)...].prefix {
            Self.isStart($0) && $0 != UInt8(ascii: "$") || (0x30...0x39).contains($0)
        }
        guard !name.isEmpty, variables.contains(String(decoding: name, as: UTF8.self)) else { return nil }
        return name.endIndex
    }

    private static func isStart(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }

    // MARK: - Plain texts

    /// A name or a description, in which `$(…)` has no meaning and gets a warning; one line without control characters.
    static func name(_ text: String, else other: String) -> String {
        var words = ""
        for scalar in text.unicodeScalars {
            let isSpace = scalar.properties.isWhitespace || scalar.value < 0x20
            if isSpace {
                if !words.isEmpty, words.last != " " { words += " " }
            } else if !YAMLText.needsEscape(scalar) {
                words.unicodeScalars.append(scalar)
            }
        }
        if words.last == " " { words.removeLast() }
        let name = plain(words)
        return name.isEmpty ? other : name
    }

    static func plain(_ text: String) -> String { text.replacing("$(", with: "$ (") }
}
