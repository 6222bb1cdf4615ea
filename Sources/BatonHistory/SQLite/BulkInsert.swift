/// Inserts rows into one table, sixteen with one statement as long as there are so many: starting and ending a statement
/// takes SQLite as long as a row of ten values, and rows that follow one another are put where the last one is.
///
/// What stands there already is left as it is.
final class BulkInsert {
    private static let most = 16

    private let connection: Connection
    private let sql: String
    private let values: String
    private var single: Statement?
    private var bulk: Statement?

    /// - Parameter columns: in the order of the table; those that are left out are NULL, and then cost nothing.
    init(into table: StaticString, _ columns: [StaticString], _ connection: Connection) {
        self.connection = connection
        sql = "INSERT OR IGNORE INTO \(table) (\(columns.map(\.description).joined(separator: ", "))) VALUES "
        values = "(\(Array(repeating: "?", count: columns.count).joined(separator: ", ")))"
    }

    /// - Parameter bind: binds the values of one row, each of its columns.
    func insert<Row>(_ rows: [Row], _ bind: (Row, Statement) -> Void) throws(SQLiteError) {
        var start = 0
        while rows.count - start >= Self.most {
            let statement = try statement(&bulk, rows: Self.most)
            for row in rows[start..<start + Self.most] { bind(row, statement) }
            try statement.run()
            start += Self.most
        }
        guard start < rows.count else { return }
        let statement = try statement(&single, rows: 1)
        for row in rows[start...] {
            bind(row, statement)
            try statement.run()
        }
    }

    private func statement(_ kept: inout Statement?, rows: Int) throws(SQLiteError) -> Statement {
        if let kept { return kept }
        let statement = try Statement(
            sql + Array(repeating: values, count: rows).joined(separator: ", "), in: connection)
        kept = statement
        return statement
    }
}
