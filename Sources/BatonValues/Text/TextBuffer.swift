/// A buffer for text that is composed of many pieces; its memory is reused for the next text.
///
/// An array checks at each `append` whether it is shared, and calls a function of the library. Both cost more than
/// copying the few bytes of most pieces.
package struct TextBuffer: ~Copyable {
    private var start: UnsafeMutableRawPointer
    private var capacity: Int
    package private(set) var count: Int

    package init(capacity: Int = 512) {
        start = .allocate(byteCount: capacity, alignment: 1)
        self.capacity = capacity
        count = 0
    }

    deinit { start.deallocate() }

    /// All bytes that were appended; valid until the buffer changes.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    package mutating func removeAll() { count = 0 }

    package mutating func append(_ byte: UInt8) {
        if count == capacity { grow(by: 1) }
        start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        append(source, bytes.count)
    }

    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        append(source, bytes.count)
    }

    package mutating func append(_ text: StaticString) {
        append(text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Appends a text in UTF-8.
    package mutating func append(text: String) {
        text.withUTF8Bytes { append($0) }
    }

    /// Appends this many spaces; none for a negative number.
    package mutating func append(spaces count: Int) {
        guard count > 0 else { return }
        if count > capacity - self.count { grow(by: count) }
        (start + self.count).initializeMemory(as: UInt8.self, repeating: UInt8(ascii: " "), count: count)
        self.count += count
    }

    /// Removes the spaces at the end.
    package mutating func removeTrailingBlanks() {
        while count > 0, bytes[count - 1] == UInt8(ascii: " ") { count -= 1 }
    }

    private mutating func append(_ source: UnsafeRawPointer, _ length: Int) {
        if length > capacity - count { grow(by: length) }
        (start + count).copyMemory(from: source, byteCount: length)
        count += length
    }

    private mutating func grow(by length: Int) {
        capacity = max(count + length, capacity * 2)
        let moved = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
        moved.copyMemory(from: start, byteCount: count)
        start.deallocate()
        start = moved
    }
}

extension TextBuffer {
    /// Appends a number in decimal digits.
    package mutating func append(_ number: Int) {
        if 0..<10 ~= number { return append(UInt8(ascii: "0") + UInt8(number)) }
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
            var start = digits.count
            while rest > 0 {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            append(UnsafeRawBufferPointer(rebasing: digits[start...]))
        }
    }
}
