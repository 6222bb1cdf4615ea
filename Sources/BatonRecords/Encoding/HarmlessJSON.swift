import BatonValues

/// JSON without control characters or CI commands in its strings: it decodes to the same values, but neither a terminal
/// nor a tool that reads the output acts on it.
///
/// Characters that `PrintableText` and `EscapedCICommands` replace in plain text are written as `\u…` here. The JSON
/// writer already escapes U+0000…001F. A line of JSON begins with a brace, so it cannot begin with `::`.
package enum HarmlessJSON {
    package static func escaped(_ json: [UInt8]) -> [UInt8] {
        guard json.contains(where: mayBegin) else { return json }
        var result: [UInt8] = []
        result.reserveCapacity(json.count + 64)
        var isInString = false
        var last: UInt8 = 0
        var index = 0
        while index < json.count {
            let byte = json[index]
            let length = isInString ? unseenLength(json, at: index) : 0
            if length > 0 {
                let text = String(decoding: json[index..<index + length], as: UTF8.self)
                for unit in text.utf16 { append(unit, to: &result) }
                index += length
                last = 0
                continue
            }
            if isInString, completesCommand(byte, after: last, result) {
                append(UInt16(byte), to: &result)
            } else {
                result.append(byte)
            }
            // An escaped character begins or ends neither a string nor a command.
            if byte == UInt8(ascii: "\\"), index + 1 < json.count {
                index += 1
                result.append(json[index])
                last = 0
            } else {
                if byte == UInt8(ascii: "\"") { isInString.toggle() }
                last = byte
            }
            index += 1
        }
        return result
    }

    private static func mayBegin(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "#"), UInt8(ascii: "["), UInt8(ascii: "_"), 0x7F, 0xC2, 0xD8, 0xE2, 0xEF: true
        default: false
        }
    }

    /// Whether the byte completes `##`, `[[`, `section_start:`, `travis_fold:` or a similar command.
    private static func completesCommand(_ byte: UInt8, after last: UInt8, _ before: [UInt8]) -> Bool {
        switch byte {
        case UInt8(ascii: "#"), UInt8(ascii: "["): return last == byte
        case UInt8(ascii: ":"): return EscapedCICommands.commandWords.contains { ends(before, with: $0) }
        default: return false
        }
    }

    private static func ends(_ bytes: [UInt8], with word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count >= count else { return false }
        for offset in 0..<count {
            let byte = bytes[bytes.count - count + offset]
            let isCapital = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
            guard (isCapital ? byte | 0x20 : byte) == word.utf8Start[offset] else { return false }
        }
        return true
    }

    /// Length in bytes of the control character or bidirectional mark at the index; 0 where there is none.
    private static func unseenLength(_ bytes: [UInt8], at index: Int) -> Int {
        let first = bytes[index]
        if first == 0x7F { return 1 }
        guard index + 1 < bytes.count else { return 0 }
        let second = bytes[index + 1]
        switch first {
        case 0xC2: return second <= 0x9F ? 2 : 0
        case 0xD8: return second == 0x9C ? 2 : 0
        case 0xE2, 0xEF:
            guard index + 2 < bytes.count else { return 0 }
            switch (first, second, bytes[index + 2]) {
            case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xA8...0xAE), (0xE2, 0x81, 0xA6...0xA9): return 3
            case (0xEF, 0xBB, 0xBF), (0xEF, 0xBF, 0xBE...0xBF): return 3
            default: return 0
            }
        default: return 0
        }
    }

    private static func append(_ unit: UInt16, to bytes: inout [UInt8]) {
        let digits = String(unit, radix: 16)
        bytes.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
    }
}
