extension JSONReader {
    func fault(_ reason: Fault.Reason) -> Fault { Fault(reason, at: cursor - start) }

    mutating func skipBlanks() {
        while cursor < end {
            switch cursor.pointee {
            case 0x20, 0x0A, 0x0D, 0x09: cursor += 1
            default: return
            }
        }
    }

    /// Reads `true`, `false` or `null`, whose first byte has been seen.
    mutating func word(_ word: StaticString) throws(Fault) {
        for position in 0..<word.utf8CodeUnitCount {
            guard cursor + position < end, cursor[position] == word.utf8Start[position] else {
                throw cursor + position < end ? fault(.unexpectedByte) : fault(.unexpectedEnd)
            }
        }
        cursor += word.utf8CodeUnitCount
    }

    /// A short hash of the name just read, whose bytes in the text begin at `first` and are not copied.
    func fingerprint(of name: String, from first: UnsafePointer<UInt8>) -> UInt32 {
        if hadEscapes {
            return name.withBytes { bytes in
                guard let base = bytes.baseAddress else { return 0 }
                return Self.fingerprint(base, count: bytes.count)
            }
        }
        return Self.fingerprint(first, count: name.utf8.count)
    }

    /// Mixes length, first and last bytes; equal names have equal prints, and most different names different ones.
    private static func fingerprint(_ bytes: UnsafePointer<UInt8>, count: Int) -> UInt32 {
        let raw = UnsafeRawPointer(bytes)
        let mixed: UInt64
        if count >= 8 {
            let head = raw.loadUnaligned(as: UInt64.self)
            let tail = (raw + count - 8).loadUnaligned(as: UInt64.self)
            mixed = (head &* 0x9E37_79B9_7F4A_7C15) ^ tail
        } else {
            var packed: UInt64 = 0
            for position in 0..<count { packed = packed << 8 | UInt64(bytes[position]) }
            mixed = packed
        }
        let product = (mixed ^ UInt64(truncatingIfNeeded: count)) &* 0xD6E8_FEB8_6659_FD93
        return UInt32(truncatingIfNeeded: product >> 32)
    }
}
