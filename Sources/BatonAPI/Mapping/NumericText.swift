package import BatonJSON

/// Numbers as APIs write them in text.
package enum NumericText {
    /// A JSON number, also with `+` before it or with leading zeros; text with spaces, `1,000` and `0x1F` is not a
    /// number.
    package static func number(_ text: String) -> JSONNumber? {
        if let number = JSONNumber(text: text) { return number }
        var digits = text.utf8[...]
        let sign = digits.first == UInt8(ascii: "-") ? "-" : ""
        if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        let zero = UInt8(ascii: "0")
        guard let first = digits.first, (zero...zero + 9).contains(first) else { return nil }
        while digits.first == zero, let next = digits.dropFirst().first, (zero...zero + 9).contains(next) {
            digits = digits.dropFirst()
        }
        return JSONNumber(text: sign + String(Substring(digits)))
    }
}
