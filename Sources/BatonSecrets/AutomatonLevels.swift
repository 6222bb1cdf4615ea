/// Automata that each search for more secrets than the next, so that secrets which come one by one cost little more than
/// the same ones at once: a token that a server renews with every response comes a thousand times.
struct AutomatonLevels: Sendable {
    private var levels: [(secrets: [[UInt8]], automaton: Automaton?)] = []

    /// At most one more than the binary logarithm of the number of secrets.
    var automata: [Automaton] { levels.compactMap(\.automaton) }

    /// - Parameter secrets: none that was added before.
    mutating func add(_ secrets: [[UInt8]]) {
        var merged = secrets
        // A secret moves only into a level of at least twice the size of its own: that is how often it can.
        while let last = levels.last, last.secrets.count <= merged.count {
            merged += last.secrets
            levels.removeLast()
        }
        levels.append((merged, Automaton(patterns: SecretForms.all(of: merged))))
    }
}
