/// The places of the rows in a file, each with a hash that shows whether the row changed: 16 bytes per row.
package struct RowPlaces: Sendable {

    package init() {
    }
    private struct Place {
        var start: UInt32
        var count: UInt32
        /// The hash of the row's bytes, which differs between two runs of the program.
        var print: Int
    }

    private var places: [Place] = []

    package var count: Int { places.count }

    package mutating func append(_ range: Range<Int>, of bytes: [UInt8]) {
        let row = bytes.withUnsafeBytes { Self.print(UnsafeRawBufferPointer(rebasing: $0[range])) }
        places.append(
            Place(start: UInt32(clamping: range.lowerBound), count: UInt32(clamping: range.count), print: row))
    }

    /// The place of a row in its file.
    func range(at index: Int) -> Range<Int> {
        let start = Int(places[index].start)
        return start..<start + Int(places[index].count)
    }

    func isUnchanged(_ bytes: [UInt8], at index: Int) -> Bool {
        bytes.count == Int(places[index].count) && bytes.withUnsafeBytes(Self.print) == places[index].print
    }

    private static func print(_ bytes: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: bytes)
        return hasher.finalize()
    }
}
