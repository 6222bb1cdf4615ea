/// Punycode (RFC 3492): encodes code points as ASCII letters, digits and hyphens.
enum Punycode {
    private static let base = 36
    private static let tMin = 1
    private static let tMax = 26
    private static let skew = 38
    private static let damp = 700
    private static let initialBias = 72

    /// The encoded label without the prefix `xn--`; nil for a label of more than 255 code points.
    static func encode(_ label: [UInt32]) -> String? {
        guard label.count <= 255 else { return nil }
        var output = label.filter { $0 < 0x80 }.map { UInt8($0) }
        let basicCount = output.count
        var handled = basicCount
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var codePoint: UInt32 = 0x80
        var delta = 0
        var bias = initialBias
        while handled < label.count {
            guard let next = label.filter({ $0 >= codePoint }).min() else { return nil }
            // At most 255 characters times 0x10FFFF code points: no overflow in 64 bits.
            delta += Int(next - codePoint) * (handled + 1)
            codePoint = next
            for character in label {
                if character < codePoint { delta += 1 }
                guard character == codePoint else { continue }
                append(delta, bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            codePoint += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends a number as digits whose weights depend on the bias (section 3.3).
    private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
        var rest = number
        var position = base
        while true {
            let threshold = min(max(position - bias, tMin), tMax)
            if rest < threshold { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
        output.append(digit(rest))
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var position = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            position += base
        }
        return position + (base - tMin + 1) * delta / (delta + skew)
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? 0x61 + value : 0x30 + value - 26)
    }
}
