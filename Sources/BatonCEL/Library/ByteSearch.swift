import BatonSystem

/// The UTF-8 bytes of a text; CEL compares code points and never normalises.
typealias ByteText = ContiguousArray<UInt8>

extension ByteText {
    init(_ text: String) { self = ContiguousArray(text.utf8) }

    /// The first position of `part` at or after `start`.
    func position(of part: ByteText, from start: Int) -> Int? {
        withUnsafeBufferPointer { whole in
            part.withUnsafeBufferPointer { ByteSearch.position(of: $0, in: whole, from: start) }
        }
    }

    /// The last position of `part` that is at most `latest`: the first one in the reversed bytes.
    func lastPosition(of part: ByteText, from latest: Int) -> Int? {
        let last = Swift.min(latest, count - part.count)
        guard last >= 0 else { return nil }
        let reversed = ByteText(self[..<(last + part.count)].reversed())
        return reversed.position(of: ByteText(part.reversed()), from: 0).map { last - $0 }
    }
}

/// Substring search in bytes, in time linear in the sum of both lengths, whatever their contents.
enum ByteSearch {
    static func position(
        of part: UnsafeBufferPointer<UInt8>, in whole: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Int? {
        if part.isEmpty { return start <= whole.count ? start : nil }
        guard start >= 0, whole.count - start >= part.count, let base = whole.baseAddress, let wanted = part.baseAddress
        else { return nil }
        let fallbacks = fallbacks(of: part)
        var cursor = start
        var matched = 0
        while cursor < whole.count {
            if matched == 0 {
                guard let next = memchr(base + cursor, Int32(wanted[0]), whole.count - cursor) else { return nil }
                cursor = UnsafeRawPointer(next) - UnsafeRawPointer(base)
            }
            while matched > 0, base[cursor] != wanted[matched] { matched = fallbacks[matched - 1] }
            if base[cursor] == wanted[matched] { matched += 1 }
            cursor += 1
            if matched == part.count { return cursor - matched }
        }
        return nil
    }

    /// For each prefix of the part, the length of its longest proper prefix that is also a suffix (Knuth, Morris,
    /// Pratt): where to continue after a mismatch without going back.
    private static func fallbacks(of part: UnsafeBufferPointer<UInt8>) -> [Int] {
        var fallbacks = [Int](repeating: 0, count: part.count)
        var length = 0
        for position in part.indices.dropFirst() {
            while length > 0, part[position] != part[length] { length = fallbacks[length - 1] }
            if part[position] == part[length] { length += 1 }
            fallbacks[position] = length
        }
        return fallbacks
    }
}
