/// A position in bytes that are parsed from front to back.
protocol ByteCursor {
    var bytes: [UInt8] { get }
    var position: Int { get set }
}

extension ByteCursor {
    func follows(_ word: StaticString) -> Bool {
        guard position + word.utf8CodeUnitCount <= bytes.count else { return false }
        return word.withUTF8Buffer { buffer in
            buffer.indices.allSatisfy { bytes[position + $0] == buffer[$0] }
        }
    }

    mutating func take(_ word: StaticString) -> Bool {
        guard follows(word) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    mutating func skipBlanks() {
        while position < bytes.count, XMLBytes.isBlank(bytes[position]) { position += 1 }
    }
}
