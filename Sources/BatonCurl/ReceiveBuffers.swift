import CLibCurl

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Keeps, for each thread, the memory that libcurl reads an answer into.
///
/// libcurl asks for 16 KB with each request and gives them back at its end. A block of that size makes the allocator
/// tidy up all small ones that were freed, each time, which costs more than the rest of libcurl's memory taken together.
/// Everything else goes to the allocator as it is.
enum ReceiveBuffers {
    /// From what libcurl reads by default, and a byte, to what the allocator makes of it.
    private static let sizes = 16_385...17_408

    /// The one that is kept; freed when the thread ends.
    private static let kept: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { free($0) }
        return key
    }()

    /// How much fits into a block of the allocator's.
    @inline(__always)
    private static func size(of block: UnsafeMutableRawPointer) -> Int {
        #if canImport(Glibc)
            malloc_usable_size(block)
        #else
            malloc_size(block)
        #endif
    }

    static let allocate: curl_malloc_callback = { wanted in
        guard sizes ~= wanted, let block = pthread_getspecific(kept), size(of: block) >= wanted else {
            return malloc(wanted)
        }
        pthread_setspecific(kept, nil)
        return block
    }

    static let release: curl_free_callback = { block in
        guard let block else { return }
        guard sizes ~= size(of: block), pthread_getspecific(kept) == nil else {
            return free(block)
        }
        pthread_setspecific(kept, block)
    }
}
