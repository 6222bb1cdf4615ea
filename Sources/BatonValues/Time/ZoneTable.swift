/// The transitions of a zone, read from a TZif file (RFC 9636), and the rule that holds after the last of them.
struct ZoneTable: Sendable {
    private let transitions: [Int64]
    /// The offset that begins at each transition.
    private let offsets: [Int]
    private let first: Int
    private let rule: ZoneRule?

    /// Nil for bytes that are not a TZif file.
    init?(_ bytes: [UInt8]) {
        var reader = BigEndianReader(bytes)
        guard let header = reader.header() else { return nil }
        var block = header
        var timeSize = 4
        if header.version >= 2 {
            reader.skip(header.size(timeSize: 4))
            guard let second = reader.header() else { return nil }
            block = second
            timeSize = 8
        }
        guard block.types > 0, reader.remaining >= block.size(timeSize: timeSize) else { return nil }
        let transitions = (0..<block.times).map { _ in reader.integer(timeSize) }
        let kinds = (0..<block.times).map { _ in Int(reader.integer(1)) & 0xFF }
        var types: [Int] = []
        for _ in 0..<block.types {
            types.append(Int(reader.integer(4)))
            reader.skip(2)
        }
        guard kinds.allSatisfy({ $0 < types.count }) else { return nil }
        reader.skip(block.size(timeSize: timeSize) - block.times * (timeSize + 1) - block.types * 6)
        self.transitions = transitions
        offsets = kinds.map { types[$0] }
        first = types[0]
        rule = header.version >= 2 ? ZoneRule(reader.line()) : nil
    }

    func offset(at second: Int64) -> Int {
        guard let last = transitions.last else { return rule?.offset(at: second) ?? first }
        if second >= last, let rule { return rule.offset(at: second) }
        var (low, high) = (-1, transitions.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if transitions[middle] <= second { low = middle } else { high = middle }
        }
        return low < 0 ? first : offsets[low]
    }
}

/// Reads numbers from a TZif file; behind its end all numbers are zero.
private struct BigEndianReader {
    struct Header {
        var version: Int
        var utcFlags: Int
        var standardFlags: Int
        var leaps: Int
        var times: Int
        var types: Int
        var characters: Int

        func size(timeSize: Int) -> Int {
            times * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + standardFlags + utcFlags
        }
    }

    private let bytes: [UInt8]
    private var cursor = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var remaining: Int { bytes.count - cursor }

    mutating func skip(_ count: Int) { cursor = min(bytes.count, cursor + max(0, count)) }

    mutating func integer(_ size: Int) -> Int64 {
        guard remaining >= size, let first = bytes[cursor...].first else { return 0 }
        var value: Int64 = first >= 0x80 ? -1 : 0
        for byte in bytes[cursor..<cursor + size] { value = value << 8 | Int64(byte) }
        cursor += size
        return value
    }

    mutating func header() -> Header? {
        guard remaining >= 44, bytes[cursor..<cursor + 4].elementsEqual("TZif".utf8) else { return nil }
        let version = bytes[cursor + 4] == 0 ? 1 : Int(bytes[cursor + 4]) - 0x30
        cursor += 20
        let counts = (0..<6).map { _ in Int(integer(4)) }
        guard counts.allSatisfy({ $0 >= 0 && $0 <= bytes.count }) else { return nil }
        return Header(
            version: version, utcFlags: counts[0], standardFlags: counts[1], leaps: counts[2], times: counts[3],
            types: counts[4], characters: counts[5])
    }

    /// The text between two line feeds: the footer.
    mutating func line() -> [UInt8] {
        guard remaining > 0, bytes[cursor] == 0x0A else { return [] }
        let rest = bytes[(cursor + 1)...]
        return Array(rest.prefix { $0 != 0x0A })
    }
}
