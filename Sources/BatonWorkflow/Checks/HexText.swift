/// Bytes as a message shows them.
enum HexText {
    /// Two lower-case digits for each byte, at most 64 bytes of them.
    static func digits(of bytes: ArraySlice<UInt8>) -> String {
        let shown = bytes.prefix(64).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return bytes.count > 64 ? "\(shown)… (\(bytes.count) bytes)" : shown
    }
}
