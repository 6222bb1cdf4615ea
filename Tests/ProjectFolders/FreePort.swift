import Glibc
import Synchronization

/// Ports for servers that must be told theirs.
///
/// They lie below those that the system hands out for port 0, so that no server of another test takes one between the
/// choice and its use, and each is given once.
package enum FreePort {
    private static let range = 20_000..<32_000
    private static let next = Mutex(range.lowerBound + Int(getpid()) % range.count)

    package static func take() -> Int {
        while true {
            let port = next.withLock { next in
                next = next + 1 < range.upperBound ? next + 1 : range.lowerBound
                return next
            }
            if isFree(port) { return port }
        }
    }

    private static func isFree(_ port: Int) -> Bool {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        precondition(socket >= 0, "no socket can be opened: \(String(cString: strerror(errno)))")
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
