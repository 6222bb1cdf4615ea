import BatonCEL
import BatonWorkflow

/// What stands around a step that runs within groups and loops: it names what it does in reports.
final class PassFrame: Sendable {
    /// The titles of the groups around it, each with ` › ` behind it.
    let prefix: String
    /// `[tenant=a] [item=3]`, with a blank before each.
    let suffix: String
    /// The elements that it works on, for whoever reads its failure.
    let elements: [FailureRecord.SubExpression]

    init(prefix: String = "", suffix: String = "", elements: [FailureRecord.SubExpression] = []) {
        self.prefix = prefix
        self.suffix = suffix
        self.elements = elements
    }

    /// Those that a failure does not show by itself.
    func elements(besides explanation: [FailureRecord.SubExpression]) -> [FailureRecord.SubExpression] {
        elements.filter { !explanation.contains($0) }
    }

    func name(_ step: Step) -> String { prefix + step.name + suffix }

    func entering(_ title: String?) -> PassFrame {
        guard let title else { return self }
        return PassFrame(prefix: "\(prefix)\(title) › ", suffix: suffix, elements: elements)
    }

    func pass(_ label: String, _ element: FailureRecord.SubExpression?) -> PassFrame {
        PassFrame(
            prefix: prefix, suffix: "\(suffix) [\(label)]", elements: elements + (element.map { [$0] } ?? []))
    }
}

/// The names of the passes of one loop: the same in every run that has the same elements, and each only once.
struct PassNames {
    /// Of an element's text.
    private static let longest = 60

    private var seen: [String: Int] = [:]

    /// `item=3`; a map is called by the first of its members that is no list and no map.
    mutating func name(_ element: String, _ value: CELValue?, index: Int) -> String {
        let label = "\(element)=\(value.flatMap { ElementName.text($0, longest: Self.longest) } ?? "#\(index + 1)")"
        let count = seen[label, default: 0] + 1
        seen[label] = count
        return count == 1 ? label : "\(label) #\(count)"
    }
}
