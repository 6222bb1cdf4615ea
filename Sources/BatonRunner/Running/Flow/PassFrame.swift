import BatonCEL
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

/// Names for the passes of one loop: unique, and the same in every run with the same elements.
struct PassNames {
    /// Maximum length of an element's text in a name.
    private static let longest = 60

    private var seen: [String: Int] = [:]

    /// `item=3`; for a map, as `ElementName` names it.
    mutating func name(_ element: String, _ value: CELValue?, index: Int) -> String {
        let label = "\(element)=\(value.flatMap { ElementName.text($0, longest: Self.longest) } ?? "#\(index + 1)")"
        let count = seen[label, default: 0] + 1
        seen[label] = count
        return count == 1 ? label : "\(label) #\(count)"
    }
}
