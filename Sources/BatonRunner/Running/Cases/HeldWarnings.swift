import BatonSecrets
import Synchronization

/// The warnings of a case, told when it has ended: only then all secrets are known that may be in them.
final class HeldWarnings: Sendable {
    private let held = Mutex<[MaskedText]>([])

    func hold(_ warning: MaskedText) { held.withLock { $0.append(warning) } }

    /// Returns the warnings, each once.
    func take() -> [MaskedText] {
        held.withLock { held in
            defer { held = [] }
            return held
        }
    }
}
