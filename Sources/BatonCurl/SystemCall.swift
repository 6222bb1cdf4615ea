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

    /// Makes a connection one that the server has closed, for whoever looks at it next.
    static func spoil(_ socket: Int32) {
        shutdown(socket, Int32(SHUT_RDWR))
        // What has arrived would still be read. No more than a kernel keeps; libcurl closes what looks alive after that.
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            var rounds = 0
            while rounds < 1024, recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) > 0 { rounds += 1 }
        }
    }

    /// The system's words for an error, beginning with a small letter like ours.
    static func message(_ code: Int32) -> String {
        var text = String(cString: strerror(code))
        if let first = text.utf8.first, first != first | 0x20 { text = text.prefix(1).lowercased() + text.dropFirst() }
        return text
    }
}
