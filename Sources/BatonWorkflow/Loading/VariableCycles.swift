import BatonDiagnostics

/// Finds variables that need each other: their first values could never be computed.
struct VariableCycles {
    let sink: DiagnosticSink

    func check(_ variables: [Workflow.Variable]) {
        let names = Set(variables.map(\.name))
        var needs: [String: Set<String>] = [:]
        for variable in variables {
            var found: Set<String> = []
            variable.value.forEachExpression { expression in
                for reference in expression.program.references {
                    let name = Self.variable(in: reference)
                    if names.contains(name) { found.insert(name) }
                }
            }
            if !found.isEmpty { needs[variable.name] = found }
        }
        var done: Set<String> = []
        for variable in variables where needs[variable.name] != nil {
            if let cycle = cycle(from: variable.name, needs, &done) {
                sink.report(
                    Diagnostic(
                        "workflow.variable-cycle",
                        "the variable `\(variable.name)` needs itself: \(cycle.joined(separator: " → "))",
                        at: variable.range))
                return
            }
        }
    }

    /// `x`, `vars.x` and `env.vars.x` are the variable x.
    private static func variable(in reference: [String]) -> String {
        if reference[0] == Root.vars.name, reference.count > 1 { return reference[1] }
        if reference[0] == Root.env.name, reference.count > 2, reference[1] == "vars" { return reference[2] }
        return reference[0]
    }

    /// Depth-first with a path of its own, so that the depth of a chain costs no stack.
    private func cycle(from start: String, _ needs: [String: Set<String>], _ done: inout Set<String>) -> [String]? {
        var path: [(name: String, rest: [String])] = [(start, Array(needs[start] ?? []).sorted())]
        while let last = path.last {
            guard let next = last.rest.last else {
                done.insert(last.name)
                path.removeLast()
                continue
            }
            path[path.count - 1].rest.removeLast()
            if let index = path.firstIndex(where: { $0.name == next }) {
                return path[index...].map(\.name) + [next]
            }
            if !done.contains(next) { path.append((next, Array(needs[next] ?? []).sorted())) }
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
