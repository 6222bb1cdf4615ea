import BatonDiagnostics

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

    private static func hexadecimal(_ value: UInt32, _ width: Int) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
