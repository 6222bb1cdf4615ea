import BatonDiagnostics

/// Builds the tree of a file while the file is read.
///
/// Values of open collections are kept on a stack. When a collection ends, its children move from the stack to
/// `records`, where they are contiguous. The collection itself is then pushed as a child of the collection around it.
struct TreeAssembly {
    let file: SourceFile
    private var records: [YAMLRecord] = []
    /// The stack; entries from index `top` on are unused.
    private var open: [YAMLRecord] = []
    private var top = 0
    private var texts: [UInt8] = []
    private var aliases: [Range<UInt32>] = []

    init(_ file: SourceFile) {
        self.file = file
        // In an ordinary file there is about one value per eight bytes.
        records.reserveCapacity(min(file.bytes.count / 8, 1000) + 8)
        open.reserveCapacity(32)
    }

    /// The stack position at which the children of a collection that begins now will start.
    var mark: Int { top }

    /// Number of values added.
    private(set) var count = 0

    /// Adds a child to the innermost open collection.
    mutating func add(_ record: YAMLRecord) {
        count += 1
        put(record)
    }

    /// Adds a child that was counted before.
    mutating func put(_ record: YAMLRecord) {
        if top < open.count { open[top] = record } else { open.append(record) }
        top += 1
    }

    /// The children of the innermost open collection, whose mark is given.
    func children(from mark: Int) -> ArraySlice<YAMLRecord> { open[mark..<top] }

    /// Whether a key of the innermost open mapping has contents that are not in the file byte for byte.
    func hasKeptKeys(from mark: Int) -> Bool {
        var index = mark
        while index < top {
            if open[index].isKept { return true }
            index += 2
        }
        return false
    }

    /// Ends the collection whose children begin at a mark, and returns their indices in the tree.
    mutating func close(from mark: Int) -> Range<Int> {
        let first = records.count
        open.withUnsafeBufferPointer { records.append(contentsOf: UnsafeBufferPointer(rebasing: $0[mark..<top])) }
        top = mark
        return first..<records.count
    }

    /// Stores contents that are not in the file byte for byte, and returns their range in `texts`.
    mutating func keep(_ contents: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let first = texts.count
        texts.append(contentsOf: contents)
        return first..<texts.count
    }

    /// Ends the collection whose children begin at a mark, and leaves them out.
    mutating func drop(from mark: Int) -> [YAMLRecord] {
        defer { top = mark }
        return Array(open[mark..<top])
    }

    /// The children of a collection that has ended.
    func children(of record: YAMLRecord) -> ArraySlice<YAMLRecord> { records[record.inside] }

    /// The contents of a scalar.
    func contents(of record: YAMLRecord) -> [UInt8] {
        Array(record.isKept ? texts[record.inside] : file.bytes[record.inside])
    }

    /// The same value as referred to by an alias at a range.
    mutating func alias(_ record: YAMLRecord, at range: Range<Int>) -> YAMLRecord {
        aliases.append(UInt32(truncatingIfNeeded: range.lowerBound)..<UInt32(truncatingIfNeeded: range.upperBound))
        var record = record
        record.alias = UInt32(truncatingIfNeeded: aliases.count)
        return record
    }

    /// The range that a message about the record points to: the alias if there is one, else the value itself.
    func useRange(of record: YAMLRecord) -> Range<Int> {
        guard record.alias > 0 else { return record.range }
        let range = aliases[Int(record.alias) - 1]
        return Int(range.lowerBound)..<Int(range.upperBound)
    }

    /// Copies a value of another tree of the same file with all its children.
    mutating func copy(_ node: YAMLNode) -> YAMLRecord {
        let original = node.record
        var record = original
        if original.isScalar {
            if original.isKept {
                let kept = node.tree.withContents(of: original) { keep($0) }
                record.first = UInt32(truncatingIfNeeded: kept.lowerBound)
            }
        } else {
            let mark = mark
            for index in original.inside {
                let child = copy(YAMLNode(tree: node.tree, index: index))
                add(child)
            }
            record.first = UInt32(truncatingIfNeeded: close(from: mark).lowerBound)
        }
        guard let range = node.tree.aliasRange(of: original) else { return record }
        return alias(record, at: range)
    }

    /// The tree of all closed collections and a root. Call it last.
    mutating func tree(root: YAMLRecord) -> YAMLNode {
        records.append(root)
        return YAMLNode(
            tree: YAMLTree(file: file, records: records, texts: texts, aliases: aliases), index: records.count - 1)
    }
}
