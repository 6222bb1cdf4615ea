import BatonRecords

/// The table `workflow_case`: each case of any run once.
struct WorkflowCaseTable {
    private let table: TableInsert

    init(_ connection: Connection) {
        table = TableInsert(into: "workflow_case", ["key", "path", "name", "row_name", "variant"], connection)
    }

    /// Adds the cases that are missing, in the order of their keys, because neighbours in the index share its pages.
    func add(_ cases: [CaseIdentity], _ keys: [Int64]) throws(SQLiteError) {
        let order = keys.indices.sorted { keys[$0] < keys[$1] }
        try table.insert(order) { index, insert in
            insert.bind(keys[index])
            insert.bind(cases[index].path)
            insert.bind(cases[index].name)
            insert.bind(cases[index].row)
            insert.bind(cases[index].variant)
        }
    }
}
