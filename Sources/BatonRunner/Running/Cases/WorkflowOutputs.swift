import BatonCEL
import BatonSecrets
import BatonWorkflow

/// What a workflow gives to those that use it.
struct WorkflowOutputs {
    /// One value, and what readers see of it.
    struct Entry {
        let name: String
        let value: CELValue
        let shown: MaskedText
    }

    private(set) var entries: [Entry] = []
    /// What the values take of the variables' space.
    private var share: VariableSpace.Share?

    /// False where the value finds no room.
    mutating func makeRoom(for value: CELValue, in space: VariableSpace) -> Bool {
        let share = share ?? VariableSpace.Share(of: space)
        self.share = share
        return share.add(value)
    }

    mutating func add(_ entry: Entry) { entries.append(entry) }
}

extension [WorkflowOutputs.Entry] {
    /// All of them as one value: one secret part does not make secrets of the others.
    var record: CELValue {
        var map = CELMap()
        for output in self { _ = map.insert(.string(output.name), output.value) }
        let whole = CELValue.map(map)
        return whole.isTainted ? .native(ResultView(map)) : whole
    }
}
