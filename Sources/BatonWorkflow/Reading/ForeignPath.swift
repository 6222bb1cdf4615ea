import BatonJSON
import BatonYAML

/// A part of the response in the notation of expressions or of another tool: `response.status`, `json.items[0].id`,
/// `headers.content-type`, `//entry/title`.
enum ForeignPath {
    case status
    /// Another key of `expect`, such as `url`.
    case key(String)
    case header(String)
    case cookie(String)
    case xpath(String)
    /// A JSONPath into the body.
    case path(String)

    /// The meaning of a text; nil where it is a plain name, with or without dots.
    init?(_ text: String) {
        guard !text.contains(where: \.isWhitespace) else { return nil }
        if text.hasPrefix("//"), text.utf8.count > 2 {
            self = .xpath(text)
            return
        }
        var rest = Substring(text)
        let root = ["response.", "res.", "resp."].first { rest.hasPrefix($0) }
        if let root { rest = rest.dropFirst(root.count) }
        if let part = Self.part(rest) {
            self = part
        } else if Language.Expect.map.word(ofForeign: String(rest)) == Language.Expect.status.name
            || rest == Language.Expect.status.name
        {
            self = .status
        } else if root != nil, Language.Expect.map[String(rest)] != nil {
            self = .key(String(rest))
        } else if root != nil, let word = Language.Expect.map.word(ofForeign: String(rest)) {
            self = .key(word)
        } else if rest.contains("["), rest.hasSuffix("]") || rest.contains("]."), rest.first?.isLetter == true {
            self = .path(Self.jsonPath(rest))
        } else {
            return nil
        }
    }

    /// The meaning of `json.total`, `body["total"]`, `headers.etag` and `cookies.sid`.
    private static func part(_ text: Substring) -> ForeignPath? {
        let word = text.prefix { $0 != "." && $0 != "[" }
        let rest = text.dropFirst(word.count)
        guard rest.count > 1 else { return nil }
        switch word {
        case "json", "body": return .path(jsonPath(rest))
        case "headers", "header": return name(rest).map { .header($0) }
        case "cookies", "cookie": return name(rest).map { .cookie($0) }
        default: return nil
        }
    }

    /// The name in `.etag` and `["etag"]`.
    private static func name(_ text: Substring) -> String? {
        if text.hasPrefix(".") { return String(text.dropFirst()) }
        guard text.hasSuffix("]") else { return nil }
        let name = text.dropFirst().dropLast().filter { $0 != "\"" && $0 != "'" }
        return name.isEmpty ? nil : name
    }

    // MARK: - Advice

    /// What is written in `expect`.
    var inExpect: String {
        switch self {
        case .status: "here it is called `status`"
        case .key(let word): "here it is called `\(word)`"
        case .header(let name): "a header is checked by its name: `headers: { \(Self.inFlow(name)): … }`"
        case .cookie(let name): "a cookie is checked by its name: `cookies: { \(Self.inFlow(name)): … }`"
        case .xpath(let path): "an XPath is checked below `xpath`: `xpath: { \(Self.inFlow(path)): … }`"
        case .path(let path): "a value in the JSON body is checked by its path: `\(path): …`"
        }
    }

    /// What is written as the source of a capture; nil for what has no source of its own.
    var inCapture: String? {
        switch self {
        case .status: "for the status write `$(response.status)`"
        case .key: nil
        case .header(let name): "for a header write `{ header: \(Self.inFlow(name)) }`"
        case .cookie(let name): "for a cookie write `{ cookie: \(Self.inFlow(name)) }`"
        case .xpath(let path): "for an XPath write `{ xpath: \(Self.inFlow(path)) }`"
        case .path(let path): "for a value in the JSON body write `\(path)`"
        }
    }

    private static func inFlow(_ text: String) -> String { Quoting.quotedIfNeeded(text, isInFlow: true) }

    // MARK: - JSONPaths

    /// The JSONPath for names with dots and brackets; names that a dot cannot precede are written in quotes.
    static func jsonPath(_ text: some StringProtocol) -> String {
        var path = "$"
        var rest = Substring(text)
        while let first = rest.first {
            if first == "[" {
                guard let close = rest.firstIndex(of: "]") else { return quoted(text) }
                let inner = rest[..<close].dropFirst()
                let name = inner.filter { $0 != "\"" && $0 != "'" }
                path += inner.count == name.count + 2 && isPlain(name) ? ".\(name)" : "[\(inner)]"
                rest = rest[close...].dropFirst()
            } else if first == "." {
                rest.removeFirst()
            } else {
                let name = rest.prefix { $0 != "." && $0 != "[" }
                path += segment(name)
                rest = rest.dropFirst(name.count)
            }
        }
        return (try? JSONPath.parse(path)) == nil ? quoted(text) : path
    }

    private static func segment(_ name: Substring) -> String {
        if isPlain(name) || name == "*" { return ".\(name)" }
        let isIndex = name.utf8.allSatisfy { (48...57).contains($0) }
        return isIndex ? "[\(name)]" : String(quoted(name).dropFirst())
    }

    private static func quoted(_ name: some StringProtocol) -> String {
        "$['\(String(name).replacing("\\", with: "\\\\").replacing("'", with: "\\'"))']"
    }

    private static func isPlain(_ name: some StringProtocol) -> Bool {
        name.first?.isNumber == false && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}
