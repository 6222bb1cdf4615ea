import BatonJudging
import BatonRecords
import BatonValues

/// The dependencies of a plan, as text and for Graphviz.
package struct PlanText {
    private let plan: Plan

    package init(_ plan: Plan) {
        self.plan = plan
    }

    // MARK: - Text

    /// One line for each case in the order in which they may start, followed by the cases that it waits for.
    package var graph: String {
        if plan.cases.isEmpty { return "nothing runs\n" }
        var text = ""
        var last: CaseIdentity.Role?
        for planned in plan.cases {
            let role = planned.identity.role
            if role != last { text += "\(last == nil ? "" : "\n")\(Self.title(role))\n" }
            last = role
            text += "  \(label(planned.identity))\n"
            var told: String?
            for need in planned.needs where !need.isRow || told != need.name {
                let name = need.name.isEmpty ? "" : " as \(need.name)"
                let needed = plan.cases[need.index].identity
                if need.isRow {
                    told = need.name
                    let count = planned.needs.count { $0.isRow && $0.name == need.name }
                    text +=
                        "    needs \(PrintableText.line(needed.path)), \(Plural.count(count, "row"))\(name)\n"
                } else {
                    text += "    needs \(label(needed))\(name)\n"
                }
            }
            let locks = planned.workflow?.locks ?? []
            if !locks.isEmpty { text += "    locks \(locks.map(PrintableText.line).joined(separator: ", "))\n" }
            if case .invalid? = planned.content { text += "    is not valid\n" }
        }
        return text
    }

    private static func title(_ role: CaseIdentity.Role) -> String {
        switch role {
        case .before: "before everything, one after the other:"
        case .prerequisite: "because others need them:"
        case .selected: "selected:"
        case .after: "after everything, one after the other:"
        case .gap: "missing:"
        }
    }

    private func label(_ identity: CaseIdentity) -> String {
        PrintableText.line(identity.path + (identity.marks.isEmpty ? "" : " \(identity.marks)"))
    }

    // MARK: - DOT

    /// The graph in Graphviz' DOT language: an arrow leads from a case to each case that it needs.
    package var dot: String {
        var text = "digraph baton {\n  rankdir=RL;\n  node [shape=box];\n"
        for planned in plan.cases {
            let identity = planned.identity
            let locks = planned.workflow?.locks ?? []
            var lines = [label(identity)]
            if !locks.isEmpty { lines.append("locks \(locks.map(PrintableText.line).joined(separator: ", "))") }
            let style =
                switch identity.role {
                case .selected: ""
                case .prerequisite: ", style=dashed"
                case .before, .after, .gap: ", style=filled"
                }
            text += "  n\(identity.index) [label=\(Self.quoted(lines))\(style)];\n"
        }
        for planned in plan.cases {
            for need in planned.needs {
                let name = need.name.isEmpty ? "" : " [label=\(Self.quoted([need.name]))]"
                text += "  n\(planned.identity.index) -> n\(need.index)\(name);\n"
            }
        }
        let before = plan.cases.filter { $0.phase == .before }.map(\.identity.index)
        let after = plan.cases.filter { $0.phase == .after }.map(\.identity.index)
        for list in [before, after] {
            for (first, second) in zip(list, list.dropFirst()) { text += "  n\(second) -> n\(first) [style=dotted];\n" }
        }
        let waiting = plan.graph.behindBefore
        if let last = before.last { for index in waiting { text += "  n\(index) -> n\(last) [style=dotted];\n" } }
        return text + "}\n"
    }

    private static func quoted(_ lines: [String]) -> String {
        "\"\(lines.map { $0.backslashing("\"") }.joined(separator: "\\n"))\""
    }
}
