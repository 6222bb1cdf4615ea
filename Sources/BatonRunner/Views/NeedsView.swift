import BatonCEL
import BatonWorkflow

/// `needs`: what other workflows gave, by the names under which this one needs them.
final class NeedsView: CELNative {
    private let needs: [String: CELValue]

    /// - Parameter needs: what each gave, for a workflow with rows a list.
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
