#if canImport(Glibc)
    import Glibc
#endif

/// How the C library hands out memory to this process.
enum MemoryAllocator {
    /// One arena that grows a megabyte at a time: by itself each loop thread would have its own, grown page by page
    /// with a system call each (measured: 2,000 calls in a run of 2,000 requests).
    static func tune() {
        #if canImport(Glibc)
            // Found by its name: Swift's Glibc module leaves <malloc.h> out. The numbers are those of that header.
            typealias Mallopt = @convention(c) (CInt, CInt) -> CInt
            guard let symbol = dlsym(nil, "mallopt") else { return }
            let mallopt = unsafeBitCast(symbol, to: Mallopt.self)
            let (trimThreshold, topPad, arenaMax): (CInt, CInt, CInt) = (-1, -2, -8)
            _ = mallopt(arenaMax, 1)
            _ = mallopt(topPad, 1 << 20)
            _ = mallopt(trimThreshold, 64 << 20)
        #endif
    }
}
