/// Inserts rows into one table; existing rows are left unchanged.
struct TableInsert {
    private let connection: Connection
    private let sql: String

    /// - Parameter columns: the columns to fill; others are NULL and cost nothing.
    init(into table: StaticString, _ columns: [StaticString], _ connection: Connection) {
        self.connection = connection
        let names = columns.map(\.description).joined(separator: ", ")
        let values = columns.map { _ in "?" }.joined(separator: ", ")
        sql = "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(values))"
    }

    /// - Parameter bind: binds all columns of one row.
    func insert<Row>(_ rows: [Row], _ bind: (Row, Statement) -> Void) throws(SQLiteError) {
        let statement = try connection.statement(sql)
        for row in rows {
            bind(row, statement)
            try statement.run()
        }
    }
}
