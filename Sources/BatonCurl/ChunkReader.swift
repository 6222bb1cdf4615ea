/// Takes the framing off a body that comes in chunks (RFC 9112 section 7.1).
///
/// libcurl finds the end of the body by itself, but it takes whatever begins with a hexadecimal digit for a size: `0x2` is
/// the last chunk to it, and a chunk of two bytes to others.
struct ChunkReader {
    /// What is wrong with a body, as the end of a sentence about its sender.
    struct Fault: Error {
        let words: String
    }

    private enum Place {
        case size
        /// Behind the size: an extension, which means nothing here, or the end of the line.
        case sizeEnd
        case data
        /// The end of the line behind a chunk's bytes.
        case dataEnd
        /// Behind the last chunk: lines like those of the head, up to the end that libcurl finds.
        case trailers
    }

    private var place = Place.size
    /// The digits of a size, or the line of a trailer, as far as they have come. libcurl takes no long lines.
    private var word: [UInt8] = []
    /// Bytes of the chunk that are still to come.
    private var left = 0

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
                } else if !word.isEmpty, byte.endsSize {
                    left = try size()
                    place = byte == 0x0A ? afterSize : .sizeEnd
                } else {
                    throw wrongSize(piece[index...])
                }
                index += 1
            case .sizeEnd:
                if byte == 0x0A { place = afterSize }
                index += 1
            case .data:
                let count = min(left, piece.count - index)
                guard body(UnsafeRawBufferPointer(rebasing: piece[index..<index + count])) else { return false }
                left -= count
                index += count
                if left == 0 { place = .dataEnd }
            case .dataEnd:
                guard byte == 0x0D || byte == 0x0A else {
                    throw Fault(words: "sends a chunk that is longer than its size says")
                }
                if byte == 0x0A { place = .size }
                index += 1
            case .trailers:
                word.append(byte)
                if byte == 0x0A {
                    guard word.withUnsafeBytes(trailer) else { return false }
                    word.removeAll(keepingCapacity: true)
                }
                index += 1
            }
        }
        return true
    }

    private var afterSize: Place { left == 0 ? .trailers : .data }

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
        let shown = String(decoding: line.prefix(Self.longestSize), as: UTF8.self)
        return Fault(
            words:
                "sends a chunk whose size is no hexadecimal number: `\(shown)\(line.count > Self.longestSize ? "…" : "")`"
        )
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }

    /// Whether it may stand behind a size; space may come before an extension.
    fileprivate var endsSize: Bool {
        self == 0x0D || self == 0x0A || self == UInt8(ascii: ";") || self == 0x20 || self == 0x09
    }
}
