import BatonDiagnostics

/// All values of a file in one array: reading it takes a handful of allocations, and letting go of it as many.
///
/// Children of a collection stand side by side. A node, an entry or a list of them is the tree with a number.
final class YAMLTree: Sendable {
    let file: SourceFile
    let records: [YAMLRecord]
    /// The contents of scalars that are not written in the file as they read.
    private let texts: [UInt8]
    /// Where aliases stand.
    private let aliases: [Range<UInt32>]

    init(file: SourceFile, records: [YAMLRecord], texts: [UInt8], aliases: [Range<UInt32>]) {
        self.file = file
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
    func withContents<Result>(
        of record: YAMLRecord, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        record.isKept
            ? texts.withUnsafeBufferPointer { body(TextBytes($0)[record.inside]) }
            : file.bytes.withUnsafeBufferPointer { body(TextBytes($0)[record.inside]) }
    }

    func text(of record: YAMLRecord) -> String {
        withContents(of: record) { String(decoding: $0, as: UTF8.self) }
    }
}
