/// The kinds of bytes that readers of text tell apart; only ASCII has digits, letters and blanks.
///
/// Inlinable, because readers ask for each byte.
extension UInt8 {
    @inlinable package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    @inlinable package var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    @inlinable package var isLetterOrDigit: Bool { isDigit || isLetter }

    @inlinable package var isHexDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }

    /// A space or a tab; no end of a line.
    @inlinable package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// A letter, a digit or an underscore, as names in most languages have them.
    @inlinable package var isInName: Bool { isLetterOrDigit || self == UInt8(ascii: "_") }

    /// A byte of a name, or of a character beyond ASCII.
    @inlinable package var isInWord: Bool { isInName || self >= 0x80 }

    /// The byte with an ASCII capital in lower case; every other byte is unchanged.
    @inlinable package var asciiLowercased: UInt8 {
        self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
    }
}

extension Substring {
    /// The text without spaces and tabs at its ends.
    package var trimmingBlanks: String {
        let start = utf8.drop(while: \.isBlank)
        guard let end = start.lastIndex(where: { !$0.isBlank }) else { return "" }
        return String(Substring(start[...end]))
    }
}

extension String {
    /// Whether the bytes of `part` occur in the text. `contains` of the standard library compares characters, which takes a
    /// hundred times as long.
    package func containsBytes(of part: String) -> Bool {
        var rest = utf8[...]
        let first = part.utf8.first
        while let start = rest.firstIndex(where: { $0 == first }) {
            rest = rest[start...]
            if rest.starts(with: part.utf8) { return true }
            rest.removeFirst()
        }
        return part.isEmpty
    }

    /// Whether a byte occurs in the text.
    @inlinable
    package func contains(byte: UInt8) -> Bool { withUTF8Bytes { $0.contains(byte) } }

    /// Passes the UTF-8 bytes of the text to `body`, without a copy of the string, which would count a reference.
    @inlinable @inline(__always)
    package func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        return withConvertedBytes(body)
    }

    /// For text that is not stored as UTF-8, which does not occur on Linux. Not inlined, because that would add
    /// reference counting to every call.
    @usableFromInline @inline(never)
    func withConvertedBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        Array(utf8).withUnsafeBufferPointer(body)
    }
}
