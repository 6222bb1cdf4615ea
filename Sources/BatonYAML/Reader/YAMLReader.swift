import BatonDiagnostics

/// Reads a file by the grammar of YAML 1.2.2 into a tree, from its start to its end.
///
/// A mistake is told where it stands, by the reading that meets it; what was probably meant is taken for read, so that
/// all mistakes of a file are told at once. Where reading on would be guessing, it stops and no tree is left.
///
/// Each reading of a node ends at the next contents behind it, on whichever line they stand. The time is linear in the
/// size of the file: the reading goes back to the line of a mistake at most, and there are at most `mostMistakes`.
struct YAMLReader {
    /// Ends the reading of the file; the reason is among the findings.
    struct Stop: Error {}

    let file: SourceFile
    /// The file; cut off at the marker that ends the document, once that is found.
    var text: TextBytes
    let limits: YAMLLimits
    /// What is read next.
    var at: Int
    /// Where the line of `at` begins.
    var lineStart: Int
    /// The first tab of the line of `at`; before `lineStart` where it has none yet.
    var lineTab = -1
    /// How much further to the right the line of `at` is read than it stands.
    var shift = 0
    /// The lines that are read in other columns than they stand in.
    var moved = MovedLines()
    var values: TreeAssembly
    var findings: [Diagnostic] = []
    var anchors = AnchorTable()
    /// The open brackets; the innermost is the last.
    var brackets: [Int] = []
    /// How many of the open brackets end here, because their closing was forgotten.
    var forgottenBrackets = 0
    /// The colon of a key that lacks its space, which was told.
    var tightColon = -1
    /// Where a value begins before which the comma is missing, which was told.
    var toldComma = -1
    private(set) var mistakes: Set<Int> = []
    private var mistakeCount = 0
    /// More than anyone reads at once.
    private static let mostMistakes = 200

    private init(_ file: SourceFile, _ text: TextBytes, from start: Int, _ limits: YAMLLimits) {
        self.file = file
        self.text = text
        self.limits = limits
        at = start
        lineStart = start
        values = TreeAssembly(file)
    }

    /// The root of a file whose text has been checked, and what is wrong with it, in no order.
    static func read(
        _ file: SourceFile, from start: Int, _ limits: YAMLLimits
    ) -> (YAMLNode?, [Diagnostic]) {
        file.bytes.withUnsafeBufferPointer { bytes in
            var reader = YAMLReader(file, TextBytes(bytes), from: start, limits)
            let root = reader.tree()
            return (root, reader.findings)
        }
    }

    private mutating func tree() -> YAMLNode? {
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

    /// Where the children of a collection that begins now will wait.
    var mark: Int { values.mark }

    /// Adds a child to the collection that is read.
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
        return YAMLRecord(.mapping, style, range, children: values.close(from: mark))
    }

    /// Keeps contents that do not stand in the file as they read.
    mutating func kept(_ range: Range<Int>, _ style: YAMLNode.Style, indent: Int) -> YAMLRecord {
        let reading = ScalarReading(file: file, range: range, style: style, parentIndent: indent)
        let contents = reading.bytes.withUnsafeBufferPointer { values.keep($0) }
        return YAMLRecord(.string, style, range, text: contents, isKept: true).indented(indent)
    }

    /// Stops where the children of a collection that begins here would be too deep.
    mutating func checkDepth(_ depth: Int, _ start: Int) throws(Stop) {
        if depth >= anchors.deepest { anchors.deepest = depth + 1 }
        guard depth < limits.depth else {
            findings.append(.yamlTooDeep(limit: limits.depth, at: range(start..<start + 1)))
            throw Stop()
        }
    }

    // MARK: Mistakes

    func range(_ range: Range<Int>) -> SourceRange { SourceRange(file: file, range) }

    /// Tells a mistake of syntax; of several at one place only the first helps.
    mutating func complain(_ diagnostic: Diagnostic) throws(Stop) {
        if mistakes.insert(diagnostic.range?.lower ?? -1).inserted { findings.append(diagnostic) }
        mistakeCount += 1
        if mistakeCount >= Self.mostMistakes { throw Stop() }
    }
}
