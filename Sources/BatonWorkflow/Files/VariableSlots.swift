/// The slots of a workflow's variables, by name.
package struct VariableSlots: Sendable {
    private var slots: [String: Int] = [:]
    /// In the order of their declaration.
    package private(set) var names: [String] = []

    package init(capacity: Int) {
        slots.reserveCapacity(capacity)
        names.reserveCapacity(capacity)
    }

    /// Of several slots with the same name, the first one counts.
    package init(_ slots: [(String, Int)]) {
        self.init(capacity: slots.count)
        for (name, slot) in slots where self[name] == nil { add(name, slot) }
    }

    package mutating func add(_ name: String, _ slot: Int) {
        if slots.updateValue(slot, forKey: name) == nil { names.append(name) }
    }

    package subscript(name: String) -> Int? { slots[name] }
}
