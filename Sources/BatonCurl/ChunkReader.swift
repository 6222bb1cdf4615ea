import BatonValues

/// Decodes the chunked transfer coding of a body (RFC 9112 section 7.1).
///
/// libcurl finds the end of the body too, but accepts any size that begins with a hexadecimal digit: it reads `0x2` as
/// the last chunk, and other clients read it as a chunk of two bytes. This reader ends a size at its last digit, and
/// requires CRLF after each line of the framing, except for trailers, which end like the lines of a head.
struct ChunkReader {
    /// The error in a body, as the end of a sentence about the server.
    struct SyntaxError: Error {
        let words: String
    }

    fileprivate enum Place {
        case size
        /// Spaces behind the size; only an extension may follow.
        case sizeSpace
        /// A chunk extension, which is ignored.
        case annotation
        /// The LF of the line with the size.
        case sizeEnd
        case data
        /// The CR behind a chunk's bytes, and its LF.
        case dataEnd
        case dataLineFeed
        /// Trailers behind the last chunk: lines like those of the head, the last one empty.
        case trailers
        case end
    }

    private var place = Place.size
    /// The digits of a size or the line of a trailer received so far. libcurl limits the length of lines.
    private var word: [UInt8] = []
    /// The bytes of the chunk that have not arrived yet.
    private var left = 0

    /// Whether the last line has arrived.
    var isComplete: Bool { place == .end }
    /// Whether bytes arrived behind the last line, which belong to no response.
    private(set) var hasExcess = false

    private static let longestSize = 32

    /// - Parameters:
    ///   - body: receives the bytes of chunks; false stops the reading.
    ///   - trailer: receives the lines behind the last chunk; false stops the reading.
    /// - Returns: false if `body` or `trailer` returned false.
    mutating func read(
        _ piece: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Bool,
        trailer: (UnsafeRawBufferPointer) -> Bool
    ) throws(SyntaxError) -> Bool {
        var index = 0
        while index < piece.count {
            switch place {
            case .size, .sizeSpace, .annotation, .sizeEnd, .dataEnd, .dataLineFeed:
                try readFraming(piece[index], piece[index...])
                index += 1
            case .data:
                let count = min(left, piece.count - index)
                guard body(UnsafeRawBufferPointer(rebasing: piece[index..<index + count])) else { return false }
                left -= count
                index += count
                if left == 0 { place = .dataEnd }
            case .trailers:
                word.append(piece[index])
                if piece[index] == 0x0A {
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

    /// Reads one byte that belongs neither to a chunk nor to the trailers.
    ///
    /// - Parameter rest: the bytes from there on, for messages.
    private mutating func readFraming(
        _ byte: UInt8, _ rest: Slice<UnsafeRawBufferPointer>
    ) throws(SyntaxError) {
        switch place {
        case .size where byte.isHexDigit && word.count < Self.longestSize: word.append(byte)
        case .size:
            guard !word.isEmpty, let next = Place(behindSize: byte) else { throw wrongSize(rest) }
            left = try size()
            place = next
        case .sizeSpace:
            guard byte != 0x0D, let next = Place(behindSize: byte) else {
                throw SyntaxError(words: "sends whitespace behind the size of a chunk, and no extension")
            }
            place = next
        case .annotation:
            if byte == 0x0D {
                place = .sizeEnd
            } else if byte < 0x20 && byte != 0x09 || byte == 0x7F {
                throw SyntaxError(words: "sends a control character in the extension of a chunk")
            }
        case .sizeEnd:
            guard byte == 0x0A else {
                throw SyntaxError(words: "ends the size of a chunk with CR alone, not with CRLF")
            }
            place = left == 0 ? .trailers : .data
        case .dataEnd, .dataLineFeed:
            guard byte == (place == .dataEnd ? 0x0D : 0x0A) else {
                throw SyntaxError(words: "sends a chunk whose bytes do not end with CRLF where its size says")
            }
            place = place == .dataEnd ? .dataLineFeed : .size
        case .data, .trailers, .end: break
        }
    }

    private mutating func size() throws(SyntaxError) -> Int {
        defer { word.removeAll(keepingCapacity: true) }
        let text = String(decoding: word, as: UTF8.self)
        guard let size = Int(text, radix: 16) else {
            throw SyntaxError(words: "announces a chunk that no body has: `\(text)`")
        }
        return size
    }

    private func wrongSize(_ rest: Slice<UnsafeRawBufferPointer>) -> SyntaxError {
        let line = word + rest.prefix { $0 != 0x0D && $0 != 0x0A }
        if line.isEmpty { return SyntaxError(words: "sends a chunk without a size") }
        if rest.first == 0x0A {
            return SyntaxError(words: "ends the size of a chunk with LF alone, not with CRLF: `\(word.shown)`")
        }
        return SyntaxError(words: "sends a chunk whose size is no hexadecimal number: `\(line.shown)`")
    }
}

extension ChunkReader.Place {
    /// Nil for a byte that is not allowed behind the digits of a size.
    fileprivate init?(behindSize byte: UInt8) {
        switch byte {
        case 0x0D: self = .sizeEnd
        case 0x20, 0x09: self = .sizeSpace
        case UInt8(ascii: ";"): self = .annotation
        default: return nil
        }
    }
}
