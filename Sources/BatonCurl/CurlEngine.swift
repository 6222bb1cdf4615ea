// How this module works together: `CurlDispatcher` takes a request, follows its redirects, and gives each hop to a loop
// of the `CurlEngine`. A `CurlLoop` is the executor of tasks and one `LoopThread`, which waits with a `Poller` and runs
// the transfers of libcurl between jobs. A `Transfer` is one hop: `EasyHandle` sets the options of libcurl and receives
// its callbacks, `BodyReader` hands over the body, `HeaderReader`, `ChunkReader` and `ContentDecoder` read and check
// the response, and `ErrorTable` makes a `Failure` of an error. A `ConnectionPool` has the connections that were made
// with the same options. Libcurl is imported here alone.

import BatonSystem

/// The loops of one run; chooses a loop for a request that was not sent from one of them.
public final class CurlEngine: Sendable {
    private let loops: [CurlLoop]

    /// Starts no thread yet: each loop starts its thread with its first work.
    package init(
        loopCount: Int = 1, environment: CurlEnvironment = .process, idleTimes: Persistence.Times = .standard
    ) {
        loops = (0..<max(loopCount, 1)).map { _ in CurlLoop(environment: environment, idleTimes: idleTimes) }
    }

    package var loopCount: Int { loops.count }

    /// The loop for the task with this number; numbers beyond the last loop start over.
    package func loop(at index: Int) -> CurlLoop {
        loops[Int(index.magnitude % UInt(loops.count))]
    }

    /// The loop that this code runs on, else a random one.
    func loopForSending() -> LoopThread {
        for loop in loops where loop.thread.isCurrent { return loop.thread }
        return loops[Int.random(in: 0..<loops.count)].thread
    }

    /// Ends all transfers with `workflow.cancelled` and waits for the threads to end. Must not be called on a loop.
    ///
    /// Must be called before the process exits, because OpenSSL's own exit handler frees memory that a thread may be
    /// using.
    public func shutDown() {
        for loop in loops { loop.thread.stop() }
        for loop in loops { loop.thread.join() }
    }
}

/// One thread with its transfers and connections, which also runs the tasks that have this executor preference.
///
/// A request sent by such a task does not switch threads. The thread starts with the first work and ends some time
/// after the last reference to the loop is gone, or with `CurlEngine.shutDown`. A task that prefers an ended loop
/// continues on the global executor.
package final class CurlLoop: TaskExecutor {
    let thread: LoopThread

    init(environment: CurlEnvironment, idleTimes: Persistence.Times) {
        thread = LoopThread(environment: environment, idleTimes: idleTimes)
        thread.setExecutor(asUnownedTaskExecutor())
    }

    deinit {
        thread.stop()
        thread.detach()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        thread.enqueue(UnownedJob(job))
    }
}

/// Proxies, trusted certificates and the home folder from an environment, read once.
package struct CurlEnvironment: Sendable, Hashable {
    /// For requests to http URLs.
    package var httpProxy: ProxyInUse?
    /// For requests to https URLs.
    package var httpsProxy: ProxyInUse?
    package var noProxy: String?
    /// The file of trusted certificates, in place of the one that libcurl was built with.
    package var certificateFile: String?
    /// The variable that names it.
    package var certificateVariable: String?
    /// The user's `.netrc`; nil for the one that libcurl finds.
    package var netrcFile: String?

    /// Reads the variables that curl reads. `HTTP_PROXY` in capitals is not among them, because a CGI web server sets
    /// it from a request header.
    package init(_ variable: (String) -> String?) {
        func first(_ names: String...) -> (name: String, value: String)? {
            for name in names {
                if let value = variable(name), !value.isEmpty { return (name, value) }
            }
            return nil
        }
        httpProxy = first("http_proxy", "all_proxy", "ALL_PROXY").map { ProxyInUse($0.value, variable: $0.name) }
        httpsProxy = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY").map {
            ProxyInUse($0.value, variable: $0.name)
        }
        noProxy = first("no_proxy", "NO_PROXY")?.value
        let certificates = first("CURL_CA_BUNDLE", "SSL_CERT_FILE")
        (certificateVariable, certificateFile) = (certificates?.name, certificates?.value)
        netrcFile = first("HOME").map { $0.value + "/.netrc" }
    }

    /// No proxy, and the certificates that libcurl was built with.
    package static let empty = CurlEnvironment { _ in nil }
    package static let process = CurlEnvironment { name in getenv(name).map { String(cString: $0) } }
}
