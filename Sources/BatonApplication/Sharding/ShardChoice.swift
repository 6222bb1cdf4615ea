/// The value of `--shard`: which share of the run this machine takes.
package enum ShardChoice: Sendable, Equatable {
    /// `3/12`: the third of twelve, from 1.
    case part(index: Int, total: Int)
    /// `auto`, or `auto/12`: the engine that runs the job says which; the total is given where it does not say it.
    case engine(total: Int?)

    /// Nil for a text of another form; numbers are not judged here.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts[0] == "auto", parts.count <= 2 {
            guard parts.count == 2 else {
                self = .engine(total: nil)
                return
            }
            guard let total = Self.number(parts[1]) else { return nil }
            self = .engine(total: total)
        } else {
            guard parts.count == 2, let index = Self.number(parts[0]), let total = Self.number(parts[1]) else {
                return nil
            }
            self = .part(index: index, total: total)
        }
    }

    /// Only digits, because `Int` would take `+1` too; nine at most, so that nothing overflows.
    static func number(_ text: some StringProtocol) -> Int? {
        guard (1...9).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else {
            return nil
        }
        return Int(text)
    }
}
