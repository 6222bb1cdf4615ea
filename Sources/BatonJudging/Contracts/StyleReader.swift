import BatonJSON
import BatonLanguage

/// Takes apart what a `style` wrote (OpenAPI 3.1, Style Values; RFC 6570, 3.2.8): at the separators as they are written;
/// the values are decoded afterwards, so that an encoded separator belongs to a value.
///
/// All ways to take a text apart that the style has are kept, as text, list and object: the schema tells which was meant.
struct StyleReader {
    let name: String
    let style: Contract.Style
    let explodes: Bool
    /// Undoes the encoding of one value.
    let decode: (String) -> String

    // MARK: - Paths and headers

    /// The value in a path or a header. Throws for a text that the style never begins with.
    func whole(_ text: String) throws(MisplacedText) -> WrittenValue {
        switch style {
        case .label:
            guard text.hasPrefix(".") else { throw MisplacedText("a text that begins with `.`", text) }
            let rest = String(text.dropFirst())
            // RFC 6570 writes `.a,b` and OpenAPI up to 3.0.3 and 3.1.0 `.a.b` for a list that is not exploded.
            return value(rest, at: explodes ? ["."] : [",", "."])
        case .matrix: return try matrix(text)
        default: return value(text, at: separators, areOne: true)
        }
    }

    private func matrix(_ text: String) throws(MisplacedText) -> WrittenValue {
        let isNamed = text.hasPrefix(";\(name)=") || text == ";\(name)"
        guard text.hasPrefix(";"), explodes || isNamed else {
            throw MisplacedText("a text that begins with `;\(name)=`", text)
        }
        let rest = text.dropFirst()
        guard explodes else { return value(String(rest.dropFirst(name.count + 1)), at: [","]) }
        let pairs = rest.split(separator: ";", omittingEmptySubsequences: false).map { part in
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (name: decode(halves[0]), text: halves.count > 1 ? decode(halves[1]) : "")
        }
        let object = WrittenValue.members(pairs)
        guard pairs.allSatisfy({ $0.name == name }) else { return object }
        return .either(Self.repeated(pairs.map(\.text)) + [object])
    }

    // MARK: - Queries, forms and cookies

    /// The value among pairs; nil where it is not there. Throws for several values where the style writes one.
    ///
    /// - Parameters:
    ///   - takesObject: whether the schema speaks of objects, whose members an exploded form writes as pairs of their own.
    ///   - isOther: whether a name belongs to another parameter.
    func value(
        in pairs: WrittenPairs, takesObject: Bool, isOther: (String) -> Bool
    ) throws(MisplacedText) -> WrittenValue? {
        if style == .deepObject { return deepObject(pairs) }
        let texts = pairs.texts(of: name)
        guard explodes else {
            guard let first = texts.first else { return nil }
            guard texts.count == 1 else {
                throw MisplacedText(
                    "one value, with `\(separators[0])` between its parts", "\(texts.count) values", isText: false)
            }
            return value(first, at: separators, areOne: true)
        }
        var ways = Self.repeated(texts.map(decode))
        if takesObject {
            let members = pairs.pairs.filter { !isOther($0.name) }.map { ($0.name, decode($0.text)) }
            if !members.isEmpty { ways.append(.members(members)) }
        }
        return ways.isEmpty ? nil : .either(ways)
    }

    /// How the style writes what stands between two values; clients encode what a URL cannot hold.
    private var separators: [String] {
        switch style {
        case .commaDelimited: [",", "%2C", "%2c"]
        case .tabDelimited: ["%09", "\t"]
        case .spaceDelimited: ["%20", "+", " "]
        case .pipeDelimited: ["|", "%7C", "%7c"]
        default: [","]
        }
    }

    /// What a name has several times; nothing where it is not there.
    private static func repeated(_ texts: [String]) -> [WrittenValue] {
        switch texts.count {
        case 0: []
        case 1: [.single(texts[0])]
        default: [.list(texts.map { .text($0) })]
        }
    }

    /// `filter[name]=x&filter[age]=5`.
    private func deepObject(_ pairs: WrittenPairs) -> WrittenValue? {
        let own = pairs.pairs.filter { $0.name.hasPrefix(name + "[") }.map { pair in
            let keys = pair.name.dropFirst(name.count).split(separator: "[").map { part in
                String(part.hasSuffix("]") ? part.dropLast() : part)
            }
            return (keys: keys[...], text: decode(pair.text))
        }
        return own.isEmpty ? nil : Self.nested(own, depth: 8)
    }

    /// OpenAPI leaves open what deeper values look like. Servers agree on `a[b]`, and on `a[]`, `a[0]` or a repeated name
    /// for a list.
    private static func nested(_ entries: [(keys: ArraySlice<String>, text: String)], depth: Int) -> WrittenValue {
        let inner = entries.filter { !$0.keys.isEmpty }
        guard !inner.isEmpty, depth > 0 else { return .either(repeated(entries.map(\.text))) }
        var names: [String] = []
        for entry in inner { if let key = entry.keys.first, !names.contains(key) { names.append(key) } }
        let object = WrittenValue.object(
            names.map { name in
                let own = inner.filter { $0.keys.first == name }.map { (keys: $0.keys.dropFirst(), text: $0.text) }
                return (name, nested(own, depth: depth - 1))
            })
        guard inner.allSatisfy({ $0.keys.count == 1 && $0.keys.first?.utf8.allSatisfy(\.isDigit) == true }) else {
            return object
        }
        return .either([object, .list(inner.map { .text($0.text) })])
    }

    // MARK: - Parts of a text

    /// A text, and what it is with separators.
    ///
    /// - Parameter areOne: whether the separators are spellings of one, and not notations of their own.
    private func value(_ text: String, at separators: [String], areOne: Bool = false) -> WrittenValue {
        var ways = [WrittenValue.text(decode(text))]
        var notations = separators.map { text.split(separator: $0, omittingEmptySubsequences: false).map(String.init) }
        if areOne, let first = separators.first {
            let plain = separators.dropFirst().reduce(text) { $0.replacing($1, with: first) }
            notations = [plain.split(separator: first, omittingEmptySubsequences: false).map(String.init)]
        }
        for parts in notations {
            ways.append(.list(parts.map { .text(decode($0)) }))
            if let object = object(parts) { ways.append(object) }
        }
        if text.isEmpty { ways += [.list([]), .object([])] }
        return .either(ways)
    }

    /// `a,1,b,2`, or `a=1,b=2` where it explodes; nil for texts that are no pairs.
    private func object(_ parts: [String]) -> WrittenValue? {
        var pairs: [(name: String, text: String)] = []
        if explodes {
            for part in parts {
                let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard halves.count == 2 else { return nil }
                pairs.append((decode(String(halves[0])), decode(String(halves[1]))))
            }
        } else {
            guard parts.count.isMultiple(of: 2) else { return nil }
            for index in stride(from: 0, to: parts.count, by: 2) {
                pairs.append((decode(parts[index]), decode(parts[index + 1])))
            }
        }
        return .members(pairs)
    }
}

/// A text that does not have the form in which a value is written.
struct MisplacedText: Error {
    let expected: String
    let actual: String
    /// Whether `actual` is what was sent, and not words about it.
    let isText: Bool
    /// The field of a form that it stands in.
    var field: String?

    init(_ expected: String, _ actual: String, isText: Bool = true) {
        self.expected = expected
        self.actual = actual
        self.isText = isText
    }
}
