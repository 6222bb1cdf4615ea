#if os(Linux)
    /// An HTTP server that violates the rules in many ways: `/NAME` does what the `Misbehaviour` of that name
    /// describes.
    ///
    /// `/well` sends a valid response, `{"fine": true}`, so that one connection can carry both kinds of requests.
    package final class HostileServer: Sendable {
        private let server: RawServer

        package init() {
            let actions = Dictionary(uniqueKeysWithValues: Misbehaviour.all.map { ($0.name, $0) })
            server = RawServer { connection in
                var served = 0
                while let request = connection.readRequest(readsBody: false) {
                    let name = request.target.split(whereSeparator: { "/?".contains($0) }).first.map(String.init) ?? ""
                    guard let misbehaviour = actions[name] else {
                        if let length = request["content-length"].flatMap({ Int($0) }) { _ = connection.read(length) }
                        guard connection.write(Self.well) else { return }
                        served += 1
                        continue
                    }
                    let turn = Turn(request: request, connection: connection, served: served)
                    if misbehaviour.readsBody, let length = request["content-length"].flatMap({ Int($0) }) {
                        _ = connection.read(length)
                    }
                    switch misbehaviour.act(turn) {
                    case .keep: served += 1
                    case .close: return
                    case .reset: return connection.reset()
                    case .waitForClient: return connection.waitForClose()
                    }
                }
            }
        }

        package var port: Int { server.port }
        package var url: String { server.url }
        package var requests: [RawServer.Request] { server.requests }

        package func stop() { server.stop() }

        private static let well =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"fine\": true}"
    }

    extension HostileServer {
        /// One request that gets a bad response.
        package struct Turn: Sendable {
            package let request: RawServer.Request
            package let connection: RawServer.Connection
            /// How many requests this connection has served before.
            package let served: Int

            package func write(_ text: String) { connection.write(text) }
            package func write(_ bytes: [UInt8]) { connection.write(bytes) }

            /// Writes the text repeatedly until the client closes the connection.
            package func writeEndlessly(_ text: String) {
                let bytes = Array(
                    repeatElement(Array(text.utf8), count: max(1, 16_384 / max(1, text.utf8.count))).joined())
                while connection.write(bytes) {}
            }
        }

        /// What happens to the connection afterwards.
        package enum Ending: Sendable {
            case keep
            case close
            /// A TCP reset: bytes that the client has not read yet are lost.
            case reset
            /// Sends nothing more, and waits until the client closes the connection.
            case waitForClient
        }
    }
#endif
