/// Determines how far the value of a secret may reach on its line.
///
/// YAML ends a plain value at a comma, a brace or ` #`, where the secret that the user means may go on. So the value
/// ends only where something else certainly begins: at the next `key: ` of the same map, or at closing brackets that
/// are followed by such a key or by the end of the line.
enum LiteralExtent {
    /// Limits for the length of keys and the depth of brackets.
    private static let longestKey = 64
    private static let deepest = 64

    /// - Parameter levels: the number of brackets that are open where the value begins; with 0 the value takes the rest
    ///   of the line.
    static func end(in line: [UInt8], from start: Int, levels: Int) -> Int {
        var index = levels > 0 ? start : line.count
        while index < line.count {
            if let end = LiteralTemplate.referenceEnd(in: line, at: index, before: line.count) {
                index = end
                continue
            }
            if ",}]".utf8.contains(line[index]), isEnd(line, index, min(levels, deepest)) { break }
            index += 1
        }
        while index > start, line[index - 1] == 0x20 || line[index - 1] == UInt8(ascii: "\r") { index -= 1 }
        return index
    }

    /// Whether `, key: ` stands at this index, as before the next key of a map.
    static func isNextKey(_ line: [UInt8], _ comma: Int) -> Bool {
        guard comma + 1 < line.count, line[comma] == UInt8(ascii: ","), line[comma + 1] == 0x20 else { return false }
        return isKey(line, skipped(line, comma + 1))
    }

    /// Whether the comma or the bracket at this index certainly ends a value.
    static func isEnd(_ line: [UInt8], _ start: Int, _ levels: Int) -> Bool {
        if isNextKey(line, start) { return true }
        var index = start
        var closed = 0
        while index < line.count, line[index] == UInt8(ascii: "}") || line[index] == UInt8(ascii: "]") {
            closed += 1
            if closed > levels { return false }
            index = skipped(line, index + 1)
        }
        guard closed > 0 else { return false }
        if index == line.count || line[index] == UInt8(ascii: "\r") { return true }
        if line[index] == UInt8(ascii: "#") { return line[index - 1] == 0x20 }
        guard line[index] == UInt8(ascii: ",") else { return false }
        let next = skipped(line, index + 1)
        // The value ends: the file goes on in the next line, or with the next map of a list.
        if next == line.count { return true }
        let isMap = line[next] == UInt8(ascii: "{")
        return isKey(line, isMap ? skipped(line, next + 1) : next)
    }

    private static func isKey(_ line: [UInt8], _ start: Int) -> Bool {
        guard start < line.count else { return false }
        let quote = line[start] == UInt8(ascii: "\"") || line[start] == UInt8(ascii: "'") ? line[start] : nil
        let first = quote == nil ? start : start + 1
        var index = first
        while index < line.count, index - first < longestKey,
            SecretNames.isNameByte(line[index]) || "-.$@".utf8.contains(line[index])
        {
            index += 1
        }
        guard index > first, index < line.count else { return false }
        if let quote {
            let colon = skipped(line, index + 1)
            return line[index] == quote && colon < line.count && line[colon] == UInt8(ascii: ":")
        }
        let colon = skipped(line, index)
        guard colon < line.count, line[colon] == UInt8(ascii: ":") else { return false }
        return colon + 1 == line.count || line[colon + 1] == 0x20
    }

    private static func skipped(_ line: [UInt8], _ start: Int) -> Int {
        line[min(start, line.count)...].firstIndex { $0 != 0x20 } ?? line.count
    }
}
