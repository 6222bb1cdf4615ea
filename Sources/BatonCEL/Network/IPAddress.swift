import BatonValues

/// An IPv4 or IPv6 address, `net.IP` in CEL's network extension.
package struct IPAddress: Sendable, Equatable {
    /// Four or sixteen bytes; an IPv6 address that maps an IPv4 address is stored as the IPv4 address.
    let bytes: [UInt8]

    var isVersion4: Bool { bytes.count == 4 }

    init(bytes: [UInt8]) {
        let mapping: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        self.bytes = bytes.count == 16 && bytes.starts(with: mapping) ? Array(bytes[12...]) : bytes
    }

    /// Nil for any other text, including a zone, and an IPv4 address written inside an IPv6 one.
    package init?(_ text: String) {
        guard text.utf8.count <= 45 else { return nil }
        guard let bytes = text.utf8.contains(UInt8(ascii: ":")) ? Self.version6(text) : Self.version4(text) else {
            return nil
        }
        self.init(bytes: bytes)
    }

    private static func version4(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part -> UInt8? in
            guard part.utf8.allSatisfy(\.isDigit), part.count == 1 || part.first != "0" else { return nil }
            return UInt8(part)
        }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    private static func version6(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 9 else { return nil }
        guard let gap = parts.indices.first(where: { parts[$0].isEmpty }) else {
            return parts.count == 8 ? groups(parts[...]) : nil
        }
        // `::` leaves one empty part inside, two at an end, three alone.
        var end = gap + 1
        while end < parts.count, parts[end].isEmpty { end += 1 }
        let isAtEdge = gap == 0 || end == parts.count
        guard end - gap == (parts.count == 3 && gap == 0 && end == 3 ? 3 : isAtEdge ? 2 : 1),
            let head = groups(parts[..<gap]), let tail = groups(parts[end...]), head.count + tail.count <= 14
        else { return nil }
        return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    private static func groups(_ parts: ArraySlice<Substring>) -> [UInt8]? {
        var bytes: [UInt8] = []
        for part in parts {
            guard part.utf8.count <= 4, part.utf8.allSatisfy(\.isHexDigit), let group = UInt16(part, radix: 16)
            else { return nil }
            bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
        }
        return bytes
    }

    /// The text by RFC 5952: lower case, the longest run of zero groups shortened.
    var text: String {
        if isVersion4 { return bytes.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
        var gap = 0..<0
        var start = 0
        while start < 8 {
            var end = start
            while end < 8, groups[end] == 0 { end += 1 }
            if end - start > max(1, gap.count) { gap = start..<end }
            start = max(end, start + 1)
        }
        let words = groups.map { String($0, radix: 16) }
        if gap.isEmpty { return words.joined(separator: ":") }
        return words[..<gap.lowerBound].joined(separator: ":") + "::" + words[gap.upperBound...].joined(separator: ":")
    }

    /// The address with all bits after the first `length` cleared.
    func masked(_ length: Int) -> IPAddress {
        var result = bytes
        for position in result.indices {
            let kept = min(8, max(0, length - position * 8))
            result[position] &= kept == 0 ? 0 : UInt8(truncatingIfNeeded: 0xFF << (8 - kept))
        }
        return IPAddress(bytes: result)
    }

    var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }
    var isLoopback: Bool { isVersion4 ? bytes[0] == 127 : bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 } }

    var isLinkLocalUnicast: Bool {
        isVersion4 ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    }

    var isLinkLocalMulticast: Bool {
        isVersion4 ? bytes.starts(with: [224, 0, 0]) : bytes[0] == 0xFF && bytes[1] & 0x0F == 2
    }

    private var isMulticast: Bool { isVersion4 ? bytes[0] & 0xF0 == 224 : bytes[0] == 0xFF }

    var isGlobalUnicast: Bool {
        !isUnspecified && !isLoopback && !isMulticast && !isLinkLocalUnicast && bytes != [255, 255, 255, 255]
    }
}

/// A block of addresses in CIDR notation, `net.CIDR`: `192.168.0.0/24`.
struct IPBlock: Sendable, Equatable {
    let address: IPAddress
    let length: Int

    init(address: IPAddress, length: Int) {
        self.address = address
        self.length = length
    }

    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let address = IPAddress(String(parts[0])), parts[1].utf8.count <= 3,
            parts[1].utf8.allSatisfy(\.isDigit), let length = Int(parts[1]), length <= address.bytes.count * 8
        else { return nil }
        self.init(address: address, length: length)
    }

    var text: String { "\(address.text)/\(length)" }

    func contains(_ other: IPAddress) -> Bool {
        other.isVersion4 == address.isVersion4 && other.masked(length) == address.masked(length)
    }

    func contains(_ other: IPBlock) -> Bool { other.length >= length && contains(other.address) }
}
