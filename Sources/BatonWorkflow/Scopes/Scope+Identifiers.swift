import BatonDiagnostics

/// Rules for the names of variables.
extension Scope {
    static func isIdentifier(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            guard let first = bytes.first, first == UInt8(ascii: "_") || isLetter(first) else { return false }
            return bytes.allSatisfy { $0 == UInt8(ascii: "_") || isLetter($0) || (48...57).contains($0) }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte)
    }

    /// Whether a name has a meaning of its own in expressions.
    static func isReserved(_ name: String) -> Bool {
        Root.reserved.contains(name) || Root.reservedByCEL.contains(name)
    }

    static func isNameByte(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte == UInt8(ascii: "_") || isLetter(byte) || (48...57).contains(byte)
    }

    /// Whether a name can be a variable; reports why not.
    static func mayDeclare(_ name: String, at range: SourceRange, _ sink: DiagnosticSink) -> Bool {
        guard isIdentifier(name) else {
            sink.report(.invalidName(name, at: range))
            return false
        }
        if isReserved(name) {
            sink.report(.reservedName(name, at: range))
            return false
        }
        return true
    }
}
