/// A key that `baton run --watch` knows while it waits.
enum WatchKey: Equatable {
    /// Everything that the command selects.
    case all
    /// What failed or could not run the last time it ran.
    case failed
    /// The same as the last time.
    case again
    case quit

    /// The first known key; nil where there is none, and for pasted text.
    ///
    /// - Parameter keys: what was pressed since the last look.
    init?(pressed keys: [UInt8]) {
        let single = Self.withoutSequences(keys)
        // Nobody presses three different keys in a few milliseconds.
        guard single.count < 3 || Set(single).count == 1, let key = single.lazy.compactMap(Self.init).first
        else { return nil }
        self = key
    }

    /// Without arrows, function keys and keys with Alt: an escape character with what belongs to it (ECMA-48).
    private static func withoutSequences(_ keys: [UInt8]) -> [UInt8] {
        var single: [UInt8] = []
        var rest = keys[...]
        while let key = rest.popFirst() {
            guard key == 0x1B else {
                single.append(key)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "["): rest = rest.drop { !(0x40...0x7E).contains($0) }.dropFirst()
            case UInt8(ascii: "O"): rest = rest.dropFirst()
            default: break
            }
        }
        return single
    }

    /// Upper case counts as lower case.
    private init?(_ byte: UInt8) {
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
