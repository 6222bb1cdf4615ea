/// Takes one record after another off a text.
struct CSVReader {
    struct Record {
        var fields: [String]
        /// Where each field begins, quotes and all, in the text.
        var starts: [Int]
        var line: Int
        /// The whole record without its line end, in the text.
        var range: Range<Int>
    }

    private let bytes: [UInt8]
    private var cursor = 0
    private var line = 1
    private var fieldCount = 0
    private let fieldLimit: Int

    init(_ bytes: [UInt8], fieldLimit: Int) {
        self.bytes = bytes
        self.fieldLimit = fieldLimit
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { cursor = 3 }
    }

    /// Nil at the end.
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

    /// Up to the comma or line end behind it.
    private mutating func field() throws(CSVError) -> String {
        if cursor < bytes.count, bytes[cursor] == UInt8(ascii: "\"") { return try quotedField() }
        let start = cursor
        while cursor < bytes.count, bytes[cursor] != UInt8(ascii: ","), !isLineEnd {
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
                    guard cursor >= bytes.count || bytes[cursor] == UInt8(ascii: ",") || isLineEnd else {
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
