import BatonYAML

/// Advice for a value of the wrong kind, where the value shows what is meant.
enum ShapeHelp {
    /// - Parameter what: the place in the words of the message: "`headers`", "a step".
    static func help(for node: YAMLNode, as what: String) -> String? {
        if let items = node.items { return list(items, what) }
        if let entries = node.entries { return map(entries, what) }
        guard let text = node.scalar?.text, !node.isNull, text.utf8.count <= 80, !text.contains("\n") else {
            return nil
        }
        return scalar(text, what)
    }

    private static let lists: Set<String> = ["`steps`", "`setup`", "`teardown`"]
    private static let named: Set<String> = [
        "`headers`", "`query`", "`cookies`", "`form`", "`multipart`", "`set`", "`vars`", "`capture`", "`expect`",
        "`inputs`",
    ]

    private static func list(_ items: YAMLItems, _ what: String) -> String? {
        if what == Language.WorkflowFile.map.title { return "write `steps:` above the list" }
        if isPasswordAuth(what) { return passwordAuth(what, username: "…") }
        if what == "`auth`" { return "write `auth: { basic: { username: …, password: … } }`" }
        if let help = PairList.help(items, String(what.dropFirst().dropLast())) { return help }
        let texts = items.compactMap { $0.scalar?.text }
        if !texts.isEmpty, texts.count == items.count, let help = list(ofTexts: texts, what) { return help }
        guard named.contains(what), !items.isEmpty, items.allSatisfy({ $0.entries != nil }) else { return nil }
        return "write the names below each other, without `- `"
    }

    /// The advice for a list of texts in place of a map.
    private static func list(ofTexts texts: [String], _ what: String) -> String? {
        switch what {
        case "`expect`":
            if texts.allSatisfy({ $0.allSatisfy(\.isNumber) }) {
                let statuses = texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]"
                return "write `expect: { status: \(statuses) }`"
            }
            return "conditions stand under `that`: `expect: { that: [ … ] }`"
        case "`capture`" where texts[0].hasPrefix("$."): return "write `capture: { name: \(texts[0]) }`"
        case "`outputs`": return "write `outputs: { \(texts[0]): $(\(texts[0])) }`"
        default: return nil
        }
    }

    /// The advice for a boolean that is written as in YAML 1.1, in quotes, or as a number.
    ///
    /// - Parameter wanted: what is wanted in the words of the message.
    static func flag(_ node: YAMLNode, wanted: String) -> String? {
        guard wanted.hasPrefix("`true`"), node.bool == nil, let text = node.scalar?.text.lowercased() else {
            return nil
        }
        let flag: Bool
        switch text {
        case "true", "yes", "on", "1": flag = true
        case "false", "no", "off", "0": flag = false
        default: return nil
        }
        guard flag || wanted.contains("`false`") else { return nil }
        return text == "\(flag)" && node.style != .plain ? "write `\(flag)`, without quotes" : "write `\(flag)`"
    }

    static func isPasswordAuth(_ what: String) -> Bool { ["`basic`", "`digest`", "`ntlm`"].contains(what) }

    private static func passwordAuth(_ what: String, username: some StringProtocol) -> String {
        "write `\(what.dropFirst().dropLast()): { username: \(username), password: … }`"
    }

    private static let conditions: Set<String> = ["`until`", "`while`", "`if`", "`that`"]

    private static func map(_ entries: YAMLEntries, _ what: String) -> String? {
        if lists.contains(what) {
            let first = entries.first?.keyText ?? ""
            return first.hasPrefix("-")
                ? "a space stands behind the dash of a step: `- \(first.dropFirst()): …`" : "begin each step with `- `"
        }
        if what == "`secrets`" {
            let names = entries.prefix(3).map(\.keyText).joined(separator: ", ")
            return "write the names alone, `secrets: [\(names)]`: the values come from the process environment"
        }
        if what == "`bearer`" {
            let token = entries.first?.value.scalar?.text ?? ""
            return "write the token itself: `bearer: \(token.hasPrefix("$(") ? token : "…")`"
        }
        if what == "`options`" {
            return
                "`timeout`, `follow_redirects`, `retry` and others stand on the step itself; `options: /path` sends a request"
        }
        if what == "`save`" {
            return "`save` names a file for the body; a value is taken with `capture: { name: $.path }`"
        }
        guard conditions.contains(what) else { return nil }
        let condition = ConditionText.condition(entries) ?? "response.json.state == \"done\""
        return "write a condition: `\(what.dropFirst().dropLast()): \(condition)`"
    }

    private static func scalar(_ text: String, _ what: String) -> String? {
        switch what {
        case Language.Step.map.title: return step(text)
        case Language.Input.map.title:
            return "write `{ default: \(text) }`; what never comes from outside belongs into `vars`"
        case "`auth`": return auth(text)
        case "`exec`": return exec(text)
        case _ where isPasswordAuth(what):
            // `user:password`, as curl takes them; without a colon it may be the password.
            let username = text.contains(":") ? text.prefix { $0 != ":" } : "…"
            let isName = username.allSatisfy { $0.isLetter || $0.isNumber || "._-@\\".contains($0) }
            return passwordAuth(what, username: isName ? username : "…")
        case "`range`": return Int(text).flatMap { $0 > 1 ? "write `range: [1, \($0)]`" : nil }
        case "`tls`": return text == "false" ? "write `tls: { verify: false }`" : nil
        case "`headers`": return PairList.help(header: text) ?? pairs(text, what)
        case "`inputs`":
            let isName = text.first?.isLetter == true && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            return isName ? "write `inputs: { \(text): {} }`" : pairs(text, what)
        case "`capture`" where text.hasPrefix("$."): return "write `capture: { name: \(text) }`"
        case "`quarantine`": return "write `quarantine: { until: …, reason: … }`; without one leave it out"
        case "`api_key`": return "write `api_key: { header: X-Api-Key, value: … }`"
        case "`tags`", "`environments`", "`in`", "`not_in`": return "write `\(what.dropFirst().dropLast()): [\(text)]`"
        case "`expect`":
            if text.allSatisfy(\.isNumber) { return "write `expect: { status: \(text) }`" }
            if text.contains("==") { return "a condition stands under `that`: `expect: { that: … }`" }
            return nil
        default:
            return named.contains(what) ? pairs(text, what) : nil
        }
    }

    /// The advice for `GET /items` and `HTTP 200`.
    private static func step(_ text: String) -> String? {
        let words = text.split(separator: " ", maxSplits: 1)
        if words.count == 2, let first = words.first, first == "HTTP" || first.hasPrefix("HTTP/") {
            return "the status belongs to the step of the request: `expect: { status: \(words[1]) }`"
        }
        return ValuedWord.requestLine(text)
    }

    /// The advice for a command line, which needs a shell where it has signs for one.
    private static func exec(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " -_./=+%@".contains($0)) }
        let words = text.split(separator: " ").joined(separator: ", ")
        return isPlain
            ? "write the program and its arguments: `exec: [\(words)]`"
            : "write the program and its arguments; a shell runs a command line: `exec: [sh, -c, \"…\"]`"
    }

    /// The advice for `bearer abc` and `user:password`; the message does not repeat the token.
    private static func auth(_ text: String) -> String? {
        let words = text.split(separator: " ", maxSplits: 1)
        let method = words.first?.lowercased() ?? ""
        switch method {
        case "bearer":
            return "write `auth: { bearer: \(words.count > 1 && words[1].hasPrefix("$(") ? words[1] : "…") }`"
        case "basic", "digest", "ntlm": return "write `auth: { \(method): { username: …, password: … } }`"
        case "false", "no", "off": return "write `auth: none`"
        default:
            let isPair = words.count == 1 && text.contains(":") && !text.contains("$(")
            return isPair ? "write `auth: { basic: { username: …, password: … } }`" : nil
        }
    }

    /// The advice for `name=value`, also for several as in a URL or a header: `a=1&b=2`, `a=1; b=2`. The message does
    /// not repeat the values of cookies.
    private static func pairs(_ text: String, _ what: String) -> String? {
        let isCookie = what == "`cookies`"
        let pairs = text.split(separator: isCookie ? ";" : "&").map { pair -> String? in
            let parts = pair.split(separator: "=", maxSplits: 1)
            let names = parts.first?.split(separator: " ") ?? []
            guard parts.count == 2, names.count == 1 else { return nil }
            return "\(names[0]): \(isCookie ? "…" : String(parts[1].drop { $0 == " " }))"
        }
        guard !pairs.isEmpty, !pairs.contains(nil) else { return nil }
        return "write `\(what.dropFirst().dropLast()): { \(pairs.compactMap(\.self).joined(separator: ", ")) }`"
    }
}
