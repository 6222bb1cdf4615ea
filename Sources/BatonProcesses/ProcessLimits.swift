import BatonFiles
import BatonSystem
import Synchronization

/// The system's limits for this process: descriptors (files, pipes and connections) and memory.
package enum ProcessLimits {
    /// More descriptors than this are not needed, and some programs close every descriptor up to the limit when they
    /// start.
    private static let mostDescriptors: rlim_t = 65_536

    #if canImport(Glibc)
        private static let descriptorCount = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        private static let addresses = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
        private static let descriptorCount = RLIMIT_NOFILE
        private static let addresses = RLIMIT_AS
    #endif

    /// The arguments of the process, the program's name first.
    ///
    /// On Linux Swift looks for them before the environment in memory, and finds none where a library that was loaded
    /// first has set a variable.
    package static var arguments: [String] {
        #if os(Linux)
            if let bytes = try? FileReading.bytes(of: "/proc/self/cmdline"), bytes.last == 0 {
                return bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false).map {
                    String(decoding: $0, as: UTF8.self)
                }
            }
        #endif
        return CommandLine.arguments
    }

    /// Whether the system tells of this process in the files that Swift needs; always true but on Linux.
    package static var hasProcessFiles: Bool {
        #if os(Linux)
            access("/proc/self/cmdline", R_OK) == 0
        #else
            true
        #endif
    }

    /// Raises the limit for descriptors as far as the system allows, at most to `mostDescriptors`.
    package static func raiseDescriptors() {
        var limit = rlimit()
        guard getrlimit(descriptorCount, &limit) == 0 else { return }
        #if canImport(Darwin)
            let most = min(mostDescriptors, rlim_t(OPEN_MAX))
        #else
            let most = mostDescriptors
        #endif
        let wanted = min(limit.rlim_max, most)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = wanted
        _ = setrlimit(descriptorCount, &limit)
    }

    /// The number of descriptors that may still be opened.
    package static var descriptorsLeft: Int {
        var limit = rlimit()
        guard getrlimit(descriptorCount, &limit) == 0 else { return Int(mostDescriptors) }
        let most = Int(min(limit.rlim_cur, mostDescriptors))
        // Descriptors are numbered from 0: with a high limit, the open ones need not be counted.
        let open = most > 4096 ? 64 : (0..<Int32(most)).count { fcntl($0, F_GETFD) >= 0 }
        return most - open
    }

    /// The most bytes of address space that the process may use; nil for no limit.
    package static var addressSpace: Int? {
        var limit = rlimit()
        guard getrlimit(addresses, &limit) == 0, limit.rlim_cur < rlim_t(Int.max) else { return nil }
        return Int(limit.rlim_cur)
    }

    /// Whether the system allows this many more threads. They are started, held until all of them run, and ended.
    package static func allowsThreads(_ count: Int) -> Bool {
        let gate = Gate()
        return gate.lock.withLock { _ in
            (0..<count).allSatisfy { _ in DetachedThread.start { gate.lock.withLock { _ in } } }
        }
    }

    private final class Gate: Sendable {
        let lock = Mutex(())
    }
}

/// Descriptors reserved for later: work at the end finds free ones, however many were opened until then.
package final class DescriptorReserve {
    private var descriptors: [Int32] = []

    package init(_ count: Int) {
        for _ in 0..<count {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            if descriptor < 0 { break }
            descriptors.append(descriptor)
        }
    }

    /// Closes the reserved descriptors, so that as many can be opened.
    package func release() {
        for descriptor in descriptors { close(descriptor) }
        descriptors = []
    }

    deinit { release() }
}
