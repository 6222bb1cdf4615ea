import Testing

@testable import BatonHistory

/// Rows that are inserted one after the other.
struct TableInsertTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(":memory:", .create)
        try connection.execute(
            """
            CREATE TABLE thing (place INTEGER NOT NULL, name TEXT NOT NULL, note TEXT, rest TEXT, PRIMARY KEY (place))
                STRICT, WITHOUT ROWID
            """)
    }

    private func insert(_ rows: [(place: Int, name: String, note: String?)]) throws {
        let things = TableInsert(into: "thing", ["place", "name", "note"], connection)
        try things.insert(rows) { row, insert in
            insert.bind(row.place)
            insert.bind(row.name)
            insert.bind(row.note)
        }
    }

    private func stored() throws -> [String] {
        let select = try Statement("SELECT place, name, note, rest FROM thing ORDER BY place", in: connection)
        var rows: [String] = []
        while try select.step() {
            #expect(select.optionalText(3) == nil)
            rows.append("\(select.int(0)) \(select.text(1)) \(select.optionalText(2) ?? "-")")
        }
        return rows
    }

    @Test(arguments: [0, 1, 15, 16, 17, 32, 50])
    func `each row is stored with its own values, however many there are`(_ count: Int) throws {
        let rows = (0..<count).map { (place: $0, name: "name \($0)", note: $0 % 3 == 0 ? nil : "note \($0 / 2)") }
        try insert(rows)
        #expect(try stored() == rows.map { "\($0.place) \($0.name) \($0.note ?? "-")" })
    }

    @Test func `what is stored already stays, and the rows around it are stored`() throws {
        try insert([(3, "first", nil)])
        try insert((0..<20).map { ($0, "second", nil) })
        #expect(try stored() == (0..<20).map { "\($0) \($0 == 3 ? "first" : "second") -" })
    }

    @Test func `texts of any length keep to their rows`() throws {
        let rows = (0..<40).map { index in
            (place: index, name: String(repeating: "\(index % 10)", count: index * 131), note: String?.none)
        }
        try insert(rows)
        #expect(try stored() == rows.map { "\($0.place) \($0.name) -" })
    }
}
