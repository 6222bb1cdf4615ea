package import BatonJSON
import BatonValues

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
            if let mismatch = records.mismatch(of: record) { throw mismatch }
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
