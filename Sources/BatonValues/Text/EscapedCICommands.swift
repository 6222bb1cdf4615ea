/// Escapes commands in output that tools such as build services would execute.
///
/// Build services execute lines such as `##vso[task.setvariable …]`, `##[error]…`, `##teamcity[…]`, `::set-output …`,
/// `section_start:…`, `travis_fold:…`, `[[ATTACHMENT|…]]` and `+++ …` from any source, even from a server's response or
/// the name of a file. A space inserted into a command keeps it readable and disables it. Lines are those of any tool:
/// LF and CR end a line, and the start of the text begins one. Commands are found even with control sequences inside,
/// because some tools remove those first.
package enum EscapedCICommands {
    /// Returns the same string, after one pass over its bytes, if there is nothing to escape.
    package static func of(_ text: String) -> String {
        text.withUTF8Bytes { bytes -> String? in
            guard mayHoldCommand(bytes) else { return nil }
            var insertions: [Int] = []
            if bytes.contains(0x1B) {
                let (seen, places) = withoutControlSequences(bytes)
                seen.withUnsafeBufferPointer { collect(in: $0, into: &insertions) }
                insertions = insertions.map { places[$0] }
            } else {
                collect(in: bytes, into: &insertions)
            }
            return insertions.isEmpty ? nil : inserting(insertions, into: bytes)
        } ?? text
    }

    /// Whether the text has a sign twice in a row, `n_` or `s_`, one of which is in every command, or the escape
    /// character, which may separate them.
    private static func mayHoldCommand(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if PlainText.lacksCommandSigns(bytes) { return false }
        var before: UInt8 = 0
        for byte in bytes {
            if byte == before, isSign(byte) { return true }
            if byte == UInt8(ascii: "_"), before | 0x20 == UInt8(ascii: "n") || before | 0x20 == UInt8(ascii: "s") {
                return true
            }
            if byte == 0x1B { return true }
            before = byte
        }
        return false
    }

    private static func isSign(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ":"), UInt8(ascii: "#"), UInt8(ascii: "["), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "~"), UInt8(ascii: "^"):
            true
        default: false
        }
    }

    private static func collect(in bytes: UnsafeBufferPointer<UInt8>, into insertions: inout [Int]) {
        var lineIsBlank = true
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                lineIsBlank = true
                index += 1
                continue
            case UInt8(ascii: ":"):
                if lineIsBlank, follows("::", in: bytes, at: index) { insertions.append(index + 1) }
            case UInt8(ascii: "#"):
                if isHashCommand(bytes, at: index) { insertions.append(index + 1) }
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "~"), UInt8(ascii: "^"):
                if beginsGroup(bytes, at: index) { insertions.append(index + 1) }
            case UInt8(ascii: "["):
                if follows("[[ATTACHMENT|", in: bytes, at: index) { insertions.append(index + 1) }
            case UInt8(ascii: "s"), UInt8(ascii: "S"), UInt8(ascii: "t"), UInt8(ascii: "T"):
                for word in commandWords where follows(word, in: bytes, at: index) {
                    let colon = index + word.utf8CodeUnitCount
                    if colon < bytes.count, bytes[colon] == UInt8(ascii: ":") { insertions.append(colon) }
                }
            default: break
            }
            let blank = lineIsBlank ? blankLength(bytes, at: index) : 0
            if blank == 0 { lineIsBlank = false }
            index += max(blank, 1)
        }
    }

    /// Words that are commands when a colon follows.
    package static let commandWords: [StaticString] = ["section_start", "section_end", "travis_fold", "travis_time"]

    /// The bytes outside of control sequences, and the index of each in the text.
    private static func withoutControlSequences(_ bytes: UnsafeBufferPointer<UInt8>) -> ([UInt8], places: [Int]) {
        var seen: [UInt8] = []
        var places: [Int] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x1B {
                index = controlEnd(bytes, from: index)
                continue
            }
            seen.append(bytes[index])
            places.append(index)
            index += 1
        }
        return (seen, places)
    }

    /// The index behind a control sequence such as `ESC [ 2 m`, or behind a lone escape character.
    private static func controlEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "[") else { return start + 1 }
        var index = start + 2
        while index < bytes.count, 0x30...0x3F ~= bytes[index] { index += 1 }
        return index < bytes.count && 0x40...0x7E ~= bytes[index] ? index + 1 : start + 1
    }

    /// Whether `##[` or `##word[` begins here.
    private static func isHashCommand(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        guard start + 2 < bytes.count, bytes[start + 1] == UInt8(ascii: "#") else { return false }
        var index = start + 2
        while index < bytes.count, index < start + 34, bytes[index].isLetter { index += 1 }
        return index < bytes.count && bytes[index] == UInt8(ascii: "[")
    }

    /// Whether `+++ `, `--- `, `~~~ ` or `^^^ ` begins here, at the start of a line.
    private static func beginsGroup(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        guard start + 3 < bytes.count, start == 0 || [0x0A, 0x0D].contains(bytes[start - 1]) else { return false }
        let sign = bytes[start]
        return bytes[start + 1] == sign && bytes[start + 2] == sign && [0x20, 0x09].contains(bytes[start + 3])
    }

    /// Compares ASCII letters case-insensitively.
    private static func follows(
        _ word: StaticString, in bytes: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> Bool {
        guard bytes.count - index >= word.utf8CodeUnitCount else { return false }
        for offset in 0..<word.utf8CodeUnitCount {
            let wanted = word.utf8Start[offset]
            let found = bytes[index + offset]
            if wanted == found { continue }
            guard wanted.isLetter, found.isLetter, wanted | 0x20 == found | 0x20 else { return false }
        }
        return true
    }

    /// The number of bytes of white space or of an invisible character here: tools trim everything that is white space
    /// in Unicode.
    private static func blankLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let first = bytes[index]
        if first <= 0x20 || first == 0x7F { return 1 }
        guard first >= 0xC2 else { return 0 }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard index + length <= bytes.count else { return 0 }
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[index..<index + length]), as: UTF8.self)
        guard let scalar = text.unicodeScalars.first else { return 0 }
        if scalar.properties.isWhitespace { return length }
        switch scalar.properties.generalCategory {
        case .format, .control: return length
        default: return 0
        }
    }

    private static func inserting(_ insertions: [Int], into bytes: UnsafeBufferPointer<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + insertions.count)
        var start = 0
        for insertion in insertions {
            result.append(contentsOf: bytes[start..<insertion])
            result.append(UInt8(ascii: " "))
            start = insertion
        }
        result.append(contentsOf: bytes[start..<bytes.count])
        return String(decoding: result, as: UTF8.self)
    }
}
