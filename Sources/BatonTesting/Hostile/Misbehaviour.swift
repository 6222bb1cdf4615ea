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
#endif
