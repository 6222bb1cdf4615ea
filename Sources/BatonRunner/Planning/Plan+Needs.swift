package import BatonDiagnostics
import BatonJudging
package import BatonRecords
package import BatonWorkflow

extension Plan {
    /// A workflow file that cases may need although it was not selected.
    package struct Source: Sendable {
        /// The file's path relative to the project folder.
        package var identity: String
        package var name: String
        package var content: Content
        package var quarantine: CaseQuarantine?

        package init(identity: String, name: String, content: Content, quarantine: CaseQuarantine? = nil) {
            self.quarantine = quarantine
            self.identity = identity
            self.name = name
            self.content = content
        }
    }

    /// A file that baton.yaml lists under `before` or `after`.
    package struct Frame: Sendable {
        /// The absolute path of the file, links followed.
        package var path: String
        package var origin: SourceRange

        package init(path: String, origin: SourceRange) {
            self.path = path
            self.origin = origin
        }
    }

    /// Identifies one run of a file: cases that need the file with the same values share it.
    private struct Key: Hashable {
        let path: String
        let arguments: String
    }

    /// The plan with all cases that its cases need, `before` at its beginning and `after` at its end.
    ///
    /// - Parameters:
    ///   - sources: all files that anything may need, by their absolute paths.
    ///   - provided: outputs of workflows that do not run, by the absolute paths of their files.
    ///   - lacks: what a workflow needs of the run and does not get: its case cannot run, and needs nothing.
    package func completed(
        with sources: [String: Source], before: [Frame], after: [Frame], provided: [String: ProvidedOutputs] = [:],
        lacks: @escaping (Workflow) -> [Diagnostic] = { _ in [] }
    ) -> Plan {
        guard !before.isEmpty || !after.isEmpty || cases.contains(where: { $0.workflow?.needs.isEmpty == false }) else {
            return refusing(lacks)
        }
        var builder = Builder(cases: cases, sources: sources, provided: provided, lacks: lacks)
        for frame in before { builder.add(frame, .before) }
        for frame in after { builder.add(frame, .after) }
        builder.addNeeds()
        return builder.plan
    }

    private struct Builder {
        private(set) var cases: [Case]
        private let sources: [String: Source]
        private let provided: [String: ProvidedOutputs]
        private let lacks: (Workflow) -> [Diagnostic]
        private var indices: [Key: [Int]] = [:]
        /// Number of cases of a file with the same displayed variant.
        private var variants: [Key: Int] = [:]
        private var frames: [ScheduleGraph.Phase: [Int]] = [:]
        private let selectedCount: Int

        init(
            cases: [Case], sources: [String: Source], provided: [String: ProvidedOutputs],
            lacks: @escaping (Workflow) -> [Diagnostic]
        ) {
            let without =
                provided.isEmpty
                ? cases
                : cases.map { planned in
                    planned.workflow == nil ? planned : provided[planned.source].map(planned.provided) ?? planned
                }
            self.cases = Plan(cases: without).refusing(lacks).cases
            self.sources = sources
            self.lacks = lacks
            self.provided = provided
            selectedCount = cases.count
            for (index, planned) in cases.enumerated() where !planned.source.isEmpty && planned.identity.row == nil {
                let key = Key(path: planned.source, arguments: "")
                if indices[key] == nil { indices[key] = [index] }
            }
        }

        mutating func add(_ frame: Frame, _ phase: ScheduleGraph.Phase) {
            for index in indices(of: frame.path) where cases[index].phase == .main {
                change(index) { order in
                    order.phase = phase
                    order.origin = frame.origin
                }
                frames[phase, default: []].append(index)
            }
        }

        mutating func addNeeds() {
            var next = 0
            while next < cases.count {
                var needs: [Need] = []
                // A case that does not run in the chosen environment needs nothing.
                let workflow = cases[next].workflow.flatMap { $0.absence == nil ? $0 : nil }
                for need in workflow?.needs ?? [] {
                    needs += indices(of: need.path, need.arguments, need.key).map { index in
                        Need(
                            name: need.name, index: index, range: need.range, isRow: cases[index].identity.row != nil)
                    }
                }
                if !needs.isEmpty { change(next) { $0.needs = needs } }
                next += 1
            }
        }

        /// The indices of the case of a file with these input values, or of one case for each of its rows, in their
        /// order; cases that are not part of the plan are added.
        private mutating func indices(
            of path: String, _ arguments: [Workflow.Need.Argument] = [], _ label: String = ""
        ) -> [Int] {
            let key = Key(path: path, arguments: label)
            if let known = indices[key] { return known }
            guard let source = sources[path] else { return [] }
            var workflow: Workflow?
            if case .workflow(let valid) = source.content { workflow = valid }
            let identity = CaseIdentity(
                index: cases.count, path: source.identity, name: source.name, row: nil, tags: workflow?.tags ?? [],
                stepCount: workflow?.stepCount ?? 0, role: .prerequisite,
                variant: arguments.isEmpty ? nil : variant(path, workflow, arguments),
                quarantine: source.quarantine, owner: workflow?.owner)
            let order = Case.Order(source: path, arguments: arguments)
            var found: [Int]
            if let workflow, let rows = workflow.rows, lacks(workflow).isEmpty {
                // Input values make new cases, distinct from the selected rows.
                let selected = label.isEmpty ? selectedRows(of: source.identity) : [:]
                var added: [(row: Int, identity: CaseIdentity)] = []
                found = []
                for (row, name) in rows.names.enumerated() {
                    let index = selected[row] ?? cases.count + added.count
                    if selected[row] == nil { added.append((row, identity.row(name, index: index))) }
                    found.append(index)
                }
                cases += Case.rows(of: workflow, added).map { $0.ordered(order) }
            } else {
                found = [cases.count]
                // Input values give other outputs.
                let outputs = workflow == nil || !label.isEmpty ? nil : provided[path]
                let errors = workflow.map(lacks) ?? []
                let content =
                    outputs.map(Content.provided) ?? (errors.isEmpty ? source.content : .invalid(errors))
                cases.append(Case(identity: identity, content: content).ordered(order))
            }
            indices[key] = found
            return found
        }

        /// The indices of the selected rows of a file, by row number.
        private func selectedRows(of path: String) -> [Int: Int] {
            var rows: [Int: Int] = [:]
            for index in 0..<selectedCount where cases[index].identity.path == path {
                if let row = cases[index].row, rows[row] == nil { rows[row] = index }
            }
            return rows
        }

        /// `user=ada`; the value of a secret input is not shown.
        private mutating func variant(
            _ path: String, _ workflow: Workflow?, _ arguments: [Workflow.Need.Argument]
        ) -> String {
            let secret = Set(workflow?.inputs.filter(\.isSecret).map(\.name) ?? [])
            let text = arguments.map { "\($0.name)=\(secret.contains($0.name) ? "***" : $0.text)" }.sorted()
                .joined(separator: ", ")
            // Different values may look the same: two secrets, two long texts, a number and the text with its digits.
            let number = variants[Key(path: path, arguments: text), default: 0] + 1
            variants[Key(path: path, arguments: text)] = number
            return number == 1 ? text : "\(text) #\(number)"
        }

        private mutating func change(_ index: Int, _ body: (inout Case.Order) -> Void) {
            var order = cases[index].ordering
            body(&order)
            cases[index] = cases[index].ordered(order)
        }

        /// In this order: `before`, needed cases, selected cases, `after`.
        var plan: Plan {
            let before = frames[.before] ?? []
            let after = frames[.after] ?? []
            func isMain(_ index: Int) -> Bool { cases[index].phase == .main }
            let order =
                before + (selectedCount..<cases.count).filter(isMain) + (0..<selectedCount).filter(isMain) + after
            var places = Array(repeating: 0, count: cases.count)
            for (place, index) in order.enumerated() { places[index] = place }
            return Plan(
                cases: order.map { index in
                    let planned = cases[index]
                    let placed = planned.identified(
                        as: planned.identity.placed(at: places[index], as: role(of: index)))
                    if planned.needs.isEmpty { return placed }
                    var order = planned.ordering
                    order.needs = order.needs.map {
                        Need(name: $0.name, index: places[$0.index], range: $0.range, isRow: $0.isRow)
                    }
                    return placed.ordered(order)
                })
        }

        private func role(of index: Int) -> CaseIdentity.Role {
            switch cases[index].phase {
            case .before: .before
            case .after: .after
            case .main: index < selectedCount ? cases[index].identity.role : .prerequisite
            }
        }
    }

    /// The dependencies between the cases.
    package var graph: ScheduleGraph { graph(startsOnRequest: false) }

    /// - Parameter startsOnRequest: whether each case waits until it is asked for.
    func graph(startsOnRequest: Bool) -> ScheduleGraph {
        var locks: [String: Int] = [:]
        let nodes = cases.map { planned -> ScheduleGraph.Node in
            var node = ScheduleGraph.Node(phase: planned.phase)
            for need in planned.needs where !node.needs.contains(need.index) { node.needs.append(need.index) }
            for name in planned.workflow?.locks ?? [] {
                let number = locks[name] ?? locks.count
                locks[name] = number
                node.locks.append(number)
            }
            return node
        }
        return ScheduleGraph(nodes, startsOnRequest: startsOnRequest)
    }
}
