import BatonRecords
import BatonValues
import Synchronization

/// The random numbers of expressions in a run with `--seed`: the same for the same seed, whatever else runs at the same time.
///
/// Each attempt at a case has a stream of its own, and so has each branch and each concurrent pass in it: which of them draws first
/// does not matter.
final class RandomStream: Sendable {
    private struct State {
        var numbers: SplitMix64
        var branches: UInt64 = 0
    }

    private let seed: UInt64
    private let state: Mutex<State>

    private init(_ seed: UInt64) {
        self.seed = seed
        state = Mutex(State(numbers: SplitMix64(state: seed)))
    }

    /// - Parameter attempt: how often the case was tried before: a retry meets what the attempt before it has left.
    convenience init(seed: UInt64, _ identity: CaseIdentity, attempt: Int) {
        var hash = StableHash.of(identity.path, identity.variant ?? "", identity.row ?? "")
        hash.combine(seed)
        hash.combine(UInt64(identity.repetition ?? 0))
        hash.combine(UInt64(attempt))
        self.init(hash.value)
    }

    func next() -> UInt64 { state.withLock { $0.numbers.next() } }

    /// The stream of a branch. Branches are told apart by their order.
    func branch() -> RandomStream {
        let number = state.withLock { state in
            state.branches += 1
            return state.branches
        }
        var hash = StableHash()
        hash.combine(seed)
        hash.combine(number)
        return RandomStream(hash.value)
    }
}

/// The generator by Steele, Lea and Flood: the same numbers for the same seed, on every machine and in every version.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
