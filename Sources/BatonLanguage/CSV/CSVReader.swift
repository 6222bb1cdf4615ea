/// Reads the records of a CSV text one by one.
struct CSVReader {
    struct Record {
        var fields: [String]
        /// The offset in the text where each field begins, at its quote if it has one.
        var starts: [Int]
        var line: Int
        /// The byte range of the record in the text, without its line end.
        var range: Range<Int>
    }

    private let bytes: [UInt8]
    private var cursor = 0
    private var line = 1
    private var fieldCount = 0
    private let fieldLimit: Int
    private let separator: UInt8

    init(_ bytes: [UInt8], _ separator: CSVSeparator, fieldLimit: Int) {
        self.bytes = bytes
        self.separator = separator.byte
        self.fieldLimit = fieldLimit
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { cursor = 3 }
    }

    /// Reads the next record; nil at the end of the text.
    mutating func record() throws(CSVError) -> Record? {
        while cursor < bytes.count, isLineEnd { passLineEnd() }
        guard cursor < bytes.count else { return nil }
        var record = Record(fields: [], starts: [], line: line, range: cursor..<cursor)
        while true {
            record.starts.append(cursor)
            record.fields.append(try field())
            fieldCount += 1
            guard fieldCount <= fieldLimit else {
                throw CSVError(message: "there are more than \(fieldLimit) fields", line: line)
            }
            record.range = record.range.lowerBound..<cursor
            guard cursor < bytes.count else { return record }
            if isLineEnd {
                passLineEnd()
                return record
            }
            cursor += 1
        }
    }

    private var isLineEnd: Bool { bytes[cursor] == 0x0A || bytes[cursor] == 0x0D }

    private mutating func passLineEnd() {
        if bytes[cursor] == 0x0D, cursor + 1 < bytes.count, bytes[cursor + 1] == 0x0A { cursor += 1 }
        cursor += 1
        line += 1
    }

    /// Reads one field; the cursor then stands at the separator or line end behind it.
    private mutating func field() throws(CSVError) -> String {
        if cursor < bytes.count, bytes[cursor] == UInt8(ascii: "\"") { return try quotedField() }
        let start = cursor
        while cursor < bytes.count, bytes[cursor] != separator, !isLineEnd {
            guard bytes[cursor] != UInt8(ascii: "\"") else {
                throw CSVError(message: "a quote stands inside a field that does not begin with one", line: line)
            }
            cursor += 1
        }
        return String(decoding: bytes[start..<cursor], as: UTF8.self)
    }

    private mutating func quotedField() throws(CSVError) -> String {
        let start = line
        var text: [UInt8] = []
        cursor += 1
        while cursor < bytes.count {
            if bytes[cursor] == UInt8(ascii: "\"") {
                cursor += 1
                guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: "\"") else {
                    guard cursor >= bytes.count || bytes[cursor] == separator || isLineEnd else {
                        throw CSVError(message: "text follows the quote that closes a field", line: line)
                    }
                    return String(decoding: text, as: UTF8.self)
                }
                text.append(bytes[cursor])
                cursor += 1
            } else if isLineEnd {
                let end = cursor
                passLineEnd()
                text += bytes[end..<cursor]
            } else {
                text.append(bytes[cursor])
                cursor += 1
            }
        }
        throw CSVError(message: "the quote that opens a field here has no end", line: start)
    }
}
