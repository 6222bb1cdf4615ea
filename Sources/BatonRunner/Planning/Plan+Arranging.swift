import BatonFiles
import BatonJudging
package import BatonRecords
package import BatonWorkflow

extension Plan {
    /// Repeats each case `count` times in a row, distinguished by `CaseIdentity.repetition`.
    ///
    /// - Parameter frames: the files of `before` and `after`, which run once.
    package func repeating(_ count: Int, except frames: Set<String> = []) -> Plan {
        guard count > 1 else { return self }
        return Plan(
            renumbering: cases.flatMap { planned in
                if frames.contains(planned.identity.path) { return [planned] }
                return (1...count).map {
                    planned.identified(as: planned.identity.repeated($0))
                }
            })
    }

    /// The same cases in an order that depends only on the seed: the same on every machine and in every version.
    package func shuffled(seed: UInt64) -> Plan { Plan(renumbering: Self.shuffled(cases, seed: seed)) }

    /// A list in the order in which `shuffled(seed:)` puts as many cases.
    package static func shuffled<Element>(_ list: [Element], seed: UInt64) -> [Element] {
        var random = SplitMix64(state: seed)
        var list = list
        // Fisher–Yates; the standard library's `shuffle` may change from version to version.
        for index in stride(from: list.count - 1, to: 0, by: -1) {
            list.swapAt(index, Int(random.next() % UInt64(index + 1)))
        }
        return list
    }

    /// Keeps the cases that match, and all files with errors, so that no error is missed.
    package func filtered(_ isIncluded: (CaseIdentity) -> Bool) -> Plan {
        Plan(
            renumbering: cases.filter { planned in
                if case .invalid? = planned.content { return true }
                return isIncluded(planned.identity)
            })
    }

    /// Leaves out the cases of files, named by their paths relative to the project folder.
    package func without(_ paths: Set<String>) -> Plan {
        paths.isEmpty ? self : Plan(renumbering: cases.filter { !paths.contains($0.identity.path) })
    }

    /// Keeps the cases whose places in the plan match. Files with errors stay in any case: where they do not match, as
    /// what is needed and not as cases.
    ///
    /// - Returns: the plan, and for each of its cases its place in this one; nil for one that does not match.
    package func part(_ isIncluded: (Int) -> Bool) -> (plan: Plan, places: [Int?]) {
        var kept: [Case] = []
        var places: [Int?] = []
        var errors: Set<String> = []
        for (index, planned) in cases.enumerated() {
            if isIncluded(index) {
                kept.append(planned)
                places.append(index)
            } else if case .invalid? = planned.content, errors.insert(planned.identity.path).inserted {
                kept.append(planned.identified(as: planned.identity.placed(at: index, as: .prerequisite)))
                places.append(nil)
            }
        }
        return (Plan(renumbering: kept), places)
    }

    private init(renumbering cases: [Case]) {
        self.init(
            cases: cases.enumerated().map { index, planned in
                planned.identified(as: planned.identity.numbered(index))
            })
    }
}

/// Selects workflows by `--tag`, `--not-tag`, `--name` and `--owner`.
package struct Selection: Sendable {
    /// One of these must hold for the tags of a workflow; empty matches all.
    package var tags: [TagExpression] = []
    /// None of these may hold.
    package var excludedTags: [TagExpression] = []
    /// Patterns with `*`, `?` and `{a,b}` for the workflow's name alone or followed by its row, `Orders [row=ada]`. One
    /// of them must match; empty matches all.
    package var names: [String] = []
    /// Patterns for the workflow's owner. One of them must match; empty matches all. A workflow without an owner
    /// matches none.
    package var owners: [String] = []

    package init() {}

    /// - Parameter row: the name of the row.
    package func includes(_ workflow: Workflow, row: String? = nil) -> Bool {
        matchesTags(workflow.tags) && matchesOwner(workflow.owner) && matchesName(workflow.name, row: row)
    }

    /// Whether the selection includes the workflow, or one of its rows.
    package func includesAny(_ workflow: Workflow) -> Bool {
        guard let rows = workflow.rows else { return includes(workflow) }
        return rows.names.contains { includes(workflow, row: $0) }
    }

    package func matchesTags(_ tags: [String]) -> Bool {
        (self.tags.isEmpty || self.tags.contains { $0.holds(for: tags) })
            && !excludedTags.contains { $0.holds(for: tags) }
    }

    package func matchesOwner(_ owner: String?) -> Bool {
        guard !owners.isEmpty else { return true }
        guard let owner else { return false }
        return owners.contains { Self.fits($0, owner) }
    }

    private func matchesName(_ name: String, row: String?) -> Bool {
        names.isEmpty || names.contains { Self.matches($0, name, row: row) }
    }

    private static func matches(_ pattern: String, _ name: String, row: String?) -> Bool {
        if fits(pattern, name) { return true }
        guard let row else { return false }
        // The brackets of `[row=ada]` are literal, not a character class.
        guard let mark = pattern.firstRange(of: rowMark), pattern.hasSuffix("]") else {
            return fits(pattern, "\(name) [row=\(row)]")
        }
        var front = String(pattern[..<mark.lowerBound])
        while front.last == " " { front.removeLast() }
        return fits(front, name) && fits(String(pattern[mark.upperBound...].dropLast()), row)
    }

    /// A name that holds `*` or brackets is selected by itself as well, as it is copied and completed.
    private static func fits(_ pattern: String, _ text: String) -> Bool {
        pattern == text || Glob(pattern, isPath: false).matches(text)
    }

    private static let rowMark = "[row="
}
