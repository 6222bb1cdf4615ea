package import BatonDiagnostics
package import BatonWorkflow
import Synchronization

/// What a run will do: its cases in file order, those that cannot run included.
package struct Plan: Sendable {
    package struct Case: Sendable {
        package let identity: CaseIdentity
        /// Which row of its workflow it is, from 0; nil where the workflow has none.
        package let row: Int?
        private let box: ContentBox

        package init(identity: CaseIdentity, content: Content) {
            self.identity = identity
            row = nil
            box = ContentBox(content)
        }

        private init(identity: CaseIdentity, row: Int?, _ box: ContentBox) {
            self.identity = identity
            self.row = row
            self.box = box
        }

        /// The rows of a workflow, which they have in common: there may be very many of them.
        package static func rows(of workflow: Workflow, _ identities: [(row: Int, identity: CaseIdentity)]) -> [Case] {
            let box = ContentBox(.workflow(workflow))
            return identities.map { Case(identity: $0.identity, row: $0.row, box) }
        }

        /// The same under another identity.
        func identified(as identity: CaseIdentity) -> Case { Case(identity: identity, row: row, box) }

        /// Nil once the case has been taken to be run.
        package var content: Content? { box.state.withLock { $0.content } }

        /// Whether it is of the same workflow.
        fileprivate func isOf(_ other: Case) -> Bool { box === other.box }

        fileprivate func startCounting() { box.state.withLock { $0.uses = 0 } }
        fileprivate func count() { box.state.withLock { $0.uses += 1 } }

        /// Hands the content over: a case that has ended is let go, so that a long run needs less and less memory.
        func take() -> Content? {
            box.state.withLock { state in
                state.uses -= 1
                return state.uses > 0 ? state.content : state.content.take()
            }
        }
    }

    private final class ContentBox: Sendable {
        struct State {
            var content: Content?
            /// How many cases of the plan have not been taken yet.
            var uses = 0
        }

        let state: Mutex<State>

        init(_ content: Content) {
            state = Mutex(State(content: content))
        }
    }

    package enum Content: Sendable {
        case workflow(Workflow)
        /// A file with errors: it is reported like a case that could not run.
        case invalid([Diagnostic])
    }

    package let cases: [Case]

    package init(cases: [Case]) {
        self.cases = cases
        for planned in cases { planned.startCounting() }
        for planned in cases { planned.count() }
    }

    /// The workflows that are still to be run, each once whatever number of rows it has.
    package var workflows: [Workflow] {
        var found: [Workflow] = []
        var last: Case?
        for planned in cases {
            defer { last = planned }
            if last?.isOf(planned) == true { continue }
            if case .workflow(let workflow)? = planned.content { found.append(workflow) }
        }
        return found
    }

    /// Every name that `--var` may set.
    package var declaredVariables: Set<String> { Set(workflows.flatMap { $0.variables.map(\.name) }) }

    /// Why workflows are left out that start programs, where the run does not allow that.
    package var refusedPrograms: [Diagnostic] {
        var files: Set<String> = []
        return cases.flatMap { planned -> [Diagnostic] in
            guard case .invalid(let diagnostics)? = planned.content, files.insert(planned.identity.path).inserted
            else { return [] }
            return diagnostics.filter { $0.code == Diagnostic.execNotAllowedCode }
        }
    }

    package var hasInvalidFiles: Bool {
        cases.contains { if case .invalid? = $0.content { true } else { false } }
    }
}
