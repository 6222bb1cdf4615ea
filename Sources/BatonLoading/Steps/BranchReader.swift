import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reads the branches of `parallel`: steps that run at the same time, so that no step can use a value of another one.
struct BranchReader {
    let scope: Scope
    let sink: DiagnosticSink

    /// - Parameter read: reads one step.
    func group(_ node: YAMLNode, _ name: String?, _ read: (YAMLNode) -> Step?) -> Step.Group {
        let known = Set(scope.names.known.variableSlots.names)
        var branches: [(step: Step, steps: Set<String>, members: Set<String>)] = []
        for item in node.items ?? [] {
            let (steps, members) = (scope.gathered.steps.count, scope.gathered.members.count)
            guard let step = read(item) else { continue }
            branches.append(
                (step, Set(scope.gathered.steps[steps...]), Set(scope.gathered.members[members...])))
        }
        var givers: [String: Int] = [:]
        for (index, branch) in branches.enumerated() {
            for name in Set(branch.step.action.givenNames).sorted() {
                if let first = givers[name] {
                    sink.report(
                        .twoBranchesGive(name, at: branch.step.range, first: branches[first].step.range))
                } else {
                    givers[name] = index
                }
            }
        }
        let ids = branches.map { Set($0.step.all.compactMap(\.id)) }
        for (index, branch) in branches.enumerated() {
            for name in branch.members.union(branch.step.reads).sorted() {
                guard let giver = givers[name], giver != index, !known.contains(name) else { continue }
                let read = branch.step.reads.contains(name) ? name : "\(Root.vars.name).\(name)"
                sink.report(.readsOtherBranch(read, at: branch.step.range, giver: branches[giver].step.range))
            }
            for id in branch.steps.sorted() {
                guard let other = ids.indices.first(where: { $0 != index && ids[$0].contains(id) }) else { continue }
                sink.report(
                    .readsOtherBranch("steps.\(id)", at: branch.step.range, giver: branches[other].step.range))
            }
        }
        var group = Step.Group(steps: branches.map(\.step), title: name, isParallel: true)
        for (index, branch) in branches.enumerated() {
            for awaited in branch.step.unmet
            where ids.indices.contains(where: { $0 != index && ids[$0].contains(awaited.id) }) {
                group.awaited.insert(awaited.id)
            }
        }
        return group
    }
}

extension Diagnostic {
    static func twoBranchesGive(_ name: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.branches-clash", "two branches of `parallel` give `\(name)` its value", at: range,
            notes: [Note("the other one is here", at: first)],
            help: "call it something else in one of them: nobody could tell which one is kept")
    }

    static func readsOtherBranch(_ name: String, at range: SourceRange, giver: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.branches-clash", "this branch of `parallel` reads `\(name)`, which another branch gives",
            at: range, notes: [Note("they run at the same time; it is given here", at: giver)],
            help: "put both into one branch, as `steps`, or one of them behind the block")
    }
}
