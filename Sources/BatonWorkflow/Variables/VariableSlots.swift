/// Where the variables of a workflow are, by their names.
package struct VariableSlots: Sendable {
    private var table = NameTable<Int>()

    init(capacity: Int) { table.reserveCapacity(capacity) }

    /// The first slot of a name stays.
    package init(_ slots: [(String, Int)]) {
        for (name, slot) in slots where table[name] == nil { table.update(name, slot) }
    }

    mutating func add(_ name: String, _ slot: Int) { table.update(name, slot) }

    package subscript(name: String) -> Int? { table[name] }

    package var names: [String] { table.names }
}
