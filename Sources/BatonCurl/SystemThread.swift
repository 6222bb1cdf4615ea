import BatonSystem

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
