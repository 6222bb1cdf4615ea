import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonWorkflow

/// The groups and loop passes around a step, used for its name in reports.
final class PassFrame: Sendable {
    /// The titles of the enclosing groups, each followed by ` › `.
    let prefix: String
    /// `[tenant=a] [item=3]`, with a space before each.
    let suffix: String
    /// The loop elements of the pass, shown with its failures.
    let elements: [CELExplanation]
    /// The variable that tells the passes of the innermost loop apart in a text: `item`, or `index`.
    let passVariable: String?

    init(
        prefix: String = "", suffix: String = "", elements: [CELExplanation] = [],
        passVariable: String? = nil
    ) {
        self.prefix = prefix
        self.suffix = suffix
        self.elements = elements
        self.passVariable = passVariable
    }

    func name(_ step: Step) -> String { prefix + step.name + suffix }

    func entering(_ title: String?) -> PassFrame {
        guard let title else { return self }
        return PassFrame(
            prefix: "\(prefix)\(title) › ", suffix: suffix, elements: elements, passVariable: passVariable)
    }

    func pass(_ label: String, _ element: CELExplanation?, variable: String) -> PassFrame {
        PassFrame(
            prefix: prefix, suffix: "\(suffix) [\(label)]", elements: elements + (element.map { [$0] } ?? []),
            passVariable: variable)
    }
}

/// Where the steps of a called workflow stand among the steps of its caller.
struct Calling {
    /// The place of the step with the call.
    let range: SourceRange
    /// The section of the step with the call.
    let section: StepSection
    let frame: PassFrame

    /// The section under which a step of the called workflow is shown.
    func section(_ own: StepSection) -> StepSection { section == .steps ? own : section }
}
