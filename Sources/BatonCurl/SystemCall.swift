import BatonSystem

/// System calls whose names also exist as methods in this module.
enum SystemCall {
    static func close(_ descriptor: Int32) { _ = BatonSystem.close(descriptor) }

    /// How many files and connections the process may have open.
    static var descriptorLimit: Int {
        var limit = rlimit()
        #if canImport(Glibc)
            let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #else
            let result = getrlimit(RLIMIT_NOFILE, &limit)
        #endif
        return result == 0 ? Int(clamping: limit.rlim_cur) : 1024
    }

    /// Makes a connection look closed by the server to the next code that checks it.
    static func spoil(_ socket: Int32) {
        shutdown(socket, Int32(SHUT_RDWR))
        // Bytes that have arrived would still be read, so they are discarded here, at most as many as a kernel buffers.
        // libcurl closes a connection that looks alive after that.
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            var rounds = 0
            while rounds < 1024, recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) > 0 { rounds += 1 }
        }
    }

    /// The system's message for an error, with a lower-case first letter.
    static func message(_ code: Int32) -> String {
        var text = String(cString: strerror(code))
        if let first = text.utf8.first, first != first | 0x20 { text = text.prefix(1).lowercased() + text.dropFirst() }
        return text
    }
}
