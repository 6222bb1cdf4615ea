import BatonValues

/// Reads the records of a CSV table (RFC 4180) one by one, so that a large table is never in memory as a whole.
package struct CSVRecords {
    package struct Record: Sendable {
        package let fields: [String]
        /// The line number, counted from 1; the first line of a record that spans several.
        package let line: Int
        /// The byte range of the record in the text, without its line end.
        package let range: Range<Int>
        private let starts: [Int]

        init(_ record: CSVReader.Record) {
            fields = record.fields
            line = record.line
            range = record.range
            starts = record.starts
        }

        /// The byte range of a field in the text, quotes included.
        package func range(ofField index: Int) -> Range<Int> {
            let upper = index + 1 < starts.count ? starts[index + 1] - 1 : range.upperBound
            return starts[index]..<upper
        }
    }

    package let header: Record
    private var reader: CSVReader

    /// Reads the header; a byte order mark before it is skipped. Throws when the text has no record.
    package init(
        _ bytes: [UInt8], _ separator: CSVSeparator = .comma, fieldLimit: Int = CSVDocument.fieldLimit
    ) throws(CSVError) {
        reader = CSVReader(bytes, separator, fieldLimit: fieldLimit)
        guard let header = try reader.record() else { throw CSVError(message: "there is no header", line: 1) }
        self.header = Record(header)
    }

    /// Reads the next record; nil at the end of the text. Throws, with the line, for a quote inside an unquoted field
    /// and for text behind a closing quote.
    package mutating func next() throws(CSVError) -> Record? {
        try reader.record().map(Record.init)
    }

    /// The error for a record with another number of fields than the header; nil if the numbers are equal.
    package func mismatch(of record: Record) -> CSVError? {
        guard record.fields.count != header.fields.count else { return nil }
        return CSVError(
            message:
                "this record has \(Self.count(record.fields.count)), the header has \(Self.count(header.fields.count))",
            line: record.line)
    }

    private static func count(_ number: Int) -> String { Plural.count(number, "field") }

    /// Reads a text that is one record without a header.
    package static func fields(of record: [UInt8], _ separator: CSVSeparator) throws(CSVError) -> [String] {
        var reader = CSVReader(record, separator, fieldLimit: CSVDocument.fieldLimit)
        return try reader.record()?.fields ?? []
    }
}
