extension String {
    /// Lends the UTF-8 bytes of the text, without a copy of it that would count a reference.
    @inlinable @inline(__always)
    package func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        return withConvertedBytes(body)
    }

    /// Only for a text that is not stored as UTF-8, which Linux never has. Inlined, it would have references counted for all.
    @usableFromInline @inline(never)
    func withConvertedBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        Array(utf8).withUnsafeBufferPointer(body)
    }
}
