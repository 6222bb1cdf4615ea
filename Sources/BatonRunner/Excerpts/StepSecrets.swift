import BatonJudging
import BatonLanguage
import BatonSecrets
import Synchronization

/// Secrets that are masked only in the step that uses them: numbers, short texts, and `true`, `false` and `null`
/// computed from secrets. Other secrets are added to the registry of the case.
final class StepSecrets: Sendable {
    private struct State {
        var words = SecretWords()
        var flags: Set<String> = []
        /// URLs whose secret parts are noted individually, so that the whole URL is not a secret.
        var urls: Set<String> = []
    }

    private let state: Mutex<State>
    private let registry: SecretRegistry

    init(_ registry: SecretRegistry) {
        state = Mutex(State())
        self.registry = registry
    }

    /// Copies the secrets, so that both can grow independently.
    init(copying other: StepSecrets) {
        state = Mutex(other.state.withLock { $0 })
        registry = other.registry
    }

    func note(_ text: String) {
        if state.withLock({ $0.urls.contains(text) }) { return }
        if !registry.add(text) { state.withLock { $0.words.insert(text) } }
    }

    func note(_ part: SecretPart) {
        switch part {
        case .text(let text): note(text)
        case .bytes(let bytes): registry.add(bytes)
        case .number(let text): state.withLock { $0.words.insert(text) }
        case .word(let text): state.withLock { _ = $0.flags.insert(text) }
        }
    }

    func noteURL(_ text: String) { state.withLock { _ = $0.urls.insert(text) } }

    /// Masks all secrets known so far, and the short secrets that the current step has used.
    func masked(_ text: String) -> MaskedText {
        let masked = registry.masked(text)
        let words = state.withLock { $0.words.isEmpty ? nil : $0.words }
        return words?.masked(masked) ?? masked
    }

    /// Forgets the secrets of the previous step; called at the start of a step.
    func forget() {
        state.withLock { state in
            if !state.words.isEmpty { state.words = SecretWords() }
            if !state.flags.isEmpty { state.flags = [] }
        }
    }

    /// Runs the body and also returns the `true`, `false` and `null` that it computed from secrets.
    func notingFlags<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> (value: Value, flags: Set<String>) {
        _ = takeFlags()
        let value = try body()
        return (value, takeFlags())
    }

    private func takeFlags() -> Set<String> {
        state.withLock { state in
            if state.flags.isEmpty { return [] }
            defer { state.flags = [] }
            return state.flags
        }
    }

    /// The secrets that are masked only in this step.
    var words: SecretWords { state.withLock(\.words) }

    /// Runs the body with these words hidden too.
    func hiding<Value>(_ flags: Set<String>, _ body: () -> Value) -> Value {
        if flags.isEmpty { return body() }
        var words = SecretWords()
        for flag in flags { words.insert(flag) }
        return hiding(words, body)
    }

    /// Runs the body with the words of another step hidden too.
    func hiding<Value>(_ others: SecretWords, _ body: () -> Value) -> Value {
        if others.isEmpty { return body() }
        let words = words
        defer { state.withLock { $0.words = words } }
        state.withLock { $0.words.formUnion(others) }
        return body()
    }
}
