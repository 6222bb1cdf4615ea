package import BatonJSON
import BatonValues
import CSQLite

/// The rows of one statement as they are, of any type: what `baton history sql` answers.
package struct SQLRows: Sendable {
    package enum Cell: Sendable, Equatable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        case blob([UInt8])
    }

    package var columns: [String]
    package var rows: [[Cell]]
    /// Whether more rows than the limit were found.
    package var isCut: Bool

    /// A list of objects; a blob is its text where it is UTF-8, else its bytes in Base64. Of columns with one name the
    /// second one is `name:1`, the third one `name:2`, as SQLite names them in a view.
    package var json: JSONValue {
        var names: [String] = []
        var seen: Set<String> = []
        for column in columns {
            var name = column
            var count = 0
            while !seen.insert(name).inserted {
                count += 1
                name = "\(column):\(count)"
            }
            names.append(name)
        }
        return .array(rows.map { row in .object(JSONObject(zip(names, row).map { ($0, $1.json) })) })
    }
}

extension SQLRows.Cell {
    /// The value on one line of text.
    package var text: String {
        switch self {
        case .null: ""
        case .integer(let value): String(value)
        case .real(let value): JSONNumber(exactly: value)?.description ?? "\(value)"
        case .text(let text): text
        case .blob(let bytes): String(validating: bytes, as: UTF8.self) ?? Base64.encode(bytes)
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .null: .null
        case .integer(let value): .number(JSONNumber(value))
        case .real(let value): JSONNumber(exactly: value).map { .number($0) } ?? .null
        case .text, .blob: .string(text)
        }
    }
}

extension Connection {
    /// Refuses every statement that does more than read.
    func allowOnlyReading() {
        sqlite3_set_authorizer(
            handle,
            { _, action, _, _, _, _ in
                switch action {
                case SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE: SQLITE_OK
                default: SQLITE_DENY
                }
            }, nil)
    }
}

extension Statement {
    var cells: [SQLRows.Cell] { (0..<columnCount).map(cell) }
}
