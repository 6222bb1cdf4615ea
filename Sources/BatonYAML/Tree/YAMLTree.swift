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

    func text(of record: YAMLRecord) -> String {
        withContents(of: record) { String(decoding: $0, as: UTF8.self) }
    }
}
