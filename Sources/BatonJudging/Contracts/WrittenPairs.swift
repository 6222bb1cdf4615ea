import BatonHTTP

/// Pairs of names and values with the names decoded and the values as written: of a query, a form or cookies.
struct WrittenPairs {
    let pairs: [(name: String, text: String)]
    /// Undoes the encoding of a value, after it was taken apart.
    let decode: (String) -> String
    private let byName: [String: [String]]

    private init(_ pairs: [(name: String, text: String)], decode: @escaping (String) -> String) {
        self.pairs = pairs
        self.decode = decode
        byName = Dictionary(grouping: pairs) { $0.name }.mapValues { $0.map(\.text) }
    }

    init(query: String?) {
        let pairs = (query ?? "").split(separator: "&").map { pair in
            let (name, text) = Self.halves(pair)
            return (Self.decoded(name), text)
        }
        self.init(pairs, decode: Self.decoded)
    }

    /// The cookies of a request, which are percent-encoded as a query is, with `+` for itself.
    init(cookies header: String?) {
        let pairs = (header ?? "").split(separator: ";").map { pair in
            let (name, text) = Self.halves(pair)
            return (name[...].trimmingBlanks, text[...].trimmingBlanks)
        }
        self.init(pairs, decode: ContractPaths.decoded)
    }

    /// Fields that are not encoded.
    init(fields: [(name: String, text: String)]) { self.init(fields) { $0 } }

    /// The pairs of an exploded cookie as OpenAPI writes it, `color=blue&color=black`; nil where none is written so.
    var splitCookies: WrittenPairs? {
        guard pairs.contains(where: { $0.text.utf8.contains(UInt8(ascii: "&")) }) else { return nil }
        let split = pairs.flatMap { pair in
            "\(pair.name)=\(pair.text)".split(separator: "&").map(Self.halves)
        }
        return WrittenPairs(split, decode: decode)
    }

    func texts(of name: String) -> [String] { byName[name] ?? [] }

    private static func halves(_ pair: Substring) -> (name: String, text: String) {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }

    /// A plus sign stands for a space (WHATWG URL, application/x-www-form-urlencoded).
    private static func decoded(_ text: String) -> String { ContractPaths.decoded(text.replacing("+", with: " ")) }
}
