package import BatonDiagnostics
import BatonJudging
import BatonLanguage
package import BatonRecords
package import BatonWorkflow
import Synchronization

extension CaseQuarantine {
    /// - Parameter day: days since 1970-01-01, in UTC.
    package init(_ quarantine: Quarantine, on day: Int) {
        self.init(
            until: quarantine.until, reason: quarantine.reason, owner: quarantine.owner,
            isOver: day > quarantine.lastDay)
    }
}

/// What a run will do: its cases in the order in which they are reported, including those that cannot run.
package struct Plan: Sendable {
    package struct Case: Sendable {
        package let identity: CaseIdentity
        /// The row of the workflow, from 0; nil where the workflow has no rows.
        package var row: Int? { rowNumber < 0 ? nil : Int(rowNumber) }
        /// Nil for most cases, of which there may be very many; saves memory.
        private let order: OrderBox?
        fileprivate let box: ContentBox
        /// 32 bits, because there may be very many cases; negative for a case without a row.
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

        /// Cases for the rows of a workflow. They share their content, because there may be very many.
        package static func rows(of workflow: Workflow, _ identities: [(row: Int, identity: CaseIdentity)]) -> [Case] {
            let box = ContentBox(.workflow(workflow))
            return identities.map { Case(identity: $0.identity, row: $0.row, nil, box) }
        }

        /// The same case with outputs in place of its workflow.
        func provided(_ outputs: ProvidedOutputs) -> Case {
            Case(identity: identity, row: row, order, ContentBox(.provided(outputs)))
        }

        /// The same case as one that cannot run.
        func refused(_ diagnostics: [Diagnostic]) -> Case {
            Case(identity: identity, row: row, order, ContentBox(.invalid(diagnostics)))
        }

        /// The same case under another identity.
        func identified(as identity: CaseIdentity) -> Case { Case(identity: identity, row: row, order, box) }

        /// The same case with another order.
        func ordered(_ order: Order) -> Case { Case(identity: identity, row: row, OrderBox(order), box) }

        /// When a case runs, in addition to its place in the plan.
        struct Order: Sendable {
            /// The absolute path of the case's file, links resolved; empty where no other case can need it.
            var source = ""
            /// The cases that must pass before it.
            var needs: [Need] = []
            /// The input values of a needed case.
            var arguments: [Workflow.Need.Argument] = []
            var phase = ScheduleGraph.Phase.main
            /// For a case of `before` or `after`: its place in baton.yaml.
            var origin: SourceRange?
        }

        /// The case's order, or the default one.
        var ordering: Order { order?.value ?? Order() }
        package var source: String { ordering.source }
        package var needs: [Need] { ordering.needs }
        package var arguments: [Workflow.Need.Argument] { ordering.arguments }
        package var phase: ScheduleGraph.Phase { ordering.phase }
        package var origin: SourceRange? { ordering.origin }

        /// The workflow; nil once the case has been taken to be run.
        package var workflow: Workflow? { if case .workflow(let workflow)? = content { workflow } else { nil } }

        /// Nil once the case has been taken to be run.
        package var content: Content? { box.state.withLock { $0.content } }

        fileprivate func startCounting() { box.state.withLock { $0.uses = 0 } }
        fileprivate func count() { box.state.withLock { $0.uses += 1 } }

        /// Hands the content over and drops it here, so that a long run needs less and less memory.
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
            /// Number of cases that share the content and have not been taken yet.
            var uses = 0
        }

        let state: Mutex<State>

        init(_ content: Content) {
            state = Mutex(State(content: content))
        }
    }

    package enum Content: Sendable {
        case workflow(Workflow)
        /// A file with errors, reported like a case that could not run.
        case invalid([Diagnostic])
        /// A workflow that does not run, because a file has its outputs.
        case provided(ProvidedOutputs)
    }

    /// What a case needs: another case, and the name by which expressions read its outputs.
    package struct Need: Sendable {
        package let name: String
        package let index: Int
        /// The place of the need in the file.
        package let range: SourceRange
        /// Whether the needed case is one row of a workflow, all of whose rows are needed.
        package let isRow: Bool
    }

    package let cases: [Case]

    package init(cases: [Case]) {
        self.cases = cases
        for planned in cases { planned.startCounting() }
        for planned in cases { planned.count() }
    }

    /// The plan with the secrets in names, owners and tags of its cases masked. Paths stay as they are: they say which
    /// file to run again.
    package func masking(_ mask: (String) -> String) -> Plan {
        var isMasked = false
        var last: (identity: CaseIdentity, isClean: Bool)?
        let masked = cases.map { planned in
            let identity = planned.identity
            if let last, last.isClean, last.identity.isSibling(of: identity) { return planned }
            let other = identity.masked(mask)
            last = (identity, other === identity)
            if other === identity { return planned }
            isMasked = true
            return planned.identified(as: other)
        }
        return isMasked ? Plan(cases: masked) : self
    }

    /// The plan without the workflows that cannot run: their cases are reported with the errors.
    ///
    /// - Parameter lacks: what a workflow needs and does not get; empty for one that can run.
    package func refusing(_ lacks: (Workflow) -> [Diagnostic]) -> Plan {
        var last: (box: ContentBox, errors: [Diagnostic])?
        var isChanged = false
        let cases = cases.map { planned in
            if last?.box !== planned.box { last = (planned.box, planned.workflow.map(lacks) ?? []) }
            guard let errors = last?.errors, !errors.isEmpty else { return planned }
            isChanged = true
            return planned.refused(errors)
        }
        return isChanged ? Plan(cases: cases) : self
    }

    /// The workflows that have not been run yet; adjacent rows of a workflow count once.
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

    /// Whether a request of any workflow has a `cache` setting.
    package var usesCache: Bool { workflows.contains(where: \.usesCache) }

    /// The contracts that requests of the workflows are held against, each with the settings of its first use.
    var contracts: [ContractRule] {
        var found: [ContractRule] = []
        for workflow in workflows where workflow.absence == nil {
            let rules =
                workflow.uses.called.isEmpty
                ? workflow.uses.contracts : workflow.withCalled.flatMap(\.uses.contracts)
            for rule in rules where !found.contains(where: { $0.contract === rule.contract }) { found.append(rule) }
        }
        return found
    }

    /// The names of the environments that steps name, other than the run's.
    package var usedEnvironments: Set<String> {
        workflows.reduce(into: []) { if $1.absence == nil { $0.formUnion($1.usedEnvironments) } }
    }

    /// Every name that `--var` may set.
    package var declaredVariables: Set<String> { Set(workflows.flatMap(\.declaredVariables)) }

    /// The errors of cases that cannot run, those of one file once.
    ///
    /// - Parameter codes: those that are wanted.
    package func errors(_ codes: Set<String>) -> [Diagnostic] {
        var files: Set<String> = []
        return cases.flatMap { planned -> [Diagnostic] in
            guard case .invalid(let diagnostics)? = planned.content, files.insert(planned.identity.path).inserted
            else { return [] }
            return diagnostics.filter { codes.contains($0.code) }
        }
    }

    package var hasInvalidFiles: Bool {
        cases.contains { if case .invalid? = $0.content { true } else { false } }
    }
}
