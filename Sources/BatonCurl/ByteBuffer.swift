/// Bytes at an address that stays valid while libcurl reads them; the memory is reused for the next request.
struct ByteBuffer {
    private(set) var start: UnsafeMutableRawPointer
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 512) {
        self.capacity = capacity
        start = .allocate(byteCount: capacity, alignment: 1)
    }

    func deallocate() {
        start.deallocate()
    }

    mutating func removeAll() {
        count = 0
    }

    mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        reserve(count + bytes.count)
        (start + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    mutating func append(_ byte: UInt8) {
        reserve(count + 1)
        start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    private mutating func reserve(_ wanted: Int) {
        guard wanted > capacity else { return }
        capacity = max(wanted, capacity * 2)
        let moved = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
        moved.copyMemory(from: start, byteCount: count)
        start.deallocate()
        start = moved
    }
}
