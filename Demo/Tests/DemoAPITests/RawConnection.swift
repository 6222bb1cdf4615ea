import FlyingSocks

#if canImport(FoundationEssentials)
    import struct FoundationEssentials.Data
#else
    import struct Foundation.Data
#endif

/// A connection to 127.0.0.1 that shows the bytes as they are, and blocks no thread of the server under test.
struct RawConnection {
    private let socket: AsyncSocket

    init(port: UInt16) async throws {
        socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port), timeout: 120)
    }

    func send(_ text: String) async throws {
        try await socket.write(Data(text.utf8))
    }

    /// What came, up to and with the given end, or up to the end of the connection.
    func receive(until end: String) async throws -> String {
        var received: [UInt8] = []
        while !received.suffix(end.utf8.count).elementsEqual(end.utf8), let more = try await receiveSome() {
            received += more
        }
        return String(decoding: received, as: UTF8.self)
    }

    func receiveAll() async throws -> String {
        var received: [UInt8] = []
        while let more = try await receiveSome() { received += more }
        try socket.close()
        return String(decoding: received, as: UTF8.self)
    }

    private func receiveSome() async throws -> [UInt8]? {
        do {
            return try await socket.read(atMost: 4096)
        } catch SocketError.disconnected {
            return nil
        }
    }
}
