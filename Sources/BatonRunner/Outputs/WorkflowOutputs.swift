import BatonCEL
import BatonHTTP
import BatonJudging
import BatonSecrets

/// The outputs of a workflow.
struct WorkflowOutputs {
    /// One output: its value, and its masked text for reports.
    struct Entry {
        let name: String
        let value: CELValue
        let shown: MaskedText
    }

    private(set) var entries: [Entry] = []
    /// The variable space that the values take.
    private var share: VariableSpace.Share?

    /// Returns false where there is no room for the value.
    mutating func makeRoom(for value: CELValue, in space: VariableSpace) -> Bool {
        let share = share ?? VariableSpace.Share(of: space)
        self.share = share
        return share.add(value)
    }

    mutating func add(_ entry: Entry) { entries.append(entry) }
}

extension [WorkflowOutputs.Entry] {
    /// All outputs as one value, in which a secret output does not make the others secret.
    var record: CELValue {
        var map = CELMap()
        for output in self { _ = map.insert(.string(output.name), output.value) }
        let whole = CELValue.map(map)
        return whole.isTainted ? .native(ResultView(map)) : whole
    }
}

/// The outputs of a workflow for the cases that need it.
struct NeededOutputs: Sendable {
    var values: [WorkflowOutputs.Entry] = []
    /// The session's content after the steps; empty unless another case starts from it.
    var sessions: [Left] = []

    struct Left: Sendable {
        let environment: String?
        let session: Session
    }
}
