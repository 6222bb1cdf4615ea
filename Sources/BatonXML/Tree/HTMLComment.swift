/// Where a comment of HTML ends: at `-->`, at `--!>`, and at once in `<!-->` and `<!--->` (HTML, 13.2.5.43 and after).
struct HTMLComment {
    /// Behind the last byte of what it says.
    let contentEnd: Int
    /// Behind its last byte.
    let end: Int

    /// Nil for one that goes on to the end of the bytes.
    ///
    /// - Parameter start: behind its `<!--`.
    init?(in bytes: ArraySlice<UInt8>, after start: Int) {
        for ending in [Array(">".utf8), Array("->".utf8)] where bytes[start...].starts(with: ending) {
            (contentEnd, end) = (start, start + ending.count)
            return
        }
        var position = start
        while position < bytes.endIndex {
            for ending in [Self.ending, Self.oddEnding] where bytes[position...].starts(with: ending) {
                (contentEnd, end) = (position, position + ending.count)
                return
            }
            position += 1
        }
        return nil
    }

    private static let ending = Array("-->".utf8)
    private static let oddEnding = Array("--!>".utf8)
}
