import BatonLanguage

/// Every row has as many fields as there are columns; a refusal names a line of the text.
enum CSVTarget {
    static func violation(in bytes: [UInt8]) -> String? {
        do {
            let document = try CSVDocument.parse(String(decoding: bytes, as: UTF8.self))
            return document.rows.allSatisfy { $0.count == document.columns.count }
                ? nil : "a row is too short or too long"
        } catch {
            let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
            return (1...lines).contains(error.line) && !error.message.isEmpty ? nil : "line \(error.line) is not there"
        }
    }
}
