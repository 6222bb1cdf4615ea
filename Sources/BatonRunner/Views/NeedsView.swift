import BatonCEL
import BatonJudging
import BatonLanguage

/// `needs`: the outputs of other workflows, by the names that this workflow declares for them.
final class NeedsView: CELNative {
    private let needs: [String: CELValue]

    /// - Parameter needs: the outputs of each; a list for a workflow with rows.
    init(_ needs: [String: CELValue]) {
        self.needs = needs
    }

    var nativeType: CELNativeType { Roots.needsType }

    func member(_ name: String) throws(CELError) -> CELValue? { needs[name] }
}

/// `needs.NAME`: the outputs of one workflow.
final class NeedView: CELNative {
    private let outputs: [String: CELValue]

    init(_ outputs: [String: CELValue]) {
        self.outputs = outputs
    }

    var nativeType: CELNativeType { Roots.needType }

    func member(_ name: String) throws(CELError) -> CELValue? { outputs[name] }
}
