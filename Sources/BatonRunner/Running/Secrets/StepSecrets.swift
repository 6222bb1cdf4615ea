import BatonSecrets
import BatonWorkflow
import Synchronization

/// What the step under way has used of secrets that are masked only where they are used: numbers, short texts, and the
/// `true`, `false` and `null` that secrets decided. Other secrets go to the registry of the case.
final class StepSecrets: Sendable {
    private struct State {
        var words = SecretWords()
        var flags: Set<String> = []
        /// URLs in which only the parts that are noted on their own are secret.
        var urls: Set<String> = []
    }

    private let state: Mutex<State>
    private let registry: SecretRegistry

    init(_ registry: SecretRegistry) {
        state = Mutex(State())
        self.registry = registry
    }

    /// The same secrets, to be added to apart.
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

    /// Hides what is secret as far as it is known by now, and what the step under way has used of short secrets.
    func masked(_ text: String) -> MaskedText {
        let masked = registry.masked(text)
        let words = state.withLock { $0.words.isEmpty ? nil : $0.words }
        return words?.masked(masked) ?? masked
    }

    /// A step begins: what an earlier one used is hidden only there.
    func forget() {
        state.withLock { state in
            if !state.words.isEmpty { state.words = SecretWords() }
            if !state.flags.isEmpty { state.flags = [] }
        }
    }

    /// Gives a result with the `true`, `false` and `null` that were made of secrets for it.
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

    /// Hides these words too in what is made here.
    func hiding<Value>(_ flags: Set<String>, _ body: () -> Value) -> Value {
        if flags.isEmpty { return body() }
        let words = state.withLock(\.words)
        defer { state.withLock { $0.words = words } }
        state.withLock { state in
            for flag in flags { state.words.insert(flag) }
        }
        return body()
    }
}
