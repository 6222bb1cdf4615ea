extension XPath.Expression {
    /// What `look` finds in the first step on which the whole result depends; not in a single branch of `|` or `or`.
    func needed<Found>(_ look: (XPath.Step) -> Found?) -> Found? {
        switch self {
        case .number, .text: return nil
        case .call(_, let arguments): return Self.first(in: arguments, look)
        case .negated(let operand): return operand.needed(look)
        case .union(let branches): return Self.inAll(branches, look)
        case .chain(let first, let operations):
            let operands = [first] + operations.map(\.operand)
            if case .or? = operations.first?.operation { return Self.inAll(operands, look) }
            return Self.first(in: operands, look)
        case .path(let path):
            if case .expression(let start, let predicates) = path.start {
                if let found = Self.first(in: [start] + predicates.map(\.condition), look) { return found }
            }
            for step in path.steps {
                if let found = look(step) { return found }
                if let found = Self.first(in: step.predicates.map(\.condition), look) { return found }
            }
            return nil
        }
    }

    private static func first<Found>(in parts: [XPath.Expression], _ look: (XPath.Step) -> Found?) -> Found? {
        for part in parts {
            if let found = part.needed(look) { return found }
        }
        return nil
    }

    /// What is found in the first branch, if something is found in each.
    private static func inAll<Found>(_ branches: [XPath.Expression], _ look: (XPath.Step) -> Found?) -> Found? {
        var first: Found?
        for branch in branches {
            guard let found = branch.needed(look) else { return nil }
            if first == nil { first = found }
        }
        return first
    }
}
