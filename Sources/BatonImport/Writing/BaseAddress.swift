/// What most URLs of a source begin with, which becomes the `base_url` of its environment: a variable that no script sets, or
/// a literal origin. URLs that begin otherwise stay as they are.
struct BaseAddress {
    private enum Start: Hashable {
        case variable(String)
        case origin(String)
    }

    private var start: Start?
    /// The value of `base_url`; nil where the source has none.
    private(set) var url: ImportText?

    /// No address: URLs are written in full.
    init() {}

    /// - Parameter use: of all requests.
    init(of project: ImportedProject, _ use: VariableUse) {
        let requests = project.collection.requests
        var counts: [Start: Int] = [:]
        var order: [Start] = []
        for request in requests {
            guard let start = Self.start(of: request.url) else { continue }
            if counts.updateValue((counts[start] ?? 0) + 1, forKey: start) == nil { order.append(start) }
        }
        for start in order.sorted(by: { counts[$0] ?? 0 > counts[$1] ?? 0 }) {
            guard (counts[start] ?? 0) * 2 > requests.count else { return }
            switch start {
            case .origin(let origin): (self.start, url) = (start, ImportText(origin))
            case .variable(let name):
                guard !use.sets.contains(name), let value = Self.value(of: name, in: project) else { continue }
                (self.start, url) = (start, value)
            }
            return
        }
    }

    /// The variable whose value `base_url` is.
    var variable: String? {
        if case .variable(let name) = start { name } else { nil }
    }

    private static func start(of url: ImportText) -> Start? {
        switch url.pieces.first {
        case .expression(let name)?:
            guard ExpressionText.tokens(name).map(\.kind) == [.name], url.pieces.count > 1,
                case .literal(let rest) = url.pieces[1], rest.hasPrefix("/")
            else { return nil }
            return .variable(name)
        case .literal(let text)?: return origin(of: text, isWhole: url.pieces.count == 1).map(Start.origin)
        case nil: return nil
        }
    }

    /// Scheme, host and port of a URL that a path, or nothing, follows; nil where one of them is computed or odd.
    private static func origin(of text: String, isWhole: Bool) -> String? {
        guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return nil }
        let host = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        let isHost =
            parts[0].utf8.first.map { isAlphanumeric($0) } == true
            && parts[0].utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
            && (parts.count == 1 || parts.count == 2 && UInt16(parts[1]) != nil)
        let rest = text.dropFirst(scheme.count + host.count)
        guard isHost, rest.hasPrefix("/") || isWhole && rest.isEmpty else { return nil }
        return scheme + host
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    /// The value of a variable, where it is a literal address to which a path can be added.
    private static func value(of name: String, in project: ImportedProject) -> ImportText? {
        let variables = (project.environment?.variables ?? []) + project.collection.variables
        guard case .text(let value)? = variables.first(where: { $0.name == name })?.value, var text = value.literal
        else {
            return nil
        }
        if !text.contains("://") { text = "http://" + text }
        guard origin(of: text + "/", isWhole: true) != nil, !text.hasSuffix("/"),
            text.unicodeScalars.allSatisfy({
                $0.value > 0x20 && $0.value < 0x7F && !"?#{}$".unicodeScalars.contains($0)
            })
        else { return nil }
        return ImportText(text)
    }

    /// A URL as its request has it: a path behind the address, else the whole.
    func url(_ url: ImportText, _ texts: TemplateText) -> String {
        if let start, Self.start(of: url) == start {
            var rest = ImportText()
            for (index, piece) in url.pieces.enumerated() {
                if case .literal(let text) = piece, index == 0, case .origin(let origin) = start {
                    rest.append(.literal(String(text.dropFirst(origin.count))))
                } else if index > 0 {
                    rest.append(piece)
                }
            }
            return rest.isEmpty ? "/" : texts.string(rest, .url)
        }
        guard let literal = url.literal, !Self.isUsual(literal) else { return texts.string(url, .url) }
        // One that is no URL is a failure of its request, and no mistake of the file.
        return TemplateText.expression(ExpressionText.literal(literal), isWhole: true)
    }

    private static func isUsual(_ url: String) -> Bool {
        guard origin(of: url.prefix { $0 != "?" && $0 != "#" } + "/", isWhole: true) != nil else { return false }
        return url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
