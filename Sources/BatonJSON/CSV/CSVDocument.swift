import BatonText

/// A table in comma-separated values (RFC 4180) whose first record names its columns.
package struct CSVDocument: Sendable {
    package let columns: [String]
    /// Each with as many fields as there are columns.
    package let rows: [[String]]

    /// How many fields a document may have, quotes and all.
    package static let fieldLimit = 5_000_000

    /// Lines end with CRLF, LF or CR; a quoted field may hold them, and `""` for a quote. Empty lines are left out, a
    /// byte order mark too. Throws with the line for a record of another length than the header, for a quote that does
    /// not stand around a whole field and for columns that share a name.
    package static func parse(_ text: String, fieldLimit: Int = fieldLimit) throws(CSVError) -> CSVDocument {
        var records = try CSVRecords(Array(text.utf8), fieldLimit: fieldLimit)
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

    /// One object a row, every cell a text.
    package var objects: [JSONValue] {
        rows.map { row in
            .object(JSONObject(zip(columns, row).map { ($0, JSONValue.string($1)) }))
        }
    }
}

/// Why a text is no table, and in which of its lines.
package struct CSVError: Error, Sendable, Equatable {
    /// One sentence without a full stop.
    package let message: String
    /// From 1; of a record over several lines the first.
    package let line: Int
}

extension CSVError: CustomStringConvertible {
    package var description: String { "line \(line): \(message)" }
}
