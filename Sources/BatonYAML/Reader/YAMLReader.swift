import BatonDiagnostics

/// Reads a file by the grammar of YAML 1.2.2 into a tree, from start to end.
///
/// Each mistake is reported by the method that finds it. The reader then continues as if the mistake were mended, so
/// that all mistakes of a file are reported at once. Where it could only guess, it stops, and there is no tree.
///
/// Each method that reads a node stops at the next contents behind it, on whatever line they are. The time is linear in
/// the size of the file: the reader goes back at most to the line of a mistake, and there are at most `mostMistakes`.
struct YAMLReader {
    /// Thrown to stop reading the file; the reason is in `findings`.
    struct Stop: Error {}

    let file: SourceFile
    /// The text of the file, cut off at the marker that ends the document once that is found.
    var text: TextBytes
    /// Whether the text has no other spaces than those of YAML.
    let isASCII: Bool
    let limits: YAMLLimits
    /// Offset of the next byte to read.
    var at: Int
    /// Offset at which the current line begins.
    var lineStart: Int
    /// Offset of the first tab in the current line; less than `lineStart` if there is none so far.
    var lineTab = -1
    /// Number of columns that the current line is moved to the right.
    var shift = 0
    /// The lines that are treated as being at other columns.
    var moved = MovedLines()
    var values: TreeAssembly
    var findings: [Diagnostic] = []
    var anchors = AnchorTable()
    /// Offsets of the open brackets, outermost first.
    var brackets: [Int] = []
    /// Number of open brackets that end here because their closing bracket is missing.
    var forgottenBrackets = 0
    /// Offset of the colon of a key that lacks the space behind it, which has been reported.
    var tightColon = -1
    /// Offset of a value that lacks the comma before it, which has been reported.
    var toldComma = -1
    private(set) var mistakes: Set<Int> = []
    private var mistakeCount = 0
    /// The reader stops after this number of mistakes, because a user does not read more at once.
    private static let mostMistakes = 200

    private init(
        _ file: SourceFile, _ text: TextBytes, isASCII: Bool, from start: Int, _ limits: YAMLLimits
    ) {
        self.file = file
        self.text = text
        self.isASCII = isASCII
        self.limits = limits
        at = start
        lineStart = start
        values = TreeAssembly(file)
    }

    /// The root of a file whose text has been checked, and its mistakes, not sorted.
    static func read(
        _ file: SourceFile, isASCII: Bool, from start: Int, _ limits: YAMLLimits
    ) -> (YAMLNode?, [Diagnostic]) {
        file.bytes.withUnsafeBufferPointer { bytes in
            var reader = YAMLReader(file, TextBytes(bytes), isASCII: isASCII, from: start, limits)
            let root = reader.tree()
            return (root, reader.findings)
        }
    }

    private mutating func tree() -> YAMLNode? {
        let root = root()
        return stopsAtSpaces() ? nil : root
    }

    private mutating func root() -> YAMLNode? {
        do throws(Stop) {
            let root = try document()
            guard !root.isMissing else {
                if findings.isEmpty { findings.append(.yamlEmptyFile(file)) }
                return nil
            }
            let tree = values.tree(root: root)
            if root.isScalar, let finding = tree.missingSpace { findings.append(finding) }
            return tree
        } catch {
            return nil
        }
    }

    // MARK: Values

    /// The stack position at which the children of a collection that begins now will start.
    var mark: Int { values.mark }

    /// Adds a child to the innermost open collection.
    mutating func add(_ record: YAMLRecord) throws(Stop) {
        values.add(record)
        guard values.count < limits.nodes else {
            let start = Int(record.lower)
            findings.append(.yamlTooManyNodes(limit: limits.nodes, at: range(start..<start)))
            throw Stop()
        }
    }

    mutating func sequence(_ range: Range<Int>, _ style: YAMLNode.Style, from mark: Int) -> YAMLRecord {
        YAMLRecord(.sequence, style, range, children: values.close(from: mark))
    }

    mutating func mapping(_ range: Range<Int>, _ style: YAMLNode.Style, from mark: Int) -> YAMLRecord {
        if values.hasKeptKeys(from: mark) || DuplicateKeys.areAny(in: values.children(from: mark), of: text) {
            reportDuplicates(from: mark)
        }
        if limits.mergesKeys { mergeKeys(from: mark) }
        return YAMLRecord(.mapping, style, range, children: values.close(from: mark))
    }

    /// Stores the contents of a scalar that are not in the file byte for byte.
    mutating func kept(_ range: Range<Int>, _ style: YAMLNode.Style, indent: Int) -> YAMLRecord {
        let reading = ScalarReading(file: file, range: range, style: style, parentIndent: indent)
        let contents = reading.bytes.withUnsafeBufferPointer { values.keep($0) }
        return YAMLRecord(.string, style, range, text: contents, isKept: true).indented(indent)
    }

    /// Stops if the children of a collection that begins here would be nested too deep.
    mutating func checkDepth(_ depth: Int, _ start: Int) throws(Stop) {
        if depth >= anchors.deepest { anchors.deepest = depth + 1 }
        guard depth < limits.depth else {
            findings.append(.yamlTooDeep(limit: limits.depth, at: range(start..<start + 1)))
            throw Stop()
        }
    }

    // MARK: Mistakes

    func range(_ range: Range<Int>) -> SourceRange { SourceRange(file: file, range) }

    /// Reports a syntax mistake; of several at one place only the first is reported.
    mutating func complain(_ diagnostic: Diagnostic) throws(Stop) {
        if mistakes.insert(diagnostic.range?.lower ?? -1).inserted { findings.append(diagnostic) }
        mistakeCount += 1
        if mistakeCount >= Self.mostMistakes { throw Stop() }
    }
}

/// Adds keys and values, and reports mistakes in entries that are valid YAML syntax.
extension YAMLReader {
    /// Adds a key whose value follows. False, with a report, for a key that is not allowed; the caller drops its value.
    mutating func add(key: YAMLRecord, indent: Int, isInFlow: Bool) throws(Stop) -> Bool {
        guard key.isScalar else {
            findings.append(.yamlKeyNotScalar(isMapping: key.isMapping, at: range(values.useRange(of: key))))
            return false
        }
        if key.isMissing {
            if key.range.isEmpty {
                try complain(.yamlMissingKey(at: range(key.range.lowerBound..<key.range.upperBound + 1)))
            }
            return false
        }
        if !limits.mergesKeys, isMergeKey(key) {
            findings.append(.yamlMergeKey(at: range(values.useRange(of: key))))
            return false
        }
        try add(isInFlow ? key : key.indented(indent))
        return true
    }

    /// Adds the value of the key that was added last.
    mutating func add(value: YAMLRecord, of key: YAMLRecord, isInFlow: Bool) throws(Stop) {
        if value.isMissing, value.range.isEmpty {
            findings.append(
                .yamlMissingValue(
                    of: String(decoding: values.contents(of: key), as: UTF8.self), isPlain: key.style == .plain,
                    writtenAt: range(key.range), at: range(values.useRange(of: key)), isInFlow: isInFlow))
        }
        try add(value)
    }

    /// The record of a key that is missing before a colon.
    func missingKey() -> YAMLRecord { .missing(at: at..<at) }

    mutating func reportMissingItem(_ item: YAMLRecord) {
        guard item.range.isEmpty else { return }
        let lower = max(0, item.range.lowerBound - 1)
        findings.append(.yamlMissingItem(at: range(lower..<item.range.lowerBound)))
    }

    mutating func reportDuplicates(from mark: Int) {
        let keys = values.children(from: mark).enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        for (index, first) in DuplicateKeys.all(in: keys.map(values.contents)) {
            findings.append(
                .yamlDuplicateKey(
                    String(decoding: values.contents(of: keys[index]), as: UTF8.self),
                    at: range(values.useRange(of: keys[index])), first: range(values.useRange(of: keys[first]))))
        }
    }
}

/// Merge keys (the type `!!merge` of YAML 1.1): `<<: *defaults`, `<<: [*first, *second]`.
extension YAMLReader {
    /// Quoted, it is a key like others.
    func isMergeKey(_ key: YAMLRecord) -> Bool {
        key.style == .plain && key.count == 2 && !key.isKept
            && text[Int(key.first)] == UInt8(ascii: "<") && text[Int(key.first) + 1] == UInt8(ascii: "<")
    }

    /// Puts the entries of merged maps in the place of `<<`. A key of the map itself wins, then one of an earlier map.
    ///
    /// Maps that are merged have ended, so that their own merge keys are merged already.
    mutating func mergeKeys(from mark: Int) {
        let children = values.children(from: mark)
        guard stride(from: mark, to: children.endIndex, by: 2).contains(where: { isMergeKey(children[$0]) }) else {
            return
        }
        let entries = Self.entries(values.drop(from: mark)[...])
        var taken = Set(entries.filter { !isMergeKey($0.key) }.map { values.contents(of: $0.key) })
        for (key, value) in entries {
            guard isMergeKey(key) else {
                values.put(key)
                values.put(value)
                continue
            }
            for (key, value) in merged(value) where taken.insert(values.contents(of: key)).inserted {
                values.put(key)
                values.put(value)
            }
        }
    }

    /// The entries of the maps that stand behind `<<`; none, with a report, for anything else.
    private mutating func merged(_ value: YAMLRecord) -> [(key: YAMLRecord, value: YAMLRecord)] {
        if value.isMapping { return Self.entries(values.children(of: value)) }
        let items = value.isScalar ? [] : Array(values.children(of: value))
        guard !items.isEmpty, items.allSatisfy(\.isMapping) else {
            findings.append(.yamlNothingToMerge(at: range(values.useRange(of: value))))
            return []
        }
        return items.flatMap { Self.entries(values.children(of: $0)) }
    }

    private static func entries(_ children: ArraySlice<YAMLRecord>) -> [(key: YAMLRecord, value: YAMLRecord)] {
        stride(from: children.startIndex, to: children.endIndex - 1, by: 2).map { (children[$0], children[$0 + 1]) }
    }
}

/// Separators between values: spaces, comments, line breaks.
extension YAMLReader {
    /// The column of the next byte; -1 at the end of the text, which ends every collection.
    var column: Int { at < text.count ? at - lineStart + shift : -1 }

    /// The column up to which the line is indented with spaces; a tab ends the indentation.
    var spaceColumn: Int {
        let hasTab = lineTab >= lineStart && lineTab < at && moved.tabWidth == 1
        return (hasTab ? lineTab : at) - lineStart + shift
    }

    /// Skips spaces and tabs.
    @inline(__always)
    mutating func skipBlanks() {
        var next = at
        while text[next] == UInt8(ascii: " ") { next += 1 }
        at = next
        if text[next] == UInt8(ascii: "\t") { skipTabs() }
    }

    private mutating func skipTabs() {
        if lineTab < lineStart { lineTab = at }
        while text[at] == UInt8(ascii: " ") || text[at] == UInt8(ascii: "\t") { at += 1 }
    }

    /// Skips spaces, comments and line breaks to the next contents, or to the end of the document.
    mutating func skip() {
        while true {
            switch text[at] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"): skipBlanks()
            case UInt8(ascii: "\n"):
                at += 1
                beginLine()
            case UInt8(ascii: "\r"): breakLine()
            case UInt8(ascii: "#"):
                guard at == lineStart || isBlank(at - 1) else { return }
                skipLine()
            default:
                if at == lineStart { _ = endsDocument() }
                return
            }
        }
    }

    /// Skips a line break and all empty lines, up to the first byte of a non-empty line, whatever it is.
    mutating func skipEmptyLines() {
        while isLineBreak {
            breakLine()
            skipBlanks()
        }
    }

    mutating func skipLine() {
        while at < text.count, !isLineBreak { at += 1 }
    }

    mutating func breakLine() {
        at += text[at] == UInt8(ascii: "\r") && text[at + 1] == UInt8(ascii: "\n") ? 2 : 1
        beginLine()
    }

    @inline(__always)
    private mutating func beginLine() {
        lineStart = at
        if !moved.isEmpty { shift = moved.shift(ofLineAt: at, text) }
    }

    /// Goes back to an offset on an earlier line.
    mutating func goBack(to offset: Int) {
        at = SourceLine(file, at: offset).range.lowerBound
        beginLine()
        at = offset
    }

    var isLineBreak: Bool { text[at] == UInt8(ascii: "\n") || text[at] == UInt8(ascii: "\r") }

    /// Whether neither a value nor a key follows on the line; the spaces before have been skipped.
    @inline(__always)
    var isLineEnd: Bool {
        switch text[at] {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0: true
        case UInt8(ascii: "#"): isBlank(at - 1)
        default: false
        }
    }

    /// Whether a byte is a separator: a space, a tab, a line break, or the end of the text.
    func isBlank(_ offset: Int) -> Bool { text.isBlank(offset) }

    /// Whether an indicator of block style is here.
    @inline(__always)
    func isIndicator(_ byte: Unicode.Scalar) -> Bool { text[at] == UInt8(ascii: byte) && isBlank(at + 1) }

    /// Whether the line continues a scalar of several lines in a collection at a column; call `skipEmptyLines` before.
    mutating func goesOn(indent: Int) throws(Stop) -> Bool {
        guard !endsDocument(), text[at] != UInt8(ascii: "#") else { return false }
        if column > indent, spaceColumn <= indent { try checkTab() }
        return spaceColumn > indent
    }

    // MARK: Tabs

    /// Reports a tab before a collection that begins here, or before its next entry.
    @inline(__always)
    mutating func checkTab() throws(Stop) {
        if lineTab >= lineStart, lineTab < at, at < text.count { try misplacedTab() }
    }

    /// Reports the first tab of the line; from there on, tabs in indentation count as several spaces.
    mutating func misplacedTab() throws(Stop) {
        let tab = lineTab
        lineTab = -1
        guard tab <= SourceLine(file, at: tab).contents.lowerBound else {
            return try complain(TabReading(file, at: tab).diagnostic)
        }
        guard moved.tabWidth == 1 else { return }
        moved.tabWidth = TabReading.width
        shift = moved.shift(ofLineAt: lineStart, text)
        try complain(TabReading(file, at: tab).diagnostic)
    }
}

/// Lines that the reader treats as being at other columns, because at their own columns they would be mistakes.
struct MovedLines {
    private var blocks: [(end: Int, shift: Int)] = []
    /// Number of spaces that a tab counts as.
    var tabWidth = 1

    var isEmpty: Bool { blocks.isEmpty && tabWidth == 1 }

    mutating func move(to end: Int, by shift: Int) { blocks.append((end, shift)) }

    /// The number of columns by which the line at an offset is moved. Offsets must be passed in ascending order.
    mutating func shift(ofLineAt start: Int, _ text: TextBytes) -> Int {
        blocks.removeAll { $0.end <= start }
        var shift = blocks.reduce(0) { $0 + $1.shift }
        guard tabWidth > 1 else { return shift }
        var at = start
        while text[at] == UInt8(ascii: " ") || text[at] == UInt8(ascii: "\t") {
            if text[at] == UInt8(ascii: "\t") { shift += tabWidth - 1 }
            at += 1
        }
        return shift
    }
}

/// What the reader allows in a file; a file that goes beyond it is rejected with a diagnostic.
package struct YAMLLimits: Sendable {
    /// Nesting depth of collections, with aliases resolved.
    package var depth = 100
    package var bytes = 10_000_000
    /// Scalars, mappings and sequences written in the file.
    package var nodes = 1_000_000
    /// Nodes that aliases add to those written in the file.
    package var aliasedNodes = 100_000
    /// Whether `<<` merges maps, as YAML 1.1 had it: for files of others.
    package var mergesKeys = false

    package init() {}
}
