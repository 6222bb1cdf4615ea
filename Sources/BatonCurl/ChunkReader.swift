/// Takes the framing off a body that comes in chunks (RFC 9112 section 7.1).
///
/// libcurl finds the end of the body by itself, but it takes whatever begins with a hexadecimal digit for a size: `0x2` is
/// the last chunk to it, and a chunk of two bytes to others. Here a size ends with its last digit, and each line of the
/// framing with CRLF, but for trailers, which end as the lines of a head do.
struct ChunkReader {
    /// What is wrong with a body, as the end of a sentence about its sender.
    struct Fault: Error {
        let words: String
    }

    fileprivate enum Place {
        case size
        /// Spaces behind the size, which only an extension may follow.
        case sizeSpace
        /// What the server says about the chunk, which means nothing here.
        case annotation
        /// The LF of the line with the size.
        case sizeEnd
        case data
        /// The CR behind a chunk's bytes, and its LF.
        case dataEnd
        case dataLineFeed
        /// Behind the last chunk: lines like those of the head, the last one empty.
        case trailers
        case end
    }

    private var place = Place.size
    /// The digits of a size, or the line of a trailer, as far as they have come. libcurl takes no long lines.
    private var word: [UInt8] = []
    /// Bytes of the chunk that are still to come.
    private var left = 0

    /// Whether the last line has come.
    var isComplete: Bool { place == .end }
    /// Whether something stood behind it, which belongs to no response.
    private(set) var hasExcess = false

    private static let longestSize = 32

    /// - Parameters:
    ///   - body: takes the bytes of chunks; false ends the reading.
    ///   - trailer: takes the lines behind the last chunk; false ends the reading.
    /// - Returns: false where one of them said so.
    mutating func read(
        _ piece: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Bool,
        trailer: (UnsafeRawBufferPointer) -> Bool
    ) throws(Fault) -> Bool {
        var index = 0
        while index < piece.count {
            let byte = piece[index]
            switch place {
            case .size:
                if byte.isHexDigit, word.count < Self.longestSize {
                    word.append(byte)
                } else {
                    guard !word.isEmpty, let next = Place(behindSize: byte) else { throw wrongSize(piece[index...]) }
                    left = try size()
                    place = next
                }
                index += 1
            case .sizeSpace:
                guard byte != 0x0D, let next = Place(behindSize: byte) else {
                    throw Fault(words: "sends whitespace behind the size of a chunk, and no extension")
                }
                place = next
                index += 1
            case .annotation:
                if byte == 0x0D {
                    place = .sizeEnd
                } else if byte < 0x20 && byte != 0x09 || byte == 0x7F {
                    throw Fault(words: "sends a control character in the extension of a chunk")
                }
                index += 1
            case .sizeEnd:
                guard byte == 0x0A else { throw Fault(words: "ends the size of a chunk with CR alone, not with CRLF") }
                place = left == 0 ? .trailers : .data
                index += 1
            case .data:
                let count = min(left, piece.count - index)
                guard body(UnsafeRawBufferPointer(rebasing: piece[index..<index + count])) else { return false }
                left -= count
                index += count
                if left == 0 { place = .dataEnd }
            case .dataEnd, .dataLineFeed:
                guard byte == (place == .dataEnd ? 0x0D : 0x0A) else {
                    throw Fault(words: "sends a chunk whose bytes do not end with CRLF where its size says")
                }
                place = place == .dataEnd ? .dataLineFeed : .size
                index += 1
            case .trailers:
                word.append(byte)
                if byte == 0x0A {
                    if word.count == 1 || word.count == 2 && word[0] == 0x0D { place = .end }
                    guard word.withUnsafeBytes(trailer) else { return false }
                    word.removeAll(keepingCapacity: true)
                }
                index += 1
            case .end:
                hasExcess = true
                return true
            }
        }
        return true
    }

    private mutating func size() throws(Fault) -> Int {
        defer { word.removeAll(keepingCapacity: true) }
        let text = String(decoding: word, as: UTF8.self)
        guard let size = Int(text, radix: 16) else {
            throw Fault(words: "announces a chunk that no body has: `\(text)`")
        }
        return size
    }

    private func wrongSize(_ rest: Slice<UnsafeRawBufferPointer>) -> Fault {
        let line = word + rest.prefix { $0 != 0x0D && $0 != 0x0A }
        if line.isEmpty { return Fault(words: "sends a chunk without a size") }
        if rest.first == 0x0A {
            return Fault(words: "ends the size of a chunk with LF alone, not with CRLF: `\(word.shown)`")
        }
        return Fault(words: "sends a chunk whose size is no hexadecimal number: `\(line.shown)`")
    }
}

extension ChunkReader.Place {
    /// Nil for a byte that may not stand behind the digits of a size.
    fileprivate init?(behindSize byte: UInt8) {
        switch byte {
        case 0x0D: self = .sizeEnd
        case 0x20, 0x09: self = .sizeSpace
        case UInt8(ascii: ";"): self = .annotation
        default: return nil
        }
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }
}
