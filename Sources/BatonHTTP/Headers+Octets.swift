/// The octets of values: servers also send some that are no UTF-8 (RFC 9110 section 5.5). They are shown and compared as
/// Latin-1, and go back as they came.
extension Headers {
    /// The text of octets: as UTF-8 where they are valid, else as Latin-1.
    static func text(of octets: some Collection<UInt8>) -> String {
        String(validating: octets, as: UTF8.self) ?? latin1(octets)
    }

    /// The text of octets that are no UTF-8.
    static func latin1(_ octets: some Collection<UInt8>) -> String {
        String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) }))
    }

    /// The octets of such a text.
    static func octets(of text: String, isLatin1: Bool) -> [UInt8] {
        isLatin1 ? text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(text.utf8)
    }

    /// The values of that name as URI references: octets that are no UTF-8 are percent-encoded one by one (RFC 3986
    /// section 2.1).
    package func references(_ name: String) -> [String] {
        octets(name).map { octets in
            if let text = String(validating: octets, as: UTF8.self) { return text }
            return octets.reduce(into: "") { text, octet in
                if octet < 0x80 {
                    text.unicodeScalars.append(Unicode.Scalar(octet))
                } else {
                    text += "%" + String(octet, radix: 16, uppercase: true)
                }
            }
        }
    }

    /// Adds all fields of other headers at the end, as they are.
    package mutating func append(_ other: Headers) {
        for slot in other.slots { append(other, slot) }
    }

    /// The octets of the values of that name.
    func octets(_ name: String) -> [ArraySlice<UInt8>] {
        slots.filter { isNamed($0, name) }.map { block[$0.valueRange] }
    }

    /// Adds a field with these octets at the end.
    mutating func append(_ name: String, octets: [UInt8], isCredential: Bool = false) {
        var name = name
        name.withUTF8 { name in
            octets.withUnsafeBytes {
                append(name: UnsafeRawBufferPointer(name), value: $0, isCredential: isCredential)
            }
        }
    }
}
