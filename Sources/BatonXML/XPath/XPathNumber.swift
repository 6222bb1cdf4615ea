/// Conversion between numbers and strings (sections 4.2 and 4.4): no exponents, and NaN for a string that is not a
/// number.
enum XPathNumber {
    static func parse(_ bytes: some BidirectionalCollection<UInt8>) -> Double {
        var rest = bytes.drop(while: XMLBytes.isBlank)
        while let last = rest.last, XMLBytes.isBlank(last) { rest = rest.dropLast() }
        let digits = rest.first == UInt8(ascii: "-") ? rest.dropFirst() : rest
        var points = 0
        var count = 0
        for byte in digits {
            if byte == UInt8(ascii: ".") {
                points += 1
            } else if XMLBytes.isDigit(byte) {
                count += 1
            } else {
                return .nan
            }
        }
        guard count > 0, points <= 1 else { return .nan }
        // Further digits do not change the value of a double.
        guard rest.count <= 2000 else { return .nan }
        var text = String(decoding: rest, as: UTF8.self)
        if text.hasPrefix(".") || text.hasPrefix("-.") { text.replaceFirst(".", with: "0.") }
        if text.hasSuffix(".") { text += "0" }
        return Double(text) ?? .nan
    }

    static func text(of number: Double) -> [UInt8] {
        if number.isNaN { return Array("NaN".utf8) }
        if number.isInfinite { return Array((number < 0 ? "-Infinity" : "Infinity").utf8) }
        if number == 0 { return [UInt8(ascii: "0")] }
        if let whole = Int64(exactly: number) { return Array(String(whole).utf8) }
        let parts = number.magnitude.description.split(separator: "e")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let halves = parts[0].split(separator: ".")
        var digits = Array(halves[0].utf8)
        var point = digits.count + exponent
        if halves.count > 1, halves[1] != "0" { digits += Array(halves[1].utf8) }
        if point < 1 {
            digits.insert(contentsOf: repeatElement(UInt8(ascii: "0"), count: 1 - point), at: 0)
            point = 1
        }
        while digits.count < point { digits.append(UInt8(ascii: "0")) }
        if digits.count > point { digits.insert(UInt8(ascii: "."), at: point) }
        return (number < 0 ? [UInt8(ascii: "-")] : []) + digits
    }
}

extension String {
    fileprivate mutating func replaceFirst(_ character: Character, with text: String) {
        guard let index = firstIndex(of: character) else { return }
        replaceSubrange(index...index, with: text)
    }
}
