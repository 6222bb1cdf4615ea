/// Substring search in linear time for any input (Knuth, Morris, Pratt, 1977).
enum XPathSearch {
    static func range(of part: ArraySlice<UInt8>, in whole: ArraySlice<UInt8>) -> Range<Int>? {
        guard let first = part.first else { return whole.startIndex..<whole.startIndex }
        guard part.count <= whole.count else { return nil }
        let part = Array(part)
        // For each prefix, the length of its longest proper prefix that is also a suffix.
        var borders = Array(repeating: Int32(0), count: part.count)
        var length = 0
        for index in part.indices.dropFirst() {
            while length > 0, part[index] != part[length] { length = Int(borders[length - 1]) }
            if part[index] == part[length] { length += 1 }
            borders[index] = Int32(length)
        }
        length = 0
        for index in whole.indices {
            if length == 0, whole[index] != first { continue }
            while length > 0, whole[index] != part[length] { length = Int(borders[length - 1]) }
            if whole[index] == part[length] { length += 1 }
            if length == part.count { return index + 1 - length..<index + 1 }
        }
        return nil
    }
}
