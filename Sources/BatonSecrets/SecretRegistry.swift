import Synchronization

/// The secrets of a run, and the redactor that masks them.
///
/// Adding costs nothing until something is masked. What only one workflow learns, such as a captured token, belongs
/// into a child: its small automaton is built beside the run's large one, which stays as it is.
package final class SecretRegistry: Sendable {
    /// Shorter secrets would mask half of every text; they are masked only where their value is used.
    package static let shortestSearched = 4

    private struct State {
        var secrets = SecretList()
        /// How many of them automata search for already; the others stand behind these.
        var searched = 0
        var levels = AutomatonLevels()
        /// What a text must have at least that holds one of the secrets.
        var fewestBytes = Int.max
        var redactor = Redactor(automata: [])
        var redactorGeneration = 0

        /// Whether there are some that no automaton searches for.
        var hasFresh: Bool { searched < secrets.count }
    }

    private let parent: SecretRegistry?
    private let state = Mutex(State())

    package convenience init() {
        self.init(parent: nil)
    }

    private init(parent: SecretRegistry?) {
        self.parent = parent
    }

    /// A registry that also masks everything this one knows, now and later, and whose own secrets stay its own.
    package func makeChild() -> SecretRegistry {
        SecretRegistry(parent: self)
    }

    /// From now on the registry that this one is a child of knows, and masks, all that this one does.
    package func shareWithParent() {
        guard let parent else { return }
        for secret in state.withLock({ $0.secrets.all }) { secret.withUnsafeBufferPointer { parent.addSearched($0) } }
    }

    /// Whether a secret is long enough to be looked for in every output.
    package static func isSearched(_ secret: String) -> Bool {
        // No code point takes more than four bytes.
        let bytes = secret.utf8.count
        return bytes >= shortestSearched
            && (bytes >= 4 * shortestSearched || secret.unicodeScalars.count >= shortestSearched)
    }

    /// False for a secret under 4 characters, which is not looked for: see `SecretWords`.
    @discardableResult
    package func add(_ secret: String) -> Bool {
        guard Self.isSearched(secret) else { return false }
        var secret = secret
        secret.withUTF8 { addSearched($0) }
        return true
    }

    /// Bytes that need not be text, such as a key.
    @discardableResult
    package func add(_ secret: [UInt8]) -> Bool {
        if let text = String(validating: secret, as: UTF8.self) { return add(text) }
        guard secret.count >= Self.shortestSearched else { return false }
        secret.withUnsafeBufferPointer { addSearched($0) }
        return true
    }

    private func addSearched(_ secret: UnsafeBufferPointer<UInt8>) {
        guard parent?.knows(secret) != true else { return }
        state.withLock {
            guard let added = $0.secrets.insert(secret) else { return }
            $0.fewestBytes = min($0.fewestBytes, SecretForms.fewestBytes(of: added))
        }
    }

    private func knows(_ secret: UnsafeBufferPointer<UInt8>) -> Bool {
        state.withLock { $0.secrets.contains(secret) } || parent?.knows(secret) == true
    }

    /// Masks what is known by now: an immutable value, to be taken anew when secrets may have come.
    package var redactor: Redactor {
        // Generations only grow, so that equal sums mean that nothing was added anywhere. Read before the redactor:
        // what comes between is masked already and makes the next call look again.
        let inheritedGeneration = parent?.count ?? 0
        let inherited = parent?.redactor
        return state.withLock { state in
            let generation = state.secrets.count + inheritedGeneration
            if generation == state.redactorGeneration, !state.hasFresh { return state.redactor }
            if state.hasFresh {
                state.levels.add(Array(state.secrets.all[state.searched...]))
                state.searched = state.secrets.count
            }
            state.redactor = Redactor(automata: (inherited?.automata ?? []) + state.levels.automata)
            state.redactorGeneration = generation
            return state.redactor
        }
    }

    /// How many are known by now. It only grows: where it has not, nothing more is masked than before.
    package var count: Int {
        (parent?.count ?? 0) + state.withLock(\.secrets.count)
    }

    package func redact(_ text: String) -> String {
        if isTooShort(text) { return parent?.redact(text) ?? text }
        return redactor.redact(text)
    }

    package func masked(_ text: String) -> MaskedText { MaskedText(masked: redact(text)) }

    /// Whether a text cannot hold any of this registry's own secrets, so that nothing need be built to search it: it is
    /// shorter than all of them. The ellipsis stands for what was cut: before it a part of a secret is enough.
    private func isTooShort(_ text: String) -> Bool {
        let isShorter = state.withLock { $0.hasFresh && text.utf8.count < $0.fewestBytes }
        guard isShorter else { return false }
        var text = text
        return text.withUTF8 { !$0.contains(Redactor.ellipsisStart) }
    }

    package func redact(_ bytes: [UInt8]) -> [UInt8] { redactor.redact(bytes) }
}
