/// A key that `baton run --watch` knows while it waits.
enum WatchKey: Equatable {
    /// Everything that the command selects.
    case all
    /// What failed or could not run the last time it ran.
    case failed
    /// The same as the last time.
    case again
    case quit

    /// Upper case counts as lower case.
    init?(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "a"), UInt8(ascii: "A"): self = .all
        case UInt8(ascii: "f"), UInt8(ascii: "F"): self = .failed
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): self = .again
        // Ctrl-D is the end of the input.
        case UInt8(ascii: "q"), UInt8(ascii: "Q"), 4: self = .quit
        default: return nil
        }
    }

    /// The line below a run.
    static let footer = "a all · f failed · Enter again · q quit"
}
