/// The end of an HTML comment: at `-->`, at `--!>`, and immediately in `<!-->` and `<!--->` (HTML, 13.2.5.43 and
/// after).
struct HTMLComment {
    /// The offset after the last byte of the content.
    private(set) var contentEnd: Int
    /// The offset after the last byte of the comment.
    let end: Int

    /// Nil for a comment without an end.
    ///
    /// - Parameter start: the offset after its `<!--`.
    init?(in bytes: ArraySlice<UInt8>, after start: Int) {
        let (dash, close) = (UInt8(ascii: "-"), UInt8(ascii: ">"))
        func holds(_ byte: UInt8, _ index: Int) -> Bool { index < bytes.endIndex && bytes[index] == byte }
        contentEnd = start
        if holds(close, start) {
            end = start + 1
            return
        }
        if holds(dash, start), holds(close, start + 1) {
            end = start + 2
            return
        }
        var position = start
        while position + 2 < bytes.endIndex {
            if bytes[position] == dash, bytes[position + 1] == dash {
                let isOdd = bytes[position + 2] == UInt8(ascii: "!")
                if holds(close, position + (isOdd ? 3 : 2)) {
                    contentEnd = position
                    end = position + (isOdd ? 4 : 3)
                    return
                }
            }
            position += 1
        }
        return nil
    }
}
