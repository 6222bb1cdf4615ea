import BatonValues
import Testing

@Suite struct StreamedSHA256Tests {
    @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 127, 128, 1000])
    func `pieces of any size give the digest of the whole`(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let whole = SHA256.hex(of: bytes)
        for size in [1, 7, 64, 1000] {
            var hash = StreamedSHA256()
            for start in stride(from: 0, to: count, by: size) {
                Array(bytes[start..<min(start + size, count)]).withUnsafeBytes { hash.update($0) }
            }
            #expect(hash.hex == whole, "\(count) bytes in pieces of \(size)")
            #expect(hash.hex == whole, "asking changes nothing")
        }
    }
}
