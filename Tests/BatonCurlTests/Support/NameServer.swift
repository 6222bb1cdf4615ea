import BatonTesting
import Glibc
import Synchronization

/// Answers libcurl's questions for all names under `.test` in place of the machine's name server.
///
/// `slow.test` is not answered before the test says so, all others do not exist.
enum NameServer {
    /// Whether libcurl asks here; the first use sees to it.
    static let isInPlace = CFunction.replace("getaddrinfo", usedBy: "libcurl.so.4", with: replacement)

    static let slowIsAsked = Notice()
    static let slowMayRespond = Gate()
    private static let families = Mutex<[String: Int32]>([:])

    /// The address family that was asked for.
    static func family(askedFor name: String) -> Int32? {
        families.withLock { $0[name] }
    }

    private typealias GetAddrInfo =
        @convention(c) (
            UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<addrinfo>?,
            UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
        ) -> Int32

    private static var replacement: UnsafeRawPointer {
        let function: GetAddrInfo = { name, service, hints, result in
            let text = name.map { String(cString: $0) } ?? ""
            guard text.hasSuffix(".test") else { return getaddrinfo(name, service, hints, result) }
            return NameServer.response(text, hints?.pointee.ai_family ?? 0)
        }
        return unsafeBitCast(function, to: UnsafeRawPointer.self)
    }

    private static func response(_ name: String, _ family: Int32) -> Int32 {
        families.withLock { $0[name] = family }
        if name == "slow.test" {
            slowIsAsked.give()
            slowMayRespond.wait()
        }
        return EAI_NONAME
    }
}
