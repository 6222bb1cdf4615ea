package import BatonDiagnostics
import BatonJudging
package import BatonWorkflow

/// Finds workflows that need each other, so that none of them can run.
package enum NeedCycles {
    package struct Cycle: Sendable {
        /// The paths of the files, with the first one repeated at the end.
        package let chain: [String]
        /// The place of the need that leads from the last file back to the first.
        package let range: SourceRange
    }

    /// Finds each cycle once, at the place where its last file needs the first one. It takes O(files + needs) time and
    /// no recursion.
    ///
    /// - Parameter order: the absolute paths of all files, in the order of the search.
    package static func cycles(_ order: [String], _ needs: (String) -> [Workflow.Need]) -> [Cycle] {
        var states: [String: Bool] = [:]
        var cycles: [Cycle] = []
        for start in order where states[start] == nil {
            // The path from the first file to the current one; for each file, the index of its next need.
            var way: [(path: String, needs: [Workflow.Need], next: Int)] = [(start, needs(start), 0)]
            var places = [start: 0]
            states[start] = false
            while let last = way.last {
                guard last.next < last.needs.count else {
                    states[last.path] = true
                    places[last.path] = nil
                    way.removeLast()
                    continue
                }
                way[way.count - 1].next += 1
                let need = last.needs[last.next]
                if let place = places[need.path] {
                    let chain = way[place...].map(\.path)
                    cycles.append(Cycle(chain: chain + chain.prefix(1), range: need.range))
                } else if states[need.path] == nil {
                    states[need.path] = false
                    places[need.path] = way.count
                    way.append((need.path, needs(need.path), 0))
                }
            }
        }
        return cycles
    }
}
