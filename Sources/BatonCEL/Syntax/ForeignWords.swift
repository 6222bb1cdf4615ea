/// Words and signs that users know from other languages and tools, with what to write in Baton.
enum ForeignWords {
    static func tripleEquals(_ sign: CELToken.Sign, at start: Int) -> CELIssue {
        let (wrong, right) = sign == .equal ? ("===", "==") : ("!==", "!=")
        return CELIssue(
            "expression.syntax", "`\(wrong)` is no operator", start..<start + 3, help: "write `\(right)`")
    }

    static func unknownSign(_ byte: UInt8, second: UInt8, in bytes: [UInt8], at start: Int) -> CELIssue {
        switch byte {
        case UInt8(ascii: "=") where second == UInt8(ascii: ">"):
            CELIssue(
                "expression.syntax", "`=>` is no operator", start..<start + 2, help: arrowHelp(bytes, before: start))
        case UInt8(ascii: "=") where second == UInt8(ascii: "~"):
            CELIssue("expression.syntax", "`=~` is no operator", start..<start + 2, help: patternHelp)
        case UInt8(ascii: "="):
            CELIssue("expression.syntax", "`=` is no operator", start..<start + 1, help: "to compare, write `==`")
        case UInt8(ascii: "&"):
            CELIssue("expression.syntax", "`&` is no operator", start..<start + 1, help: "write `&&`")
        case UInt8(ascii: "|"):
            CELIssue(
                "expression.syntax", "`|` is no operator", start..<start + 1,
                help: "write `||` for \"or\"; a filter is a function call, `f(x)` or `x.f()`")
        case UInt8(ascii: "$") where second == UInt8(ascii: "("):
            CELIssue(
                "expression.syntax", "`$(` stands inside an expression", start..<start + 2,
                help: "names need no marker here: write `name`, not `$(name)`")
        case UInt8(ascii: "$") where second == UInt8(ascii: "{"):
            CELIssue(
                "expression.syntax", "`${` stands inside an expression", start..<start + 2,
                help: "names need no marker here: write `name`, not `${name}`")
        case UInt8(ascii: "$") where CELLexer.startsName(second):
            CELIssue(
                "expression.syntax", "`$` stands for nothing in an expression", start..<start + 1,
                help:
                    "names have no sign: `$name` is `name`; a value that another tool makes is made by a function, such as `uuid()`, `now()` or `random_int(0, 9)`"
            )
        case UInt8(ascii: "$"):
            CELIssue(
                "expression.syntax", "`$` stands for nothing in an expression", start..<start + 1,
                help: "for a JSONPath write `jsonpath(response.json, \"$.a\")`, or `response.json.a`")
        case UInt8(ascii: "~"):
            CELIssue(
                "expression.syntax", "`~` is no operator", start..<start + 1,
                help: patternHelp)
        case UInt8(ascii: "@"):
            CELIssue(
                "expression.syntax", "`@` stands for nothing in an expression", start..<start + 1,
                help: "for a JSONPath write `jsonpath(response.json, \"$.a\")`, or `response.json.a`")
        case UInt8(ascii: ";"):
            CELIssue(
                "expression.syntax", "`;` ends nothing here", start..<start + 1,
                help: "an expression has no sign at its end; conditions are joined by `&&`")
        case UInt8(ascii: "#"):
            CELIssue(
                "expression.syntax", "`#` stands for nothing in an expression", start..<start + 1,
                help: "a comment in an expression begins with `//`")
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            CELIssue("expression.syntax", "this text has no closing quote", start..<start + 1)
        default: unknownCharacter(character(in: bytes, at: start), characterRange(bytes, start))
        }
    }

    /// The issue for an unknown character, with a hint for those that word processors and web pages substitute.
    private static func unknownCharacter(_ character: String, _ range: Range<Int>) -> CELIssue {
        let help: String?
        switch character {
        case "“", "”", "„", "‟", "«", "»", "‘", "’", "‚": help = "texts stand between straight quotes, `\"` or `'`"
        case "–", "—", "−": help = "minus is written `-`"
        case "≠": help = "write `!=`"
        case "≤": help = "write `<=`"
        case "≥": help = "write `>=`"
        case "×": help = "write `*`"
        case "\u{A0}", "\u{202F}", "\u{2009}", "\u{200B}", "\u{FEFF}":
            let number = character.unicodeScalars.first.map { String($0.value, radix: 16, uppercase: true) } ?? ""
            return CELIssue(
                "expression.syntax", "there is a space of another kind, U+\(number.leftPadded(to: 4))", range,
                help: "write an ordinary space")
        default: help = nil
        }
        return CELIssue("expression.syntax", "unexpected `\(character)`", range, help: help)
    }

    private static let patternHelp = "to match a pattern, write `text.matches(\"pattern\")`"

    /// The hint for `list.some(x => x > 0)` and `list.some(x -> x > 0)`, with the macro that stands for the method.
    ///
    /// - Parameter start: the offset of the arrow.
    static func arrowHelp(_ bytes: [UInt8], before start: Int) -> String {
        var first = start
        while first > 0, CELLexer.continuesName(bytes[first - 1]) || " (),".utf8.contains(bytes[first - 1]) {
            first -= 1
        }
        let method = String(decoding: bytes[first..<start].prefix { CELLexer.continuesName($0) }, as: UTF8.self)
        let example =
            switch method {
            case "some", "any", "exists", "anyMatch", "contains": "list.exists(x, x > 0)"
            case "filter", "find", "findAll", "select", "where": "list.filter(x, x > 0)"
            case "map", "collect": "list.map(x, x.name)"
            default: "list.all(x, x > 0)"
            }
        return "a macro takes the name and the expression as two arguments: `\(example)`"
    }

    private static func characterRange(_ bytes: [UInt8], _ start: Int) -> Range<Int> {
        var end = start + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return start..<end
    }

    private static func character(in bytes: [UInt8], at start: Int) -> String {
        String(decoding: bytes[characterRange(bytes, start)], as: UTF8.self)
    }

    /// The hint for `a and b`, `not a`: words in place of an operator.
    static func operatorHelp(_ word: String) -> String? {
        switch word.lowercased() {
        case "and": "write `&&`"
        case "or": "write `||`"
        case "not": "write `!`"
        case "eq", "equals": "write `==`"
        case "ne": "write `!=`"
        case "lt": "write `<`"
        case "lte", "le": "write `<=`"
        case "gt": "write `>`"
        case "gte", "ge": "write `>=`"
        case "contains", "matches": "write `text.\(word)(…)`"
        case "startswith", "starts_with": "write `text.startsWith(…)`"
        case "endswith", "ends_with": "write `text.endsWith(…)`"
        case "mod": "write `%`"
        default: nil
        }
    }

    /// The hint for names of literals and functions in other languages.
    static func nameHelp(_ word: String) -> String? {
        switch word {
        case "True", "TRUE", "yes", "Yes", "on": "write `true`"
        case "False", "FALSE", "no", "No", "off": "write `false`"
        case "None", "nil", "NULL", "undefined", "Null": "write `null`"
        case "len", "length", "count": "write `size(…)`"
        case "str", "toString", "String": "write `string(…)`"
        case "parseInt", "Integer", "to_i", "Number": "write `int(…)`"
        case "float", "parseFloat": "write `double(…)`"
        case "substr": "write `text.substring(0, 2)`"
        case "strip": "write `text.trim()`"
        case "lower", "toLowerCase", "downcase": "write `text.lowerAscii()`"
        case "upper", "toUpperCase", "upcase": "write `text.upperAscii()`"
        case "includes": "write `contains`, or `value in list`"
        case "find": "write `list.filter(x, …)[0]`"
        case "reduce", "fold": "a sum is `sum(list.map(x, …))`; nothing else is folded"
        case "forEach", "each": "write `list.all(x, …)`"
        case "match", "test": "write `text.matches(\"pattern\")`; the match itself is `regex(text, \"pattern\")`"
        case "isEmpty", "empty", "is_empty": "write `size(…) == 0`"
        case "has_key", "hasOwnProperty", "containsKey", "has_field": "write `\"key\" in map`"
        case "keys": "the keys of a map are `map.map(key, key)`"
        case "values": "the values of a map are `map.transformList(key, value, value)`"
        case "equals": "write `==`"
        case "startswith", "starts_with": "write `startsWith`"
        case "endswith", "ends_with": "write `endsWith`"
        case "some", "any": "write `list.exists(x, …)`"
        case "every": "write `list.all(x, …)`"
        case "select": "write `list.filter(x, …)`"
        case "collect": "write `list.map(x, …)`"
        case "status", "body", "headers", "json", "duration", "url", "cookies":
            "write `response.\(word)`"
        case "statusCode", "status_code": "write `response.status`"
        case "ENV", "environ": "write `process.env.NAME`"
        case "res", "resp": "write `response`"
        case "req": "write `request`"
        case "always", "success", "failure", "cancelled":
            "`teardown` runs whatever happened before; `continue_on_failure: true` lets the steps behind a failure run"
        case "faker", "newUuid", "uuidv4", "guid": "write `uuid()`, or `random_int(0, 9)`"
        case "pm", "bru": "write `response`, or `steps.ID.response` for that of an earlier step"
        case "matrix", "strategy": "a row's values are `row.NAME`, with `rows` in the file"
        case "github", "gitlab", "jenkins": "variables of the CI service are read as `process.env.NAME`"
        default: nil
        }
    }

    /// The hint for `env.HOME`, `steps.x.outputs.y`, `response.statusCode`: members that exist in other tools.
    static func memberHelp(_ member: String, of path: [String]) -> String? {
        switch path.first {
        case "env" where path.count == 1 && isUpperCase(member): return "write `process.env.\(member)`"
        case "steps" where path.count == 2 && (member == "outputs" || member == "output"):
            return "write `steps.\(path[1]).NAME`"
        case "needs" where path.count == 2 && (member == "outputs" || member == "output"):
            return "write `needs.\(path[1]).NAME`"
        case "response" where path.count == 1:
            return switch member {
            case "code", "statusCode", "status_code": "write `response.status`"
            case "text", "content", "data": "write `response.body`, or `response.json` for the parsed body"
            case "header": "write `response.headers`"
            case "time", "elapsed", "responseTime": "write `response.duration`"
            case "cookie": "write `response.cookies`"
            default: nil
            }
        default: return nil
        }
    }

    private static func isUpperCase(_ word: String) -> Bool {
        word.utf8.allSatisfy { $0 >= 0x41 && $0 <= 0x5A || $0 == UInt8(ascii: "_") || $0 >= 0x30 && $0 <= 0x39 }
    }
}

extension String {
    fileprivate func leftPadded(to count: Int) -> String {
        String(repeating: "0", count: max(0, count - self.count)) + self
    }
}
