/// The last bytes of a program's output, which usually tell why it ended.
struct OutputTail: Sendable {
    private var bytes: [UInt8] = []
    private var isCut = false
    private let limit: Int

    init(limit: Int = 16_384) {
        self.limit = limit
    }

    mutating func append(_ part: some Collection<UInt8>) {
        bytes += part
        // Cut rarely, so that each byte is moved once or twice instead of at every write.
        guard bytes.count > limit * 2 else { return }
        bytes.removeFirst(bytes.count - limit)
        isCut = true
    }

    /// The kept bytes as text: if older bytes were dropped, it begins with a whole line. Invalid UTF-8 is repaired.
    var text: String {
        var kept = bytes.suffix(limit)
        if isCut || kept.count < bytes.count, let lineBreak = kept.firstIndex(of: UInt8(ascii: "\n")) {
            kept = kept[(lineBreak + 1)...]
        }
        return String(decoding: kept, as: UTF8.self)
    }
}
