import BatonDiagnostics
package import BatonJSON
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
    package func error(of record: Record) -> CSVError? {
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

/// The character between the fields of a CSV record: a comma in RFC 4180, elsewhere often a semicolon or a tab.
package struct CSVSeparator: Sendable, Hashable {
    let byte: UInt8

    package static let comma = CSVSeparator(byte: UInt8(ascii: ","))

    private init(byte: UInt8) { self.byte = byte }

    /// Nil for anything but one character of ASCII that is neither a letter, a digit, a quote nor a line end: one of these
    /// could not be told from the fields.
    package init?(_ text: String) {
        guard let byte = text.utf8.first, text.utf8.count == 1 else { return nil }
        let scalar = Unicode.Scalar(byte)
        switch scalar {
        case "\t", " ": break
        default:
            guard byte > 0x20, byte < 0x7F, !scalar.properties.isAlphabetic, scalar.properties.numericType == nil,
                scalar != "\""
            else { return nil }
        }
        self.byte = byte
    }

    /// The rest of a sentence about a text that is none.
    package static let wanted = "is one character between two fields, such as `;` or a tab, `\"\\t\"`"
}

/// A table in comma-separated values (RFC 4180) whose first record names its columns.
package struct CSVDocument: Sendable {
    package let columns: [String]
    /// The records behind the header; each has as many fields as there are columns.
    package let rows: [[String]]

    /// The most fields a document may have, header included.
    package static let fieldLimit = 5_000_000

    /// Reads a whole table.
    ///
    /// Lines end with CRLF, LF or CR. A quoted field may contain line ends, and `""` for one quote. Empty lines and a
    /// byte order mark are skipped. Throws, with the line, for a record with another number of fields than the header,
    /// for a quote inside an unquoted field, for text behind a closing quote, and for two columns with the same name.
    package static func parse(
        _ text: String, _ separator: CSVSeparator = .comma, fieldLimit: Int = fieldLimit
    ) throws(CSVError) -> CSVDocument {
        var records = try CSVRecords(Array(text.utf8), separator, fieldLimit: fieldLimit)
        var names: Set<TextKey> = []
        for name in records.header.fields where !names.insert(TextKey(name)).inserted {
            let message = name.isEmpty ? "two columns have no name" : "two columns are named `\(name)`"
            throw CSVError(message: message, line: records.header.line)
        }
        var rows: [[String]] = []
        while let record = try records.next() {
            if let error = records.error(of: record) { throw error }
            rows.append(record.fields)
        }
        return CSVDocument(columns: records.header.fields, rows: rows)
    }

    /// One object per row, with every cell as a string.
    package var objects: [JSONValue] {
        rows.map { row in
            .object(JSONObject(zip(columns, row).map { ($0, JSONValue.string($1)) }))
        }
    }
}

/// Why a text cannot be read as CSV, and the line.
package struct CSVError: Error, Sendable, Equatable {
    /// One sentence without a full stop.
    package let message: String
    /// The line number, counted from 1; the first line of a record that spans several.
    package let line: Int
}

extension CSVError: CustomStringConvertible {
    package var description: String { "line \(line): \(message)" }
}
