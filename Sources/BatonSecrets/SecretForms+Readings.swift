extension SecretForms {
    /// Adds the forms of a secret with characters beyond ASCII: composed and decomposed, in lower case, in Latin-1, as
    /// UTF-8 that was read as Latin-1, with the replacement characters of Latin-1 that was read as UTF-8; and
    /// combinations of these.
    static func addReadings(of secret: [UInt8], to forms: inout [[UInt8]]) {
        guard let texts = texts(of: secret) else {
            forms.append(takenForLatin1(secret))
            return
        }
        for text in unique(texts + texts.map { lowercased($0) }) {
            let bytes = Array(String(text).utf8)
            let misread = takenForLatin1(bytes)
            for form in [
                bytes, latin1(text), misread, Array(String(decoding: misread, as: UTF8.self).lowercased().utf8),
            ] {
                add(form, to: &forms)
            }
            guard text.count(where: \.isASCII) >= SecretRegistry.shortestSearched else { continue }
            add(Array(String(String.UnicodeScalarView(text.map { $0.isASCII ? $0 : "\u{FFFD}" })).utf8), to: &forms)
        }
    }

    /// Other byte sequences for the same text, which an encoder may have received.
    static func otherBytes(of secret: [UInt8]) -> [[UInt8]] {
        guard secret.count <= longestWithAllForms, secret.contains(where: { $0 >= 0x80 }), let texts = texts(of: secret)
        else { return [] }
        return texts.flatMap { [Array(String($0).utf8), latin1($0)] }.filter { $0 != secret }
    }

    /// The secret as it is, composed and decomposed; nil for bytes that are not UTF-8.
    private static func texts(of secret: [UInt8]) -> [String.UnicodeScalarView]? {
        guard let text = String(validating: secret, as: UTF8.self)?.unicodeScalars else { return nil }
        return unique([text, AccentedLetters.composed(text), AccentedLetters.decomposed(text)])
    }

    /// Removes duplicates by comparing scalars, because Unicode's string equality would merge composed and decomposed
    /// texts.
    private static func unique(_ texts: [String.UnicodeScalarView]) -> [String.UnicodeScalarView] {
        texts.reduce(into: []) { unique, text in
            if !unique.contains(where: { $0.elementsEqual(text) }) { unique.append(text) }
        }
    }

    private static func lowercased(_ text: String.UnicodeScalarView) -> String.UnicodeScalarView {
        String(text).lowercased().unicodeScalars
    }

    private static func latin1(_ text: String.UnicodeScalarView) -> [UInt8] {
        text.flatMap { $0.value <= 0xFF ? [UInt8(truncatingIfNeeded: $0.value)] : Array(String($0).utf8) }
    }

    private static func takenForLatin1(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
    }
}

/// Latin letters with an accent: conversion between one character and two (Unicode's NFC and NFD).
enum AccentedLetters {
    private static let range: ClosedRange<UInt32> = 0xC0...0x17F
    private static let marks: ClosedRange<UInt32> = 0x300...0x33F

    /// The decomposed text of each character; found by means of Unicode's string equality.
    private static let parts: [Unicode.Scalar: String] = {
        let letters = (UInt8(ascii: "A")...UInt8(ascii: "z")).map { Unicode.Scalar($0) }.filter(
            \.properties.isAlphabetic)
        let accents = [0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x30A, 0x30B, 0x30C, 0x327, 0x328]
            .compactMap { Unicode.Scalar(UInt32($0)) }
        var whole: [String: Unicode.Scalar] = [:]
        for scalar in range.compactMap(Unicode.Scalar.init) { whole[String(scalar)] = scalar }
        var parts: [Unicode.Scalar: String] = [:]
        for letter in letters {
            for accent in accents {
                let pair = String(String.UnicodeScalarView([letter, accent]))
                if let scalar = whole[pair] { parts[scalar] = pair }
            }
        }
        return parts
    }()

    static func decomposed(_ text: String.UnicodeScalarView) -> String.UnicodeScalarView {
        var result = String.UnicodeScalarView()
        for scalar in text {
            if range ~= scalar.value, let pair = parts[scalar] {
                result.append(contentsOf: pair.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return result
    }

    static func composed(_ text: String.UnicodeScalarView) -> String.UnicodeScalarView {
        guard text.contains(where: { marks ~= $0.value }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text {
            if marks ~= scalar.value, let last = result.last,
                let whole = parts.first(where: { $0.value.unicodeScalars.elementsEqual([last, scalar]) })
            {
                result.removeLast()
                result.append(whole.key)
            } else {
                result.append(scalar)
            }
        }
        return result
    }
}
