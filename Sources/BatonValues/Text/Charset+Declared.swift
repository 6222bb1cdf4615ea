extension Charset {
    /// The label that a document declares in its first 1,024 bytes, in lower case: `charset=…` of an HTML page, otherwise
    /// `encoding="…"` of an XML declaration; empty where it declares none.
    package static func declaredLabel(in bytes: [UInt8], isHTML: Bool) -> String {
        let head = bytes.prefix(1024).map(lowered)
        if isHTML {
            let name = name(behind: "charset", in: withoutComments(head)[...])
            if !name.isEmpty { return name }
        }
        guard head.starts(with: "<?xml".utf8) else { return "" }
        return name(behind: "encoding", in: head.prefix { $0 != UInt8(ascii: ">") })
    }

    private static func name(behind key: String, in head: ArraySlice<UInt8>) -> String {
        let key = Array(key.utf8)
        guard let place = head.indices.first(where: { head[$0...].starts(with: key) }) else { return "" }
        let value = head[(place + key.count)...].drop { isBlank($0) || $0 == UInt8(ascii: "=") }
        let name = value.drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
            .prefix { isLetterOrDigit($0) || "-_.:".utf8.contains($0) }
        return String(decoding: name, as: UTF8.self)
    }

    private static func withoutComments(_ head: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        var rest = head[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "<"), rest.starts(with: "<!--".utf8) {
                rest = rest.dropFirst(4)
                while !rest.isEmpty, !rest.starts(with: "-->".utf8) { rest = rest.dropFirst() }
            } else {
                kept.append(byte)
                rest = rest.dropFirst()
            }
        }
        return kept
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 26
    }
}
