import Testing

@testable import BatonHistory

/// The form of a new history and that of one which was brought there step by step.
struct HistorySchemaTests {
    private static func form(_ statements: [String]) throws -> [String] {
        let connection = try Connection(":memory:", .create)
        for statement in statements { try connection.execute(statement) }
        let select = try Statement("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name", in: connection)
        var objects: [String] = []
        while try select.step() {
            let sql = select.text(3).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            objects.append("\(select.text(0)) \(select.text(1)) \(select.text(2)): \(tight(sql))")
        }
        return objects
    }

    /// Without the blanks around commas and brackets, where a column that was added later has others.
    private static func tight(_ sql: String) -> String {
        [",", "(", ")"].reduce(sql) { text, sign in
            text.split(separator: sign, omittingEmptySubsequences: false)
                .map { part in String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
                .joined(separator: sign)
        }
    }

    @Test func `a new history has the form to which the steps lead`() throws {
        let made = try Self.form([HistorySchema.sql])
        #expect(made == (try Self.form(HistoryMigrations.steps)))
        #expect(made.count > 15)
    }
}
