import BatonSystem

/// A thread for a blocking call: waiting for signals, for a process to end, or for its output.
package enum DetachedThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread; false when the system has no thread left.
    @discardableResult
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = Unmanaged.passRetained(Work(body))
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let result = pthread_create(
            &thread, nil,
            { raw in
                let pointer: UnsafeMutableRawPointer? = raw
                if let raw = pointer { Unmanaged<Work>.fromOpaque(raw).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        guard result == 0 else {
            work.release()
            return false
        }
        #if canImport(Glibc)
            pthread_detach(thread)
        #else
            if let thread { pthread_detach(thread) }
        #endif
        return true
    }
}
