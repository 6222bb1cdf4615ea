import BatonDiagnostics

/// All values of a file in one array, so that reading and freeing them takes only a few allocations.
///
/// The children of a collection are contiguous. Nodes, entries and their lists are a reference to the tree with an
/// index.
///
/// Members that are called for every key of a file are `public` and inlinable, because the compiler inlines nothing
/// else across modules. No product contains this module, so other packages cannot use it.
@usableFromInline
final class YAMLTree: Sendable {
    let file: SourceFile
    /// The bytes of the file.
    @usableFromInline let bytes: [UInt8]
    @usableFromInline let records: [YAMLRecord]
    /// The contents of scalars that are not in the file byte for byte.
    @usableFromInline let texts: [UInt8]
    /// The ranges of the aliases.
    private let aliases: [Range<UInt32>]

    init(file: SourceFile, records: [YAMLRecord], texts: [UInt8], aliases: [Range<UInt32>]) {
        self.file = file
        bytes = file.bytes
        self.records = records
        self.texts = texts
        self.aliases = aliases
    }

    /// The range of the alias that a record came through.
    func aliasRange(of record: YAMLRecord) -> Range<Int>? {
        guard record.alias > 0 else { return nil }
        let range = aliases[Int(record.alias) - 1]
        return Int(range.lowerBound)..<Int(range.upperBound)
    }

    /// Calls a closure with the contents of a scalar.
    @inlinable @inline(__always)
    func withContents<Result>(
        of record: YAMLRecord, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        if record.isKept { return withKeptContents(of: record, body) }
        return bytes.withUnsafeBufferPointer { body(Self.contents(of: record, in: $0)) }
    }

    @inlinable @inline(never)
    func withKeptContents<Result>(
        of record: YAMLRecord, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        texts.withUnsafeBufferPointer { body(Self.contents(of: record, in: $0)) }
    }

    /// The contents of a record, clamped to the text.
    @inlinable @inline(__always)
    static func contents(
        of record: YAMLRecord, in text: UnsafeBufferPointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8> {
        let lower = min(Int(record.first), text.count)
        let upper = min(lower + Int(record.count), text.count)
        return UnsafeBufferPointer(rebasing: text[lower..<upper])
    }

    /// Whether the contents of a scalar equal a word, byte for byte.
    @inlinable
    func isText(_ record: YAMLRecord, _ word: StaticString) -> Bool {
        guard Int(record.count) == word.utf8CodeUnitCount else { return false }
        return withContents(of: record) { contents in
            for index in 0..<contents.count where word.utf8Start[index] != contents[index] { return false }
            return true
        }
    }

    func text(of record: YAMLRecord) -> String {
        withContents(of: record) { String(decoding: $0, as: UTF8.self) }
    }
}

/// Builds the tree of a file while the file is read.
///
/// Values of open collections are kept on a stack. When a collection ends, its children move from the stack to
/// `records`, where they are contiguous. The collection itself is then pushed as a child of the collection around it.
struct TreeAssembly {
    let file: SourceFile
    private var records: [YAMLRecord] = []
    /// The stack.
    private var open: [YAMLRecord] = []
    private var texts: [UInt8] = []
    private var aliases: [Range<UInt32>] = []

    init(_ file: SourceFile) {
        self.file = file
        // In an ordinary file there is about one value per eight bytes.
        records.reserveCapacity(min(file.bytes.count / 8, 1000) + 8)
        open.reserveCapacity(32)
    }

    /// The stack position at which the children of a collection that begins now will start.
    var mark: Int { open.count }

    /// Number of values added.
    private(set) var count = 0

    /// Adds a child to the innermost open collection.
    mutating func add(_ record: YAMLRecord) {
        count += 1
        open.append(record)
    }

    /// Adds a child that was counted before.
    mutating func put(_ record: YAMLRecord) { open.append(record) }

    /// The children of the innermost open collection, whose mark is given.
    func children(from mark: Int) -> ArraySlice<YAMLRecord> { open[mark...] }

    /// Whether a key of the innermost open mapping has contents that are not in the file byte for byte.
    func hasKeptKeys(from mark: Int) -> Bool {
        var index = mark
        while index < open.count {
            if open[index].isKept { return true }
            index += 2
        }
        return false
    }

    /// Ends the collection whose children begin at a mark, and returns their indices in the tree.
    mutating func close(from mark: Int) -> Range<Int> {
        let first = records.count
        open.withUnsafeBufferPointer { records.append(contentsOf: UnsafeBufferPointer(rebasing: $0[mark...])) }
        open.removeLast(open.count - mark)
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
        defer { open.removeLast(open.count - mark) }
        return Array(open[mark...])
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

/// The type of a value, without its contents.
public enum YAMLOutline: BitwiseCopyable, Sendable {
    case mapping, sequence
    case scalar(ScalarType)
    /// The value was left out, which is an error that has been reported.
    case missing
}
