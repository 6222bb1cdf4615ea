/// Automata of decreasing size, so that secrets added one by one cost little more than the same secrets added at once.
/// A server that renews a token with every response adds a thousand.
struct AutomatonLevels: Sendable {
    private var levels: [(secrets: [[UInt8]], automaton: Automaton?)] = []

    /// The automata; at most the binary logarithm of the number of secrets plus one.
    var automata: [Automaton] { levels.compactMap(\.automaton) }

    /// - Parameter secrets: secrets that were not added before.
    mutating func add(_ secrets: [[UInt8]]) {
        var merged = secrets
        // A secret moves only to a level of at least twice the size of its own, so it moves at most log₂ n times.
        while let last = levels.last, last.secrets.count <= merged.count {
            merged += last.secrets
            levels.removeLast()
        }
        levels.append((merged, Automaton(patterns: SecretForms.all(of: merged))))
    }
}
