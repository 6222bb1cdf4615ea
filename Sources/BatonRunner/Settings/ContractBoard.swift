import BatonJudging
import BatonLanguage
import BatonRecords
import BatonSecrets
import Synchronization

/// What the requests of a run have covered of its contracts so far, and the violations that were told as warnings.
final class ContractBoard: Sendable {
    /// Warnings of a run that are told one by one.
    static let mostWarnings = 50

    private struct Entry {
        let rule: ContractRule
        /// Responses by operation and status.
        var counts: [Int: [Int: Int]] = [:]
        var unknown = 0
    }

    private struct State {
        var entries: [Entry] = []
        var warned: Set<String> = []
    }

    private let state = Mutex(State())

    /// Takes in the contracts of a run, so that those are told of which nothing is covered.
    func expect(_ rules: [ContractRule]) {
        state.withLock { state in
            for rule in rules where !state.entries.contains(where: { $0.rule.contract === rule.contract }) {
                state.entries.append(Entry(rule: rule))
            }
        }
    }

    func note(_ match: ContractMatch, _ status: Int, of contract: Contract) {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.rule.contract === contract }) else { return }
            switch match {
            case .operation(let operation, _):
                state.entries[index].counts[operation, default: [:]][status, default: 0] += 1
            case .noPath, .noMethod: state.entries[index].unknown += 1
            case .outside: break
            }
        }
    }

    enum Warning { case tell, tellLast, keep }

    /// Whether a warning is told: each once, and only so many.
    func warning(_ key: String) -> Warning {
        state.withLock { state in
            guard state.warned.count <= Self.mostWarnings, state.warned.insert(key).inserted else { return .keep }
            return state.warned.count > Self.mostWarnings ? .tellLast : .tell
        }
    }

    func coverage(_ masked: (String) -> MaskedText) -> [ContractCoverage] {
        state.withLock { state in
            state.entries.map { entry in
                let contract = entry.rule.contract
                let operations = contract.operations.enumerated().compactMap {
                    index, operation -> ContractCoverage.Operation? in
                    if entry.rule.ignores(operation) { return nil }
                    return ContractCoverage.Operation(
                        method: operation.method, path: masked(operation.path),
                        statuses: Self.statuses(operation, entry.counts[index] ?? [:]))
                }
                return ContractCoverage(
                    file: masked(contract.path), title: contract.title.map(masked), operations: operations,
                    unknownCount: entry.unknown)
            }
        }
    }

    private static func statuses(_ operation: Contract.Operation, _ counts: [Int: Int]) -> [ContractCoverage.Status] {
        var statuses = operation.statuses.map { ContractCoverage.Status(name: $0, isDeclared: true, count: 0) }
        for (status, count) in counts.sorted(by: { $0.key < $1.key }) {
            let name = operation.declaredName(of: status)
            if let name, let index = statuses.firstIndex(where: { $0.name == name && $0.isDeclared }) {
                statuses[index].count += count
            } else {
                statuses.append(ContractCoverage.Status(name: "\(status)", isDeclared: false, count: count))
            }
        }
        return statuses
    }
}
