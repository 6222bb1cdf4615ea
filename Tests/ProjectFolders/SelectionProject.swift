package import BatonTesting
import Glibc
import Synchronization
import Testing

/// A project without a server: its workflows hold conditions, so that it is quick to run again and again.
package struct SelectionProject {
    package let folder: Folder

    /// - Parameter files: texts by names below `workflows/`.
    package init(_ files: [String: String]) throws {
        folder = try Folder()
        try folder.write("baton.yaml", "name: shop\n")
        for (name, text) in files { try folder.write("workflows/\(name)", text) }
    }

    package static func passing(_ name: String) -> String { "name: \(name)\nsteps:\n  - that: 1 == 1\n" }
    package static func failing(_ name: String) -> String { "name: \(name)\nsteps:\n  - that: 1 == 2\n" }
}

extension CommandResult {
    /// The paths of the workflows that ran, in the order of the output, each with the sign of its outcome.
    package var ran: [String] {
        output.split(separator: "\n").compactMap { line in
            guard let sign = line.first, "✓✗!-".contains(sign), line.dropFirst().hasPrefix(" workflows/") else {
                return nil
            }
            let words = line.split(separator: " ")
            let marks = words.dropFirst(2).filter { $0.hasPrefix("[") }
            return "\(sign)\(words[1].dropFirst("workflows/".count).dropLast(".yaml".count))\(marks.joined())"
        }
    }
}

/// A server that writes down what arrives, and a folder with a project whose base URL it is.
package final class Recording: Sendable {
    package let server: RawServer
    package let folder: Folder

    package static let empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    /// What a GraphQL server sends that has nothing to tell.
    package static let graphQL =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"data\":{}}"

    package init(_ response: @escaping @Sendable (RawServer.Request) -> String = { _ in Recording.empty }) throws {
        server = RawServer(answering: response)
        folder = try Folder()
    }

    deinit {
        server.stop()
    }

    package var requests: [RawServer.Request] { server.requests }

    /// The only request that came, or the last one.
    package func last(_ result: CommandResult) throws -> RawServer.Request {
        try #require(requests.last, "\(result.everything)")
    }
}

/// The repository and the public test data beside it.
package enum Repository {
    /// The root of the repository, from where this file lies.
    package static let path: String = {
        let steps = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        return steps.joined(separator: "/")
    }()

    /// The bytes of a file of the conformance data; nil when it is not there.
    package static func conformance(_ name: String) -> [UInt8]? {
        let folder = getenv("BATON_CONFORMANCE").map { String(cString: $0) } ?? "\(path)/../shared/conformance"
        return try? FileContents.bytes(of: "\(folder)/\(name)")
    }
}

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
