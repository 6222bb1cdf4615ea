import BatonDiagnostics
import CLibYAML

/// Builds the tree from libyaml's events; reports on the way what is no syntax error to libyaml.
struct TreeBuilder: ~Copyable {
    struct Outcome {
        var findings: [Diagnostic] = []
        var accidents: [Accident] = []
    }

    /// Ends the reading of the file; the reason is in the outcome.
    struct Stop: Error {}

    /// Where a node stands among the others.
    struct Place {
        var depth = 0
        /// The column of the innermost block collection.
        var indent = -1
        var isInFlow = false
    }

    let file: SourceFile
    let start: Int
    let limits: YAMLLimits
    let edits: TextEdits
    private var stream: EventStream
    private var offsets: CodePointOffsets
    var outcome = Outcome()
    private var anchors = AnchorTable()
    var values: TreeAssembly
    private var nodes = 0
    private var aliasedNodes = 0
    /// Whether it was said that aliases add too much: each further one would say the same.
    private var isAliasLimitTold = false
    /// The deepest level that was reached since an anchored node was begun.
    private var deepest = 0
    private var openBrackets: [Int] = []
    private static let mostSuggestions = 200

    init?(
        _ file: SourceFile, _ text: UnsafeBufferPointer<UInt8>, start: Int, isASCII: Bool, _ limits: YAMLLimits,
        _ edits: TextEdits
    ) {
        guard let stream = EventStream(text) else { return nil }
        self.file = file
        self.start = start
        self.limits = limits
        self.edits = edits
        values = TreeAssembly(file)
        self.stream = stream
        offsets = CodePointOffsets(text, isASCII: isASCII)
    }

    /// The root of the only document; nil when it cannot be had, with the reason in the outcome.
    mutating func document() -> YAMLNode? {
        do throws(Stop) {
            try advance()
            try advance()
            guard stream.type == YAML_DOCUMENT_START_EVENT else {
                outcome.findings.append(.yamlEmptyFile(file))
                return nil
            }
            try advance()
            let root = try node(Place())
            try advance()
            checkEnd(after: offset(stream.end.index))
            guard !root.isMissing else {
                outcome.findings.append(.yamlEmptyFile(file))
                return nil
            }
            let tree = values.tree(root: root)
            if let finding = tree.missingSpace { outcome.findings.append(finding) }
            return tree
        } catch {
            return nil
        }
    }

    /// Nothing but comments may follow the document.
    private mutating func checkEnd(after end: Int) {
        var at = end
        let bytes = file.bytes
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                at += 1
            case UInt8(ascii: "#"):
                at = SourceLine(file, at: at).range.upperBound
            case UInt8(ascii: ".") where bytes[at...].starts(with: Array("...".utf8)):
                at += 3
            default:
                outcome.findings.append(.yamlSecondDocument(file, at: at))
                return
            }
        }
    }

    private mutating func advance() throws(Stop) {
        if stream.advance() { return }
        // What was found before the problem explains it better than the problem itself.
        if outcome.accidents.isEmpty {
            let problem = stream.problem
            let reading = SyntaxReading(
                problem, file: file, context: offset(problem.contextIndex), problem: offset(problem.problemIndex),
                openBrackets: openBrackets)
            outcome.accidents = reading.accidents
        }
        throw Stop()
    }

    private mutating func offset(_ index: Int) -> Int {
        let offset = offsets.offset(of: index) + start
        return edits.isEmpty ? offset : edits.original(offset)
    }

    func range(_ range: Range<Int>) -> SourceRange {
        SourceRange(file: file, range)
    }

    // MARK: Nodes

    /// Reads the node whose first event is at hand, and stays at its last.
    private mutating func node(_ place: Place) throws(Stop) -> YAMLRecord {
        nodes += 1
        if nodes > limits.nodes {
            let at = offset(stream.start.index)
            outcome.findings.append(.yamlTooManyNodes(limit: limits.nodes, at: range(at..<at)))
            throw Stop()
        }
        if stream.type == YAML_ALIAS_EVENT { return alias(place) }
        var lower = offset(stream.start.index)
        let anchor = stream.anchor
        if anchor != nil || stream.hasTag { lower = properties(from: lower, place) }
        guard let anchor else { return try contents(from: lower, place) }

        let (nodesBefore, deepestBefore) = (nodes + aliasedNodes, deepest)
        anchors.open(anchor)
        deepest = place.depth
        let node = try contents(from: lower, place)
        anchors.close(
            anchor, node, weight: nodes + aliasedNodes - nodesBefore + 1, height: deepest - place.depth)
        deepest = max(deepest, deepestBefore)
        return node
    }

    private mutating func contents(from lower: Int, _ place: Place) throws(Stop) -> YAMLRecord {
        switch stream.type {
        case YAML_SCALAR_EVENT: return scalar(from: lower, place)
        case YAML_MAPPING_START_EVENT: return try mapping(from: lower, place)
        default: return try sequence(from: lower, place)
        }
    }

    /// Passes over anchor and tag, and reports the tag.
    private mutating func properties(from lower: Int, _ place: Place) -> Int {
        let properties = NodeProperties(file.bytes, from: lower)
        let isAlone = stream.type == YAML_SCALAR_EVENT && stream.scalarText.isEmpty
        if let tag = properties.tag, !edits.touch(tag) {
            outcome.accidents.append(.tag(file, tag, isInFlow: place.isInFlow, isAlone: isAlone))
        }
        return properties.end
    }

    private mutating func alias(_ place: Place) -> YAMLRecord {
        let lower = offset(stream.start.index)
        let upper = offset(stream.end.index)
        let here = range(lower..<upper)
        checkFollowing(lower..<upper, place)
        let name = stream.anchor ?? ""
        func missing() -> YAMLRecord { .missing(at: lower..<upper) }
        guard let entry = anchors[name] else {
            // Names are compared for no more mistakes than are told.
            let known = outcome.findings.count < Self.mostSuggestions ? anchors.names : []
            outcome.findings.append(.yamlUnknownAlias(name, known: known, at: here))
            return missing()
        }
        guard let node = entry.node else {
            outcome.findings.append(.yamlRecursiveAlias(name, at: here))
            return missing()
        }
        guard place.depth + entry.height <= limits.depth else {
            outcome.findings.append(.yamlTooDeep(limit: limits.depth, at: here))
            return missing()
        }
        guard aliasedNodes + entry.weight <= limits.aliasedNodes else {
            if !isAliasLimitTold {
                outcome.findings.append(.yamlAliasExpansion(limit: limits.aliasedNodes, at: here))
            }
            isAliasLimitTold = true
            return missing()
        }
        aliasedNodes += entry.weight
        deepest = max(deepest, place.depth + entry.height)
        return values.alias(node, at: lower..<upper)
    }

    // MARK: Scalars

    private mutating func scalar(from lower: Int, _ place: Place) -> YAMLRecord {
        let text = stream.scalarText
        let style = YAMLNode.Style(stream.scalarStyle)
        var upper = max(offset(stream.end.index), lower)
        if style == .plain, text.isEmpty { return .missing(at: upper..<upper) }
        if style == .literal || style == .folded { upper = trimmed(lower..<upper) }
        let whole = lower..<upper
        if !edits.isEmpty, edits.touch(whole) {
            let reading = ScalarReading(file: file, range: whole, style: style, parentIndent: place.indent)
            return reading.bytes.withUnsafeBufferPointer { scalar($0, .string, style, whole, place) }
        }
        check(text, style, whole, place)
        let type = style == .plain ? ScalarType.ofPlain(text) : .string
        return scalar(text, type, style, whole, place)
    }

    private mutating func scalar(
        _ text: UnsafeBufferPointer<UInt8>, _ type: ScalarType, _ style: YAMLNode.Style, _ whole: Range<Int>,
        _ place: Place
    ) -> YAMLRecord {
        let contents = written(text, style, whole)
        let record = YAMLRecord(
            type, style, whole, text: contents ?? values.keep(text), isKept: contents == nil)
        return record.indented(place.indent)
    }

    /// Where the contents stand in the file, if they are written there as they read.
    private func written(
        _ text: UnsafeBufferPointer<UInt8>, _ style: YAMLNode.Style, _ whole: Range<Int>
    ) -> Range<Int>? {
        guard style != .literal, style != .folded else { return nil }
        let quote = style == .plain ? 0 : 1
        guard whole.count == text.count + 2 * quote else { return nil }
        let contents = whole.lowerBound + quote..<whole.upperBound - quote
        return file.bytes[contents].elementsEqual(text) ? contents : nil
    }

    private func trimmed(_ range: Range<Int>) -> Int {
        var upper = range.upperBound
        while upper > range.lowerBound + 1, file.bytes[upper - 1] <= UInt8(ascii: " ") { upper -= 1 }
        return upper
    }

    // MARK: Collections

    /// Where the children of a collection stand; stops where they would be too deep.
    private mutating func inside(_ place: Place, from lower: Int) throws(Stop) -> Place {
        guard place.depth < limits.depth else {
            outcome.findings.append(.yamlTooDeep(limit: limits.depth, at: range(lower..<lower + 1)))
            throw Stop()
        }
        deepest = max(deepest, place.depth + 1)
        let isFlow = stream.isFlow
        return Place(
            depth: place.depth + 1, indent: isFlow ? place.indent : column(of: lower),
            isInFlow: place.isInFlow || isFlow)
    }

    /// The column of a block collection; libyaml tells that of its anchor where it has one.
    private mutating func column(of lower: Int) -> Int {
        offset(stream.start.index) == lower ? stream.start.column : SourceLine(file, at: lower).indentation
    }

    private mutating func mapping(from lower: Int, _ place: Place) throws(Stop) -> YAMLRecord {
        let isFlow = stream.isFlow
        let inside = try inside(place, from: lower)
        if isFlow {
            checkBraces(from: lower, place)
            openBrackets.append(lower)
        }
        let mark = values.mark
        var upper = lower
        while true {
            try advance()
            if stream.type == YAML_MAPPING_END_EVENT { break }
            let key = try node(inside)
            try advance()
            let value = try node(inside)
            upper = max(upper, values.useRange(of: key).upperBound, values.useRange(of: value).upperBound)
            guard checkEntry(key, value, inside) else { continue }
            values.add(key)
            values.add(value)
        }
        if isFlow { upper = flowEnd(from: lower, place) }
        reportDuplicates(from: mark)
        return YAMLRecord(.mapping, isFlow ? .flow : .block, lower..<upper, children: values.close(from: mark))
    }

    private mutating func sequence(from lower: Int, _ place: Place) throws(Stop) -> YAMLRecord {
        let isFlow = stream.isFlow
        let inside = try inside(place, from: lower)
        if isFlow { openBrackets.append(lower) }
        let mark = values.mark
        var upper = lower
        while true {
            try advance()
            if stream.type == YAML_SEQUENCE_END_EVENT { break }
            let item = try node(inside)
            upper = max(upper, values.useRange(of: item).upperBound)
            if item.isMissing { reportMissingItem(item) }
            values.add(item)
        }
        if isFlow { upper = flowEnd(from: lower, place) }
        return YAMLRecord(.sequence, isFlow ? .flow : .block, lower..<upper, children: values.close(from: mark))
    }

    private mutating func flowEnd(from lower: Int, _ place: Place) -> Int {
        let upper = max(offset(stream.end.index), lower)
        openBrackets.removeLast()
        checkFollowing(lower..<upper, place)
        return upper
    }
}

extension YAMLNode.Style {
    init(_ style: yaml_scalar_style_t) {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: self = .literal
        case YAML_FOLDED_SCALAR_STYLE: self = .folded
        default: self = .plain
        }
    }
}
