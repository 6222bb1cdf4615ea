/// The slots of a workflow's variables, by name.
package struct VariableSlots: Sendable {
    private var table = NameTable<Int>()

    init(capacity: Int) { table.reserveCapacity(capacity) }

    /// Of several slots with the same name, the first one counts.
    package init(_ slots: [(String, Int)]) {
        for (name, slot) in slots where table[name] == nil { table.update(name, slot) }
    }

    mutating func add(_ name: String, _ slot: Int) { table.update(name, slot) }

    package subscript(name: String) -> Int? { table[name] }

    package var names: [String] { table.names }
}
