/// A text with one layer of escapes decoded, and the source position of each part.
///
/// A secret is found in it in any mixture of encodings, so that the combinations need not be listed. Invisible
/// characters are removed too, because they would split a secret for the search, but not for a reader.
struct UnescapedText {
    /// How often a text is decoded: enough for a URL inside of JSON inside of JSON inside of markup.
    static let mostLayers = 4

    private struct Piece {
        /// The offset in `bytes`.
        var start: Int
        var source: Int
        /// The index behind the escape in the source; 0 for bytes that were copied unchanged.
        var escapeEnd: Int
    }

    private(set) var bytes: [UInt8] = []
    private var pieces: [Piece] = []
    /// Whether control strings, such as a terminal's title, were left out.
    private(set) var leavesOutStrings = false
    /// Whether letters and digits have backslashes before them, which may have no meaning.
    private(set) var hasSpelledOut = false

    /// Nil if there is nothing to decode; this takes one look at every byte.
    ///
    init?(_ text: UnsafeBufferPointer<UInt8>, _ reading: EscapeReader.Reading = .usual) {
        var reader = EscapeReader(text, reading)
        var index = 0
        var copied = 0
        while index < text.count {
            guard EscapeReader.mayBegin(text[index]), let escape = reader.escape(at: index) else {
                index += 1
                continue
            }
            if copied == 0, bytes.isEmpty { bytes.reserveCapacity(text.count) }
            copy(text, copied..<index)
            append(escape, from: index)
            index = escape.end
            copied = index
        }
        guard copied > 0 else { return nil }
        copy(text, copied..<text.count)
        leavesOutStrings = reader.hasLeftOutStrings
        hasSpelledOut = reader.hasSpelledOut
    }

    private mutating func copy(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        pieces.append(Piece(start: bytes.count, source: range.lowerBound, escapeEnd: 0))
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[range]))
    }

    private mutating func append(_ escape: EscapeReader.Escape, from source: Int) {
        let piece = Piece(start: bytes.count, source: source, escapeEnd: escape.end)
        switch escape.meaning {
        case .nothing: return
        case .byte(let byte): bytes.append(byte)
        case .scalar(let scalar): bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
        pieces.append(piece)
    }

    /// The range in the source of a part of `bytes`. The part must not be empty.
    func source(of range: Range<Int>) -> Range<Int> {
        let first = piece(at: range.lowerBound)
        let lower = first.escapeEnd > 0 ? first.source : first.source + range.lowerBound - first.start
        let last = piece(at: range.upperBound - 1)
        return lower..<(last.escapeEnd > 0 ? last.escapeEnd : last.source + range.upperBound - last.start)
    }

    /// The piece that the byte at an offset belongs to.
    private func piece(at place: Int) -> Piece {
        var low = 0
        var high = pieces.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if pieces[middle].start <= place { low = middle } else { high = middle - 1 }
        }
        return pieces[low]
    }
}

extension UnescapedText {
    /// The places in the text itself of everything that `find` finds, with escapes decoded layer by layer.
    ///
    /// - Parameter shortestJoined: the fewest bytes of a match across the break of two short lines. Lines that a writer
    ///   has wrapped are long.
    static func places(
        in text: UnsafeBufferPointer<UInt8>, shortestJoined: Int, layers: Int = mostLayers,
        _ reading: EscapeReader.Reading = .usual, _ find: (UnsafeBufferPointer<UInt8>) -> [Range<Int>]
    ) -> [Range<Int>] {
        guard layers > 0, let unescaped = UnescapedText(text, reading) else { return [] }
        let found = unescaped.bytes.withUnsafeBufferPointer { bytes in
            find(bytes)
                + places(in: bytes, shortestJoined: shortestJoined, layers: layers - 1, reading, find)
        }
        var sources: [Range<Int>] = []
        for range in found {
            let source = unescaped.source(of: range)
            if range.count >= shortestJoined || !joinsShortLines(text, source) { sources.append(source) }
        }
        if reading == .usual, unescaped.leavesOutStrings {
            sources += places(in: text, shortestJoined: shortestJoined, layers: layers, .stringsKept, find)
        }
        if reading == .usual, unescaped.hasSpelledOut {
            sources += places(in: text, shortestJoined: shortestJoined, layers: layers, .backslashesDropped, find)
        }
        return sources
    }

    /// The fewest bytes of a line that a base64 writer may have wrapped.
    private static let longLine = 60

    private static func joinsShortLines(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        func isBreak(_ index: Int) -> Bool { text[index] == 0x0A || text[index] == 0x0D }
        return range.contains { index in
            guard isBreak(index), index == 0 || !isBreak(index - 1) else { return false }
            let lineStart = max(0, index - longLine)
            return index - lineStart < longLine || (lineStart..<index).contains(where: isBreak)
        }
    }

    /// The text with escapes decoded, after each layer, until there are no more.
    static func layers(of bytes: [UInt8]) -> [[UInt8]] {
        var layers: [[UInt8]] = []
        var bytes = bytes
        while layers.count < mostLayers, let next = bytes.withUnsafeBufferPointer({ UnescapedText($0) }) {
            bytes = next.bytes
            layers.append(bytes)
        }
        return layers
    }
}
