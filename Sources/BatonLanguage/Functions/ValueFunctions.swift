import BatonCEL
import BatonHTTP

/// `omit`, `merge` and `query_params`.
enum ValueFunctions {
    static let list: [CELFunction] = [
        .various("omit", .function, [([], .dyn)]) { _ throws(CELError) in .optional(nil) },
        CELFunction(
            "merge", .function, [.init([.anyMap, .anyMap], .anyMap)], isVariadic: true,
            help: "maps are merged, the last one wins: `merge(defaults, own)`",
            body: .gathering { maps throws(CELError) in try merge(maps) }),
        .unary("query_params", .function, [(.string, .map(.string, .dyn))]) { value throws(CELError) in
            queryParameters(try FunctionLibrary.text(value, of: "query_params"))
        },
    ]

    /// One map with the entries of all; of equal names the last one's value counts, in the place of the first.
    private static func merge(_ maps: [CELValue]) throws(CELError) -> CELValue {
        var merged = CELMap()
        var isSecret = false
        for value in maps {
            // Each entry keeps its own taint: one secret entry does not make the others secret.
            guard let entries = value.ownEntries else { throw .noOverload("merge", value) }
            if value.isTainted, !entries.contains(where: { $0.key.holdsTaint || $0.value.holdsTaint }) {
                // The map is secret as a whole.
                isSecret = true
            }
            for entry in entries { merged.set(entry.key, entry.value) }
        }
        return isSecret ? CELValue.map(merged).tainted(true) : .mapOfParts(merged)
    }

    /// The decoded parameters behind the `?` of a URL, or of a text without `?` that is no URL: a name that comes more
    /// than once has the list of its values.
    private static func queryParameters(_ text: String) -> CELValue {
        let withoutFragment = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        let mark = withoutFragment.firstIndex(of: UInt8(ascii: "?"))
        let query: Substring.UTF8View
        if !isURL(withoutFragment) {
            query = withoutFragment
        } else if let mark {
            query = withoutFragment[withoutFragment.index(after: mark)...]
        } else {
            query = withoutFragment.suffix(0)
        }
        var names: [String] = []
        var values: [String: [CELValue]] = [:]
        for pair in query.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = decoded(parts[0])
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(.string(parts.count == 2 ? decoded(parts[1]) : ""))
        }
        var map = CELMap()
        for name in names {
            let found = values[name] ?? []
            _ = map.insert(.string(name), found.count == 1 ? found[0] : .list(found))
        }
        return .map(map)
    }

    /// Whether a text is a URL or a path, and not the part behind its `?`: before a `?` or a `/` stands no `=`, or a scheme.
    private static func isURL(_ text: Substring.UTF8View) -> Bool {
        guard let end = text.firstIndex(where: { "?/".utf8.contains($0) }) else { return false }
        let start = text[..<end]
        return !start.contains(UInt8(ascii: "=")) && !start.contains(UInt8(ascii: "&"))
    }

    private static func decoded(_ text: Substring.UTF8View) -> String {
        let spaced = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: PercentEncoding.decode(String(decoding: spaced, as: UTF8.self)), as: UTF8.self)
    }
}
