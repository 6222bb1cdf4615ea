/// Inserts rows into one table. What stands there already is left as it is.
struct TableInsert {
    private let connection: Connection
    private let sql: String

    /// - Parameter columns: those that are left out are NULL, and then cost nothing.
    init(into table: StaticString, _ columns: [StaticString], _ connection: Connection) {
        self.connection = connection
        let names = columns.map(\.description).joined(separator: ", ")
        let values = columns.map { _ in "?" }.joined(separator: ", ")
        sql = "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(values))"
    }

    /// - Parameter bind: binds the values of one row, each of its columns.
    func insert<Row>(_ rows: [Row], _ bind: (Row, Statement) -> Void) throws(SQLiteError) {
        let statement = try connection.statement(sql)
        for row in rows {
            bind(row, statement)
            try statement.run()
        }
    }
}
