#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// System calls whose names are taken where they are needed.
enum SystemCall {
    static func close(_ descriptor: Int32) {
        #if canImport(Glibc)
            _ = Glibc.close(descriptor)
        #else
            _ = Darwin.close(descriptor)
        #endif
    }

    /// The system's words for an error, beginning with a small letter like ours.
    static func message(_ code: Int32) -> String {
        var text = String(cString: strerror(code))
        if let first = text.utf8.first, first != first | 0x20 { text = text.prefix(1).lowercased() + text.dropFirst() }
        return text
    }
}
