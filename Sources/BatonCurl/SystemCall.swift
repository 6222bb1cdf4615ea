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

/// The error numbers that have messages of their own.
enum SystemErrors {
    static let refused = ECONNREFUSED
    static let hostUnreachable = EHOSTUNREACH
    static let networkUnreachable = ENETUNREACH
    static let timedOut = ETIMEDOUT
    static let tooManyFiles = EMFILE

    /// Whether this process may open no further file at this moment.
    static var hasNoDescriptor: Bool {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == EMFILE }
        close(descriptor)
        return false
    }
}

/// A thread of the system, which may block where a task must not. No signal of the process is handled on it.
enum SystemThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread, which must be joined or detached; nil when the system has none left.
    static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let work = Unmanaged.passRetained(Work(body))
        let code = pthread_create(
            &thread, nil,
            { raw in
                let pointer: UnsafeMutableRawPointer? = raw
                guard let pointer else { return nil }
                SystemThread.blockSignals()
                Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        if code != 0 {
            work.release()
            return nil
        }
        return thread
    }

    private static func blockSignals() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
    }
}

/// A thread-local pointer to the loop that the thread belongs to.
enum ThreadMark {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    static var value: UnsafeRawPointer? {
        get { pthread_getspecific(key).map { UnsafeRawPointer($0) } }
        set { pthread_setspecific(key, newValue) }
    }
}
