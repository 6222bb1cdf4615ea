import Glibc
import Synchronization

enum Thread {
    /// A number for the thread that asks.
    static var current: UInt { UInt(pthread_self()) }
}

/// Something that becomes true once.
final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() {
        value.store(true, ordering: .releasing)
    }
}
