import Synchronization

/// The secrets of a run, and the redactor that masks them.
///
/// Adding a secret builds nothing until a text is masked. Secrets that only one workflow learns, such as a captured
/// token, belong in a child: its small automaton is built beside the run's large one, which is not rebuilt.
///
/// How this module works together: `SecretForms` lists the forms in which a secret may stand in a text (base64,
/// percent-encoded, escaped). `PatternList` and `Automaton` find all of them in one pass, also in text that
/// `EscapeReader` and `UnescapedText` decode. `Redactor` puts `***` in their place and makes `MaskedText`, the only
/// text that records take. `SecretNames` tells by the name of a field that its value is a secret.
package final class SecretRegistry: Sendable {
    /// The fewest characters of a secret that is searched for everywhere. A shorter one would mask half of every text;
    /// it is masked only where its value is used.
    package static let shortestSearched = 4

    private struct State {
        var secrets = SecretList()
        /// The number of secrets, from the first one on, that automata already search for.
        var searched = 0
        var levels = AutomatonLevels()
        /// The fewest bytes of a text that contains one of the secrets.
        var fewestBytes = Int.max
        var redactor = Redactor(automata: [])
        var redactorGeneration = 0

        /// Whether there are secrets that no automaton searches for yet.
        var hasFresh: Bool { searched < secrets.count }
    }

    private let parent: SecretRegistry?
    private let namesOfProject = Mutex(SecretNames.documented)
    private let state = Mutex(State())

    package convenience init() {
        self.init(parent: nil)
    }

    private init(parent: SecretRegistry?) {
        self.parent = parent
    }

    /// A registry that masks everything that this one knows, now and later, and also its own secrets, which it does not
    /// share.
    package func makeChild() -> SecretRegistry {
        SecretRegistry(parent: self)
    }

    /// The names of secret fields; a child has those of its parent.
    package var names: SecretNames { parent?.names ?? namesOfProject.withLock { $0 } }

    /// Sets the names of secret fields, once the project is known.
    package func use(_ names: SecretNames) { namesOfProject.withLock { $0 = names } }

    /// Adds all secrets of this registry to its parent.
    package func shareWithParent() {
        guard let parent else { return }
        for secret in state.withLock({ $0.secrets.all }) { secret.withUnsafeBufferPointer { parent.addSearched($0) } }
    }

    /// Whether a secret is long enough to be searched for in every output.
    package static func isSearched(_ secret: String) -> Bool {
        // A code point has at most four bytes, of which those behind the first are 10xxxxxx.
        let bytes = secret.utf8
        return bytes.count >= shortestSearched
            && (bytes.count >= 4 * shortestSearched || bytes.count { $0 & 0xC0 != 0x80 } >= shortestSearched)
    }

    /// Adds a secret; false for one with less than 4 characters, which is not searched for: see `SecretWords`.
    @discardableResult
    package func add(_ secret: String) -> Bool {
        guard Self.isSearched(secret) else { return false }
        var secret = secret
        secret.withUTF8 { addSearched($0) }
        return true
    }

    /// Adds bytes that need not be text, such as a key.
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

    /// Masks the secrets known now: an immutable value, to be read again when secrets may have been added.
    package var redactor: Redactor {
        // Generations never decrease, so equal sums mean that nothing was added anywhere. The generation is read before
        // the redactor: a secret added in between is masked already, and the next call checks again.
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

    /// The number of secrets known now. It never decreases: if it is unchanged, nothing more is masked than before.
    package var count: Int {
        (parent?.count ?? 0) + state.withLock(\.secrets.count)
    }

    package func redact(_ text: String) -> String {
        if isTooShort(text) { return parent?.redact(text) ?? text }
        return redactor.redact(text)
    }

    package func masked(_ text: String) -> MaskedText { MaskedText(masked: redact(text)) }

    /// Whether a text is too short to contain any of this registry's own secrets, so that no automaton need be built to
    /// search it. In a text with an ellipsis, which marks a cut, a part of a secret is enough.
    private func isTooShort(_ text: String) -> Bool {
        let isShorter = state.withLock { $0.hasFresh && text.utf8.count < $0.fewestBytes }
        guard isShorter else { return false }
        var text = text
        return text.withUTF8 { !$0.contains(Redactor.ellipsisStart) }
    }

    package func redact(_ bytes: [UInt8]) -> [UInt8] { redactor.redact(bytes) }
}
