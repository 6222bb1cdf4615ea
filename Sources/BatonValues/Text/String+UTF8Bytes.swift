extension String {
    /// Passes the UTF-8 bytes of the text to `body`, without a copy of the string, which would count a reference.
    @inlinable @inline(__always)
    package func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        return withConvertedBytes(body)
    }

    /// For text that is not stored as UTF-8, which does not occur on Linux. Not inlined, because that would add
    /// reference counting to every call.
    @usableFromInline @inline(never)
    func withConvertedBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        Array(utf8).withUnsafeBufferPointer(body)
    }
}
