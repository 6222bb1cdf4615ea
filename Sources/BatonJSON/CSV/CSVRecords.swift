/// The records of a table (RFC 4180) one after the other, so that a large one is never there as a whole.
package struct CSVRecords {
    package struct Record: Sendable {
        package let fields: [String]
        /// From 1; of a record over several lines the first.
        package let line: Int
        /// Where it stands in the bytes, without its line end.
        package let range: Range<Int>
        private let starts: [Int]

        init(_ record: CSVReader.Record) {
            fields = record.fields
            line = record.line
            range = record.range
            starts = record.starts
        }

        /// Where a field stands, quotes and all.
        package func range(ofField index: Int) -> Range<Int> {
            let upper = index + 1 < starts.count ? starts[index + 1] - 1 : range.upperBound
            return starts[index]..<upper
        }
    }

    package let header: Record
    private var reader: CSVReader

    /// Reads the header. A byte order mark before it is left out. Throws when there is none.
    package init(_ bytes: [UInt8], fieldLimit: Int = CSVDocument.fieldLimit) throws(CSVError) {
        reader = CSVReader(bytes, fieldLimit: fieldLimit)
        guard let header = try reader.record() else { throw CSVError(message: "there is no header", line: 1) }
        self.header = Record(header)
    }

    /// Nil at the end. Throws, with the line, for quotes that do not stand around a whole field.
    package mutating func next() throws(CSVError) -> Record? {
        try reader.record().map(Record.init)
    }

    /// What is wrong with a record of another length than the header.
    package func mismatch(of record: Record) -> CSVError? {
        guard record.fields.count != header.fields.count else { return nil }
        return CSVError(
            message:
                "this record has \(Self.count(record.fields.count)), the header has \(Self.count(header.fields.count))",
            line: record.line)
    }

    private static func count(_ number: Int) -> String { number == 1 ? "1 field" : "\(number) fields" }

    /// The fields of a record that stands alone.
    package static func fields(of record: [UInt8]) throws(CSVError) -> [String] {
        var reader = CSVReader(record, fieldLimit: CSVDocument.fieldLimit)
        return try reader.record()?.fields ?? []
    }
}
