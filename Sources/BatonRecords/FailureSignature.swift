import BatonValues

/// Identifies the same failure across runs: a hash of its kind, its check, and its message without the parts that vary.
package enum FailureSignature {
    package static func of(_ failure: FailureRecord) -> String {
        let check = failure.check?.text ?? ""
        let message = failure.message.text
        // A 404 and a 500 have different causes; other numbers are mostly ids, times and counts.
        return StableHash.of(failure.kind, check, check == "status" ? message : masked(message)).text
    }

    /// Replaces numbers, also in dates and times, by `<n>` and UUIDs by `<uuid>`; reads at most 2,000 bytes.
    package static func masked(_ message: String) -> String {
        let bytes = Array(message.utf8.prefix(2000))
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if isUUID(bytes, at: index) {
                result.append(contentsOf: "<uuid>".utf8)
                index += 36
            } else if isDigit(bytes[index]) {
                result.append(contentsOf: "<n>".utf8)
                index = numberEnd(bytes, from: index)
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func numberEnd(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count, isDigit(bytes[index]) { index += 1 }
        if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "."), isDigit(bytes[index + 1]) {
            index += 1
            while index < bytes.count, isDigit(bytes[index]) { index += 1 }
        }
        return index
    }

    private static func isUUID(_ bytes: [UInt8], at start: Int) -> Bool {
        guard bytes.count - start >= 36 else { return false }
        for offset in 0..<36 {
            let byte = bytes[start + offset]
            switch offset {
            case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return false }
            default: if !isDigit(byte), !(UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20) { return false }
            }
        }
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}

extension CaseRecord {
    /// The failure whose signature stands for the case; nil where the case passed or was skipped.
    package var firstFailure: FailureRecord? {
        if outcome == .passed || outcome == .skipped { return nil }
        return failures.first ?? steps.lazy.compactMap(\.failures.first).first
    }
}
