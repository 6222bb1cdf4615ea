import BatonDiagnostics

/// The anchors of a file, with the size that an alias of each adds.
struct AnchorTable {
    struct Entry {
        /// Nil while the anchored node is still being read: an alias inside of it would be infinite.
        var node: YAMLRecord?
        /// Number of nodes in it, including itself, with aliases resolved.
        var weight = 0
        /// Nesting depth of collections in it, including itself.
        var height = 0
    }

    /// The result of looking up an alias.
    enum Use {
        case node(YAMLRecord)
        /// The alias cannot be used; the diagnostic is nil if it was already reported.
        case refused(((SourceRange) -> Diagnostic)?)
    }

    private var entries: [String: Entry] = [:]
    /// Nodes that aliases have added.
    private(set) var aliasedNodes = 0
    /// The deepest level reached since the innermost open anchored node began.
    var deepest = 0
    /// The range of the node that was last given an anchor.
    var lastAnchored: Range<Int>?
    /// Whether the limit on aliases has been reported; further aliases do not report it again.
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
            // Suggestions cost time, so only the first unknown names get one.
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

    /// Whether a text looks like an anchor name; `*.json` is more likely a text.
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
