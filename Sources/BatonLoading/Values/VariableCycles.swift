import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow

/// Finds variables that need each other, whose first values could never be computed, and chains of variables so long
/// that computing them would overflow the stack.
struct VariableCycles {
    let sink: DiagnosticSink

    /// The maximum cost of a chain of variables: a hundred variables with short expressions, or about ten with the
    /// deepest.
    private static let mostCost = 2000

    func check(_ variables: [Workflow.Variable]) {
        guard variables.contains(where: { $0.value.literalValue == nil }) else { return }
        let names = Set(variables.map(\.name))
        var needs: [String: Set<String>] = [:]
        var costs: [String: Int] = [:]
        for variable in variables {
            var found: Set<String> = []
            var cost = 0
            variable.value.forEachExpression { expression in
                cost = max(cost, Self.cost(of: expression))
                for reference in expression.program.references {
                    let name = Self.variable(in: reference)
                    if names.contains(name) { found.insert(name) }
                }
            }
            if !found.isEmpty { needs[variable.name] = found }
            costs[variable.name] = cost
        }
        var chains: [String: Int] = [:]
        for variable in variables where needs[variable.name] != nil {
            if let cycle = cycle(from: variable.name, needs, costs, &chains) {
                sink.report(
                    Diagnostic(
                        "workflow.cycle",
                        "the variable `\(variable.name)` needs itself: \(Self.shown(cycle))", at: variable.range))
                return
            }
            if chains[variable.name, default: 0] > Self.mostCost {
                sink.report(
                    Diagnostic(
                        "workflow.too-large",
                        "`\(variable.name)` needs a variable that needs another, and so on: that is too deep",
                        at: variable.range, help: "compute it in a step: `set` works through its variables in order"))
                return
            }
        }
    }

    /// The estimated stack cost of an expression, whose depth is bounded by the length of its text.
    private static func cost(of expression: Expression) -> Int {
        20 + min(200, expression.text.utf8.count / 2)
    }

    private static func shown(_ cycle: [String]) -> String {
        guard cycle.count > 20 else { return cycle.joined(separator: " → ") }
        return (cycle.prefix(10) + ["…"] + cycle.suffix(10)).joined(separator: " → ")
    }

    /// The variable of a reference: x of `x`, `vars.x` and `env.vars.x`.
    private static func variable(in reference: [String]) -> String {
        if reference[0] == Root.vars.name, reference.count > 1 { return reference[1] }
        if reference[0] == Root.env.name, reference.count > 2, reference[1] == "vars" { return reference[2] }
        return reference[0]
    }

    /// A cycle that can be reached from a variable; nil for none. The search is depth-first with an explicit path, so
    /// that long chains take no stack.
    ///
    /// - Parameter chains: the cost of the most expensive chain from each variable that is known to reach no cycle.
    private func cycle(
        from start: String, _ needs: [String: Set<String>], _ costs: [String: Int], _ chains: inout [String: Int]
    ) -> [String]? {
        guard chains[start] == nil else { return nil }
        var path: [(name: String, rest: [String])] = [(start, (needs[start] ?? []).sorted())]
        var onPath: Set<String> = [start]
        while let last = path.last {
            guard let next = last.rest.last else {
                let rest = (needs[last.name] ?? []).compactMap { chains[$0] }.max() ?? 0
                chains[last.name] = costs[last.name, default: 0] + rest
                onPath.remove(last.name)
                path.removeLast()
                continue
            }
            path[path.count - 1].rest.removeLast()
            if onPath.contains(next) {
                let index = path.firstIndex { $0.name == next } ?? 0
                return path[index...].map(\.name) + [next]
            }
            if chains[next] == nil {
                path.append((next, (needs[next] ?? []).sorted()))
                onPath.insert(next)
            }
        }
        return nil
    }
}

extension Template {
    func forEachExpression(_ visit: (Expression) -> Void) {
        switch self {
        case .literal: break
        case .expression(let expression): visit(expression)
        case .text(let text): text.forEachExpression(visit)
        case .list(let items): for item in items { item.forEachExpression(visit) }
        case .map(let members):
            for member in members {
                member.key.forEachExpression(visit)
                member.value.forEachExpression(visit)
            }
        }
    }
}

extension TextTemplate {
    func forEachExpression(_ visit: (Expression) -> Void) {
        for case .expression(let expression) in pieces { visit(expression) }
    }
}
