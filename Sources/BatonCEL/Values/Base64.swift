/// Base64 (RFC 4648), with padding when written and with or without when read.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func encode(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        var position = 0
        while position < bytes.count {
            let first = bytes[position]
            let second = position + 1 < bytes.count ? bytes[position + 1] : 0
            let third = position + 2 < bytes.count ? bytes[position + 2] : 0
            result.append(alphabet[Int(first >> 2)])
            result.append(alphabet[Int((first & 3) << 4 | second >> 4)])
            result.append(position + 1 < bytes.count ? alphabet[Int((second & 15) << 2 | third >> 6)] : 0x3D)
            result.append(position + 2 < bytes.count ? alphabet[Int(third & 63)] : 0x3D)
            position += 3
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Nil for a text that is no base64.
    package static func decode(_ text: String) -> [UInt8]? {
        var bytes = Array(text.utf8)
        if bytes.count % 4 == 0 {
            for _ in 0..<2 where bytes.last == 0x3D { bytes.removeLast() }
        }
        guard bytes.count % 4 != 1 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count * 3 / 4)
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes {
            guard let digit = digit(byte) else { return nil }
            buffer = (buffer << 6 | digit) & 0xFFFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                result.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte) - 0x41
        case 0x61...0x7A: UInt32(byte) - 0x61 + 26
        case 0x30...0x39: UInt32(byte) - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}
