/// Writes bytes for messages.
enum HexText {
    /// Two lower-case hexadecimal digits for each byte, for at most 64 bytes.
    static func digits(of bytes: ArraySlice<UInt8>) -> String {
        let shown = bytes.prefix(64).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return bytes.count > 64 ? "\(shown)… (\(bytes.count) bytes)" : shown
    }
}
