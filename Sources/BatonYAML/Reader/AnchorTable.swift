import BatonDiagnostics

/// The anchors of a file, and what it costs to use each of them.
struct AnchorTable {
    struct Entry {
        /// Nil while the anchored node is still being read: an alias in it would never end.
        var node: YAMLRecord?
        /// Nodes in it, itself included, aliases resolved.
        var weight = 0
        /// Collections below it, itself included.
        var height = 0
    }

    /// What an alias stands for.
    enum Use {
        case node(YAMLRecord)
        /// Nothing; nil where the reason was told before.
        case refused(((SourceRange) -> Diagnostic)?)
    }

    private var entries: [String: Entry] = [:]
    /// Nodes that aliases have added.
    private(set) var aliasedNodes = 0
    /// The deepest level that was reached since an anchored node was begun.
    var deepest = 0
    /// Where the node stands that was given an anchor last.
    var lastAnchored: Range<Int>?
    /// Whether it was said that aliases add too much: each further one would say the same.
    private var isLimitTold = false
    private var unknownNames = 0
    private static let mostSuggestions = 200

    subscript(name: String) -> Entry? { entries[name] }

    mutating func open(_ name: String) {
        entries[name] = Entry()
    }

    mutating func close(_ name: String, _ node: YAMLRecord, weight: Int, height: Int) {
        entries[name] = Entry(node: node, weight: weight, height: height)
    }

    mutating func use(_ name: String, depth: Int, _ limits: YAMLLimits) -> Use {
        guard let entry = entries[name] else {
            unknownNames += 1
            // Names are compared for no more mistakes than are told.
            let known = unknownNames <= Self.mostSuggestions ? entries.keys.sorted() : []
            return .refused { .yamlUnknownAlias(name, known: known, at: $0) }
        }
        guard let node = entry.node else { return .refused { .yamlRecursiveAlias(name, at: $0) } }
        guard depth + entry.height <= limits.depth else {
            return .refused { .yamlTooDeep(limit: limits.depth, at: $0) }
        }
        guard aliasedNodes + entry.weight <= limits.aliasedNodes else {
            defer { isLimitTold = true }
            return .refused(isLimitTold ? nil : { .yamlAliasExpansion(limit: limits.aliasedNodes, at: $0) })
        }
        aliasedNodes += entry.weight
        deepest = max(deepest, depth + entry.height)
        return .node(node)
    }

    /// Whether a name looks like one; `*.json` is rather a text.
    static func isWord(_ name: String) -> Bool {
        name.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...:
                true
            default: false
            }
        }
    }
}
