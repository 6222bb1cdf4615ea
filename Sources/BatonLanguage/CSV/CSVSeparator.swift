import BatonDiagnostics

/// The character between the fields of a CSV record: a comma in RFC 4180, elsewhere often a semicolon or a tab.
package struct CSVSeparator: Sendable, Hashable {
    let byte: UInt8

    package static let comma = CSVSeparator(byte: UInt8(ascii: ","))

    private init(byte: UInt8) { self.byte = byte }

    /// Nil for anything but one character of ASCII that is neither a letter, a digit, a quote nor a line end: one of these
    /// could not be told from the fields.
    package init?(_ text: String) {
        guard let byte = text.utf8.first, text.utf8.count == 1 else { return nil }
        let scalar = Unicode.Scalar(byte)
        switch scalar {
        case "\t", " ": break
        default:
            guard byte > 0x20, byte < 0x7F, !scalar.properties.isAlphabetic, scalar.properties.numericType == nil,
                scalar != "\""
            else { return nil }
        }
        self.byte = byte
    }

    /// The rest of a sentence about a text that is none.
    package static let wanted = "is one character between two fields, such as `;` or a tab, `\"\\t\"`"
}
