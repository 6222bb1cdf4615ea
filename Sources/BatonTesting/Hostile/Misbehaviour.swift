#if os(Linux)
    /// One way in which a server violates the rules, lies, or takes too much time and memory.
    package struct Misbehaviour: Sendable, CustomStringConvertible {
        /// Lower-case letters and hyphens; the first part of the URL's path.
        package let name: String
        /// What the server does, as a sentence without its subject.
        package let summary: String
        /// Whether the server first reads the request's body.
        let readsBody: Bool
        let act: @Sendable (HostileServer.Turn) -> HostileServer.Ending

        init(
            _ name: String, _ summary: String, readsBody: Bool = true,
            _ act: @escaping @Sendable (HostileServer.Turn) -> HostileServer.Ending
        ) {
            self.name = name
            self.summary = summary
            self.readsBody = readsBody
            self.act = act
        }

        package var path: String { "/\(name)" }
        package var description: String { name }

        /// All misbehaviours; their names are unique.
        package static let all: [Misbehaviour] =
            statusLines + headers + lengths + chunks + endlessness + encodings + redirects + cookies + documents
            + connections
    }

    extension Misbehaviour {
        /// Sends these bytes and closes.
        static func closing(_ name: String, _ summary: String, _ text: String) -> Misbehaviour {
            Misbehaviour(name, summary) { turn in
                turn.write(text)
                return .close
            }
        }

        /// Sends these bytes and keeps the connection for more requests.
        static func keeping(_ name: String, _ summary: String, _ text: String) -> Misbehaviour {
            Misbehaviour(name, summary) { turn in
                turn.write(text)
                return .keep
            }
        }

        /// A response that is valid except for these header lines.
        static func withHeaders(_ name: String, _ summary: String, _ lines: String) -> Misbehaviour {
            keeping(name, summary, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\(lines)\r\n\r\nok")
        }

        /// A response that is valid except for its body.
        static func withBody(
            _ name: String, _ summary: String, type: String = "application/json", headers: String = "",
            _ body: @escaping @Sendable () -> [UInt8]
        ) -> Misbehaviour {
            Misbehaviour(name, summary) { turn in
                let body = body()
                let head = "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\(headers)Content-Length: \(body.count)\r\n\r\n"
                turn.write(Array(head.utf8) + body)
                return .keep
            }
        }
    }

    extension Misbehaviour {
        /// Connections that end too early or too late, or carry bytes that do not belong to the response.
        static let connections: [Misbehaviour] = [
            Misbehaviour("close-before-response", "closes without a response") { _ in .close },
            closing("close-in-headers", "closes in the middle of its headers", "HTTP/1.1 200 OK\r\nContent-Le"),
            closing(
                "close-after-headers", "closes after its headers", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"),
            Misbehaviour("reset-before-response", "resets the connection without a response") { _ in .reset },
            Misbehaviour("reset-in-body", "resets the connection in the middle of its body") { turn in
                turn.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789")
                return .reset
            },
            Misbehaviour("drop-kept", "reads a request and drops it, whatever the connection has answered before") {
                _ in
                .close
            },
            Misbehaviour("early-response", "answers before it has read the request", readsBody: false) { turn in
                turn.write("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return .waitForClient
            },
            keeping(
                "two-responses", "sends a second response behind the first",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + smuggled),
            keeping(
                "close-lie", "says that it closes, and goes on",
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok" + smuggled),
            closing(
                "keep-lie", "says that it keeps the connection, and closes it",
                "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=600\r\nContent-Length: 2\r\n\r\nok"),
            keeping(
                "body-of-204", "sends a body where none may be",
                "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok" + smuggled),
        ]

        /// A response without a request.
        private static let smuggled =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 18\r\n\r\n{\"smuggled\": true}"
    }
#endif
