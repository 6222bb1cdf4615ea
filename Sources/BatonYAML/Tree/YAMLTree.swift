import BatonDiagnostics

/// All values of a file in one array: reading it takes a handful of allocations, and letting go of it as many.
///
/// Children of a collection stand side by side. A node, an entry or a list of them is the tree with a number.
///
/// What is asked of a tree at every key of a file is `public` and inlinable, since the compiler carries nothing else from
/// one module into another; no product has this module, so other packages cannot use it.
@usableFromInline
final class YAMLTree: Sendable {
    let file: SourceFile
    /// Those of the file.
    @usableFromInline let bytes: [UInt8]
    @usableFromInline let records: [YAMLRecord]
    /// The contents of scalars that are not written in the file as they read.
    @usableFromInline let texts: [UInt8]
    /// Where aliases stand.
    private let aliases: [Range<UInt32>]

    init(file: SourceFile, records: [YAMLRecord], texts: [UInt8], aliases: [Range<UInt32>]) {
        self.file = file
        bytes = file.bytes
        self.records = records
        self.texts = texts
        self.aliases = aliases
    }

    /// Where the alias stands through which a record came to its place.
    func aliasRange(of record: YAMLRecord) -> Range<Int>? {
        guard record.alias > 0 else { return nil }
        let range = aliases[Int(record.alias) - 1]
        return Int(range.lowerBound)..<Int(range.upperBound)
    }

    /// Lends the contents of a scalar.
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

    /// A stretch; what lies outside of the text is left out.
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
