import BatonDiagnostics

/// Anchors, aliases and tags.
extension YAMLReader {
    /// The anchor of a node, and the state before the node, from which its size is computed when it ends.
    struct Properties {
        var anchor: String?
        fileprivate var start = 0
        fileprivate var nodes = 0
        fileprivate var deepest = 0
    }

    /// The result of reading an anchor or a tag.
    enum Propertied {
        /// The node behind the anchor and tag comes next.
        case node(Properties)
        /// The anchor or tag is the start of a text without its quotes; this has been reported.
        case text(YAMLRecord)
    }

    /// Reads the anchor and the tag that begin here, and skips the spaces behind them.
    ///
    /// - Parameter position: nil in flow style.
    mutating func properties(_ position: Position?, indent: Int) throws(Stop) -> Propertied {
        var properties = Properties(start: at, nodes: values.count + anchors.aliasedNodes)
        while isProperty {
            let lower = at
            if text[at] == UInt8(ascii: "!") {
                if let text = try tag(position, indent: indent) { return .text(text) }
            } else {
                guard let name = anchorName(), text[lower + 1] != UInt8(ascii: "&") else {
                    return .text(try indicator(from: lower, isInFlow: position == nil, indent: indent))
                }
                if properties.anchor != nil { try complain(.yamlSecondAnchor(at: range(lower..<at))) }
                properties.anchor = name
                anchors.open(name)
            }
            skipBlanks()
        }
        if properties.anchor != nil {
            properties.deepest = anchors.deepest
            anchors.deepest = 0
        }
        return .node(properties)
    }

    /// Assigns the anchor before a node to the node.
    mutating func close(_ properties: Properties, _ node: YAMLRecord, depth: Int) throws(Stop) {
        guard let name = properties.anchor else { return }
        if node.alias > 0 || !node.isMissing && anchors.lastAnchored == node.range {
            try complain(.yamlSecondAnchor(at: range(properties.start..<properties.start + 1 + name.utf8.count)))
        }
        anchors.lastAnchored = node.range
        anchors.close(
            name, node, weight: values.count + anchors.aliasedNodes - properties.nodes + 1,
            height: max(0, anchors.deepest - depth))
        anchors.deepest = max(anchors.deepest, properties.deepest)
    }

    /// Reads the name behind `&` or `*`; nil if there is none.
    private mutating func anchorName() -> String? {
        let lower = at + 1
        at = endOfWord(from: lower)
        return at > lower ? String(decoding: text[lower..<at], as: UTF8.self) : nil
    }

    private func endOfWord(from lower: Int) -> Int {
        var end = lower
        while !isBlank(end), !text.isFlowIndicator(end) { end += 1 }
        return end
    }

    // MARK: Tags

    /// Reports a tag and skips it; returns a placeholder if the tag is probably the start of a text.
    private mutating func tag(_ position: Position?, indent: Int) throws(Stop) -> YAMLRecord? {
        let isVerbatim = text[at + 1] == UInt8(ascii: "<")
        var upper = endOfWord(from: at)
        if isVerbatim {
            while !isBlank(upper), text[upper - 1] != UInt8(ascii: ">") { upper += 1 }
        }
        let tag = at..<upper
        let isInFlow = position == nil
        let extent = ValueExtent.of(file, from: at, isInFlow: isInFlow)
        at = upper
        skipBlanks()
        let isAlone = isNothing(position, indent: indent)
        let startsNode = at < extent.upperBound && "\"'[{|>".utf8.contains(text[at])
        let isText = (at < extent.upperBound || isAlone) && !startsNode
        let second = tag.count > 1 ? text[tag.lowerBound + 1] : 0
        if isText, second != UInt8(ascii: "!"), !isVerbatim, second != 0 {
            return try placeholder(extent, .yamlIndicator(file, extent), indent: indent)
        }
        if isAlone { return try placeholder(tag, .yamlTag(file, tag), indent: indent) }
        try complain(.yamlTag(file, tag))
        return nil
    }

    /// Whether no node follows a tag.
    private func isNothing(_ position: Position?, indent: Int) -> Bool {
        var ahead = self
        ahead.skip()
        guard let position else { return ahead.text[ahead.at] != UInt8(ascii: ":") && ahead.isEnd }
        if ahead.lineStart == lineStart { return false }
        let isList = position.allowsIndentless && ahead.column == indent && ahead.isIndicator("-")
        return ahead.column <= indent && !isList
    }

    private var isEnd: Bool {
        at >= text.count || [UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(text[at])
    }

    // MARK: Aliases

    /// The node that an alias refers to; a missing value if the alias cannot be resolved.
    mutating func alias(isInFlow: Bool, indent: Int, depth: Int) throws(Stop) -> YAMLRecord {
        let lower = at
        let name = anchorName()
        guard let name, anchors[name] != nil || AnchorTable.isWord(name) else {
            return try indicator(from: lower, isInFlow: isInFlow, indent: indent)
        }
        let whole = lower..<at
        if let text = try textBehind(whole, isInFlow: isInFlow, indent: indent) { return text }
        switch anchors.use(name, depth: depth, limits) {
        case .node(let node): return values.alias(node, at: whole)
        case .refused(let diagnostic):
            if let diagnostic { findings.append(diagnostic(range(whole))) }
            return .missing(at: whole)
        }
    }
}

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
