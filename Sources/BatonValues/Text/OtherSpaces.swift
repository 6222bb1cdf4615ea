/// Spaces that look like the ordinary one, or that cannot be seen, but that no grammar reads as a space.
extension Unicode.Scalar {
    /// Whether this is a space other than U+0020: U+00A0, U+3000 and the like, and those without a width: U+200B, U+2060,
    /// U+FEFF.
    package var isOtherSpace: Bool {
        isSpaceWithoutWidth || properties.generalCategory == .spaceSeparator && self != " "
    }

    /// Whether this is U+200B, U+2060 or U+FEFF, which part or join words without being seen.
    package var isSpaceWithoutWidth: Bool { self == "\u{200B}" || self == "\u{2060}" || self == "\u{FEFF}" }

    /// The number as Unicode writes it: `U+00A0`.
    package var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
