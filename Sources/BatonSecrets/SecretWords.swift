/// Secrets that would mask half of every output, such as `42`, `true` or a password of three letters: masked only in
/// the texts of the step that uses them, and there only as whole words.
package struct SecretWords: Sendable {
    /// The forms by their first byte, longest first.
    private var forms: [UInt8: [[UInt8]]] = [:]
    private var known: Set<[UInt8]> = []

    package init() {}

    package var isEmpty: Bool { known.isEmpty }

    /// Adds the secret as it is, and with its escapes decoded.
    package mutating func insert(_ secret: String) {
        guard !secret.isEmpty, !known.contains(Array(secret.utf8)) else { return }
        for form in SecretForms.spelled(Array(secret.utf8)) { add(form) }
    }

    package mutating func formUnion(_ others: SecretWords) {
        for form in others.known { add(form) }
    }

    private mutating func add(_ form: [UInt8]) {
        guard let first = form.first, known.insert(form).inserted else { return }
        forms[first, default: []].append(form)
        forms[first]?.sort { $0.count > $1.count }
    }

    package func redact(_ text: String) -> String {
        guard !forms.isEmpty else { return text }
        var text = text
        return text.withUTF8 { bytes -> String? in
            // A word never spans two lines.
            let unescaped = UnescapedText.places(in: bytes, shortestJoined: Int.max) { found(in: $0) }
            let hits = found(in: bytes) + unescaped
            return hits.isEmpty ? nil : Redactor.masking(bytes, Redactor.joined(hits))
        } ?? text
    }

    package func masked(_ text: MaskedText) -> MaskedText {
        forms.isEmpty ? text : MaskedText(masked: redact(text.text))
    }

    private func found(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var hits: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            if let form = forms[bytes[index]]?.first(where: { stands($0, at: index, in: bytes) }) {
                hits.append(index..<index + form.count)
                index += form.count
            } else {
                index += 1
            }
        }
        return hits
    }

    private func stands(_ form: [UInt8], at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let end = index + form.count
        guard end <= bytes.count, bytes[index..<end].elementsEqual(form) else { return false }
        let joinsBefore = index > 0 && Self.isInWord(bytes[index - 1]) && Self.isInWord(bytes[index])
        let joinsAfter = end < bytes.count && Self.isInWord(bytes[end]) && Self.isInWord(bytes[end - 1])
        return !joinsBefore && !joinsAfter
    }

    private static func isInWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
