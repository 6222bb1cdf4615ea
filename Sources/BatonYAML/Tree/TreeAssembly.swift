import BatonDiagnostics

/// The values of a file while it is read.
///
/// Values of collections that are still open wait on a stack; when a collection ends, its children leave the stack for
/// their place side by side. The collection itself then waits among the children of the one around it.
struct TreeAssembly {
    let file: SourceFile
    private var records: [YAMLRecord] = []
    /// The stack; what lies behind its top is left over.
    private var open: [YAMLRecord] = []
    private var top = 0
    private var texts: [UInt8] = []
    private var aliases: [Range<UInt32>] = []

    init(_ file: SourceFile) {
        self.file = file
        // A value takes some eight bytes of an ordinary file.
        records.reserveCapacity(min(file.bytes.count / 8, 1000) + 8)
        open.reserveCapacity(32)
    }

    /// Where the children of a collection that begins now will wait.
    var mark: Int { top }

    /// How many values were added.
    private(set) var count = 0

    /// Adds a child to the collection that is read.
    mutating func add(_ record: YAMLRecord) {
        count += 1
        if top < open.count { open[top] = record } else { open.append(record) }
        top += 1
    }

    /// The children of the collection that is read.
    func children(from mark: Int) -> ArraySlice<YAMLRecord> { open[mark..<top] }

    /// Whether a key of the mapping that is read does not stand in the file as it reads.
    func hasKeptKeys(from mark: Int) -> Bool {
        var index = mark
        while index < top {
            if open[index].isKept { return true }
            index += 2
        }
        return false
    }

    /// Ends the collection whose children wait from a mark on, and says where they stand from now on.
    mutating func close(from mark: Int) -> Range<Int> {
        let first = records.count
        open.withUnsafeBufferPointer { records.append(contentsOf: UnsafeBufferPointer(rebasing: $0[mark..<top])) }
        top = mark
        return first..<records.count
    }

    /// Keeps contents that do not stand in the file, and says where.
    mutating func keep(_ contents: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let first = texts.count
        texts.append(contentsOf: contents)
        return first..<texts.count
    }

    /// The contents of a scalar.
    func contents(of record: YAMLRecord) -> [UInt8] {
        Array(record.isKept ? texts[record.inside] : file.bytes[record.inside])
    }

    /// The same value, as it means something where an alias stands.
    mutating func alias(_ record: YAMLRecord, at range: Range<Int>) -> YAMLRecord {
        aliases.append(UInt32(truncatingIfNeeded: range.lowerBound)..<UInt32(truncatingIfNeeded: range.upperBound))
        var record = record
        record.alias = UInt32(truncatingIfNeeded: aliases.count)
        return record
    }

    /// The place to blame for what a record means.
    func useRange(of record: YAMLRecord) -> Range<Int> {
        guard record.alias > 0 else { return record.range }
        let range = aliases[Int(record.alias) - 1]
        return Int(range.lowerBound)..<Int(range.upperBound)
    }

    /// A value of a tree of the same file with all that is in it.
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

    /// The tree of all collections that have ended, and of its root: the last that is asked of an assembly.
    mutating func tree(root: YAMLRecord) -> YAMLNode {
        records.append(root)
        return YAMLNode(
            tree: YAMLTree(file: file, records: records, texts: texts, aliases: aliases), index: records.count - 1)
    }
}
