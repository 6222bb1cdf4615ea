package import BatonDiagnostics
package import BatonWorkflow
import Synchronization

/// What a run will do: its cases in the order in which they are reported, those that cannot run included.
package struct Plan: Sendable {
    package struct Case: Sendable {
        package let identity: CaseIdentity
        /// Which row of its workflow it is, from 0; nil where the workflow has none.
        package var row: Int? { rowNumber < 0 ? nil : Int(rowNumber) }
        /// What few cases have; nil for the others, of which there may be very many.
        private let order: OrderBox?
        fileprivate let box: ContentBox
        /// Small, since there may be very many; negative for none.
        private let rowNumber: Int32

        package init(identity: CaseIdentity, content: Content, source: String = "") {
            self.identity = identity
            rowNumber = -1
            order = source.isEmpty ? nil : OrderBox(Order(source: source))
            box = ContentBox(content)
        }

        private init(identity: CaseIdentity, row: Int?, _ order: OrderBox?, _ box: ContentBox) {
            self.identity = identity
            rowNumber = row.map { Int32(clamping: $0) } ?? -1
            self.order = order
            self.box = box
        }

        /// The rows of a workflow, which they have in common: there may be very many of them.
        package static func rows(of workflow: Workflow, _ identities: [(row: Int, identity: CaseIdentity)]) -> [Case] {
            let box = ContentBox(.workflow(workflow))
            return identities.map { Case(identity: $0.identity, row: $0.row, nil, box) }
        }

        /// The same under another identity.
        func identified(as identity: CaseIdentity) -> Case { Case(identity: identity, row: row, order, box) }

        /// The same with what says when it runs.
        func ordered(_ order: Order) -> Case { Case(identity: identity, row: row, OrderBox(order), box) }

        /// When a case runs, beside its place in the plan.
        struct Order: Sendable {
            /// The absolute path of its file, links followed; empty where no other case can need it.
            var source = ""
            /// The cases that must pass before it.
            var needs: [Need] = []
            /// What one that is needed gets for its inputs.
            var arguments: [Workflow.Need.Argument] = []
            var phase = ScheduleGraph.Phase.main
            /// Where baton.yaml asks for it, for one of `before` and `after`.
            var origin: SourceRange?
        }

        /// What says when it runs.
        var ordering: Order { order?.value ?? Order() }
        package var source: String { ordering.source }
        package var needs: [Need] { ordering.needs }
        package var arguments: [Workflow.Need.Argument] { ordering.arguments }
        package var phase: ScheduleGraph.Phase { ordering.phase }
        package var origin: SourceRange? { ordering.origin }

        /// The workflow, while it has not been run.
        package var workflow: Workflow? { if case .workflow(let workflow)? = content { workflow } else { nil } }

        /// Nil once the case has been taken to be run.
        package var content: Content? { box.state.withLock { $0.content } }

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

    private final class OrderBox: Sendable {
        let value: Case.Order

        init(_ value: Case.Order) { self.value = value }
    }

    fileprivate final class ContentBox: Sendable {
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

    /// What a case needs: another case, and the name that expressions have for what that gives.
    package struct Need: Sendable {
        package let name: String
        package let index: Int
        /// Where the file says so.
        package let range: SourceRange
        /// Whether it is one row of a workflow, of which all are needed.
        package let isRow: Bool
    }

    package let cases: [Case]

    package init(cases: [Case]) {
        self.cases = cases
        for planned in cases { planned.startCounting() }
        for planned in cases { planned.count() }
    }

    /// The workflows that are still to be run, each once for rows that stand beside each other.
    package var workflows: [Workflow] {
        var found: [Workflow] = []
        var last: ContentBox?
        for index in cases.indices {
            let box = cases[index].box
            if box === last { continue }
            last = box
            if case .workflow(let workflow)? = box.state.withLock({ $0.content }) { found.append(workflow) }
        }
        return found
    }

    /// Whether a request of any of them says something about the cache.
    package var usesCache: Bool { workflows.contains(where: \.usesCache) }

    /// The names of all environments but the run's that steps send requests to.
    package var usedEnvironments: Set<String> {
        workflows.reduce(into: []) { if $1.absence == nil { $0.formUnion($1.usedEnvironments) } }
    }

    /// Every name that `--var` may set.
    package var declaredVariables: Set<String> { Set(workflows.flatMap(\.declaredVariables)) }

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
