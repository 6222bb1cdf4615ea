import BatonSystem

/// Counts the cost of one evaluation and enforces its limits.
package struct CELMeter {
    private let limits: CELLimits
    private var passes = 0
    private var made = 0
    /// Work since the clock and cancellation were last checked; reading the clock costs more than a pass.
    private var effort = 0
    private var started: UInt64 = 0
    /// The activation that may stop the evaluation; nil: only cancellation of the current task stops it.
    private let activation: (any CELActivation)?

    init(_ limits: CELLimits, for activation: (any CELActivation)? = nil) {
        self.limits = limits
        self.activation = activation
    }

    /// Counts elements that a loop visited; `in` counts the list that it searches.
    mutating func countPasses(_ count: Int = 1, at range: Range<Int>) throws(CELError) {
        passes += count
        if passes > limits.passes {
            throw CELError(.limit, "the expression goes through more than \(limits.passes) elements", at: range)
        }
        try countEffort(count, at: range)
    }

    /// Counts the argument that a call reads, because even a few long texts take time.
    mutating func countArgument(_ value: CELValue, at range: Range<Int>) throws(CELError) {
        switch value.kind {
        case .string(let text): try countEffort(text.utf8.count >> 10, at: range)
        case .bytes(let bytes): try countEffort(bytes.count >> 10, at: range)
        case .list, .map: try countEffort(Int(value.size.bytes >> 11), at: range)
        case .jsonArray(let elements): try countEffort(elements.count >> 6, at: range)
        default: break
        }
    }

    /// Counts the texts, lists and maps that the evaluation creates, whether it keeps them or not. Shared contents are
    /// counted once here; but no single value, if written out, may be larger than the limit on all of them together.
    mutating func countMade(_ value: CELValue, at range: Range<Int>) throws(CELError) {
        switch value.kind {
        case .string(let text): made += text.utf8.count
        case .bytes(let bytes): made += bytes.count
        case .list(let elements): made += elements.count << 5
        case .map(let map): made += map.count << 6
        case .jsonArray, .jsonObject, .optional: break
        default: return
        }
        if made > limits.madeBytes {
            throw CELError(
                .limit, "the expression makes more than \(limits.madeBytes >> 20) MB of texts and lists", at: range)
        }
        if let excess = limits.excess(of: value.size) { throw excess.at(range) }
    }

    /// Counts a comparison of two values; the values inside of them are compared too.
    mutating func countComparison() throws(CELError) { try countEffort(1, at: nil) }

    /// Counts a search through a text, of which one call may make many.
    package mutating func countSearch(bytes: Int) throws(CELError) { try countEffort(1 + bytes >> 10, at: nil) }

    /// Checks the clock and cancellation after a call that may take long by itself.
    mutating func countCostly(at range: Range<Int>) throws(CELError) {
        try countEffort(Self.effortPerLook, at: range)
    }

    private static let effortPerLook = 512

    private mutating func countEffort(_ amount: Int, at range: Range<Int>?) throws(CELError) {
        effort += amount
        guard effort >= Self.effortPerLook else { return }
        effort = 0
        // The user pressed Ctrl-C, or a deadline has passed.
        if activation?.mustStop ?? Task.isCancelled { throw CELError(.cancelled, "the run was interrupted", at: range) }
        let now = Self.processorNanoseconds()
        if started == 0 {
            started = now
        } else if now &- started > limits.nanoseconds {
            throw CELError(.limit, "the expression takes more than \(limits.nanoseconds / 1_000_000_000) s", at: range)
        }
    }

    /// Processor time of this thread, so that load on the machine does not count against the expression.
    private static func processorNanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}

/// Limits on one evaluation; exceeding one is an error with a place.
package struct CELLimits: Sendable {
    /// Maximum number of elements that all macros together may visit: twice the number in the largest body.
    package var passes = 10_000_000
    /// Maximum size of the texts and lists created during the evaluation, in bytes.
    package var madeBytes = 256 << 20
    /// Maximum processor time.
    package var nanoseconds: UInt64 = 5_000_000_000

    package init() {}
}
