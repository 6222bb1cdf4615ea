/// What people write out of habit from other languages and tools, and what it is called here.
enum ForeignWords {
    static func tripleEquals(_ sign: CELToken.Sign, at start: Int) -> CELIssue {
        let (wrong, right) = sign == .equal ? ("===", "==") : ("!==", "!=")
        return CELIssue(
            "expression.syntax", "`\(wrong)` is no operator", start..<start + 3, help: "write `\(right)`")
    }

    static func unknownSign(_ byte: UInt8, second: UInt8, in bytes: [UInt8], at start: Int) -> CELIssue {
        switch byte {
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
        case UInt8(ascii: "$"):
            CELIssue(
                "expression.syntax", "`$` stands for nothing in an expression", start..<start + 1,
                help: "for a JSONPath write `jsonpath(response.json, \"$.a\")`, or `response.json.a`")
        case UInt8(ascii: "~"):
            CELIssue(
                "expression.syntax", "`~` is no operator", start..<start + 1,
                help: "to match a pattern, write `text.matches(\"pattern\")`")
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            CELIssue("expression.syntax", "this text has no closing quote", start..<start + 1)
        default:
            CELIssue(
                "expression.syntax", "unexpected `\(character(in: bytes, at: start))`", characterRange(bytes, start))
        }
    }

    private static func characterRange(_ bytes: [UInt8], _ start: Int) -> Range<Int> {
        var end = start + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return start..<end
    }

    private static func character(in bytes: [UInt8], at start: Int) -> String {
        String(decoding: bytes[characterRange(bytes, start)], as: UTF8.self)
    }

    /// `a and b`, `not a`: words where an operator belongs.
    static func operatorHelp(_ word: String) -> String? {
        switch word.lowercased() {
        case "and": "write `&&`"
        case "or": "write `||`"
        case "not": "write `!`"
        case "is", "eq", "equals": "write `==`"
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

    /// Names of literals and functions elsewhere.
    static func nameHelp(_ word: String) -> String? {
        switch word {
        case "True", "TRUE": "write `true`"
        case "False", "FALSE": "write `false`"
        case "None", "nil", "NULL", "undefined", "Null": "write `null`"
        case "len", "length", "count": "write `size(…)`"
        case "str", "toString", "String": "write `string(…)`"
        case "parseInt", "Integer", "to_i", "Number": "write `int(…)`"
        case "float", "parseFloat": "write `double(…)`"
        case "lower", "toLowerCase", "downcase": "write `text.lowerAscii()`"
        case "upper", "toUpperCase", "upcase": "write `text.upperAscii()`"
        case "includes": "write `contains`, or `value in list`"
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
        default: nil
        }
    }

    /// `env.HOME`, `steps.x.outputs.y`, `response.statusCode`: members that other tools have.
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
