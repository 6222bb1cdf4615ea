import Synchronization

/// The latest exchanges of the passed steps of a case, or with `--trace` as many as there is room for.
final class ExchangeTrail: Sendable {
    private let most: Int
    /// Maximum bytes of all bodies together.
    private let largest: Int

    private let latest = Mutex<(exchanges: [KeptExchange], size: Int)>(([], 0))

    init(isTracing: Bool) {
        most = isTracing ? .max : 20
        largest = isTracing ? 64 << 20 : 4 << 20
    }

    /// Keeps an exchange, and forgets the oldest ones that it leaves no room for.
    func keep(_ content: KeptExchange.Content) -> KeptExchange {
        let kept = KeptExchange(content)
        latest.withLock { latest in
            latest.exchanges.append(kept)
            latest.size += kept.size
            while latest.exchanges.count > most || latest.size > largest {
                let oldest = latest.exchanges.removeFirst()
                latest.size -= oldest.size
                _ = oldest.take()
            }
        }
        return kept
    }

    func forgetAll() {
        latest.withLock { latest in
            for kept in latest.exchanges { _ = kept.take() }
            latest = ([], 0)
        }
    }
}
