import BatonDiagnostics
import BatonValues

/// Messages about files that are not text, or only partly text.
extension Diagnostic {
    static func yamlTooLarge(_ file: SourceFile, limit: Int) -> Diagnostic {
        Diagnostic(
            "yaml.too-large", "the file has \(file.bytes.count) bytes; at most \(limit) are read",
            at: SourceRange(startOf: file))
    }

    static func yamlNotUTF8(_ byte: UInt8, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.encoding", "the byte 0x\(hexadecimal(UInt32(byte), 2)) here is not UTF-8", at: range,
            help: "save the file as UTF-8")
    }

    static func yamlUTF16(_ bytes: UnsafeBufferPointer<UInt8>, _ file: SourceFile) -> Diagnostic? {
        guard bytes.count >= 2, (bytes[0], bytes[1]) == (0xFF, 0xFE) || (bytes[0], bytes[1]) == (0xFE, 0xFF) else {
            return nil
        }
        return Diagnostic(
            "yaml.encoding", "the file is UTF-16", at: SourceRange(startOf: file), help: "save the file as UTF-8")
    }

    static func yamlControlCharacter(_ value: UInt32, at range: SourceRange) -> Diagnostic {
        let name = hexadecimal(value, 4)
        if value == 0xFEFF {
            return Diagnostic(
                "yaml.control-character", "a byte order mark (U+FEFF) may only begin the file", at: range,
                help: "remove it")
        }
        let kind = value == 0x2028 || value == 0x2029 || value == 0x85 ? "line separator" : "control character"
        return Diagnostic(
            "yaml.control-character", "the \(kind) U+\(name) may not stand in a file", at: range,
            help: "remove it, or write \"\\u\(name)\" in double quotes")
    }

    /// A space of another kind at a place where only the ordinary one separates.
    ///
    /// - Parameter mended: what belongs there; nil for as many ordinary spaces as there seem to be.
    static func yamlOtherSpace(_ file: SourceFile, _ range: Range<Int>, mended: String? = nil) -> Diagnostic {
        let spaces = String(decoding: file.bytes[range], as: UTF8.self).unicodeScalars
        let mended = mended ?? String(repeating: " ", count: spaces.count { !$0.isSpaceWithoutWidth })
        return Diagnostic(
            "yaml.other-space", "there is a space of another kind, \(spaces.first?.codePoint ?? "")",
            at: SourceRange(file: file, range), help: "write an ordinary space",
            correction: SourceLine(file, at: range.lowerBound).correction(range, mended))
    }

    /// A space of another kind that belongs to a text.
    ///
    /// - Parameter words: the beginning of the sentence, such as "this text ends with".
    static func yamlOtherSpace(_ file: SourceFile, _ range: Range<Int>, inText words: String) -> Diagnostic {
        let space = String(decoding: file.bytes[range], as: UTF8.self).unicodeScalars.first
        return Diagnostic(
            .warning, "yaml.other-space", "\(words) a space of another kind, \(space?.codePoint ?? "")",
            at: SourceRange(file: file, range), help: "write an ordinary space, or quote the text if it is meant")
    }

    private static func hexadecimal(_ value: UInt32, _ width: Int) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
