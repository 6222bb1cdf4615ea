package import BatonTesting

/// A way in which an exchange goes wrong for real, and what that is called whoever asks: a workflow or Swift.
///
/// The response is read as a person: `name` is text, `age` a whole number, `born` a date that may be missing.
package struct FailureCause: Sendable, CustomStringConvertible {
    package enum Behaviour: Sendable {
        /// Writes these bytes.
        case responses(String)
        case closes
        /// Says nothing until the client goes.
        case hangs
    }

    /// `network.dns`.
    package var kind: String
    package var behaviour: Behaviour
    /// What is asked for; `HOST` stands for the server's address and port.
    package var url: String
    /// The value of a header of the request.
    package var note = "fine"
    /// How long the exchange may take in milliseconds; nil: as long as it does without a word.
    package var timeout: Int?
    /// How many bytes the body may have; nil: the 64 MB without a word.
    package var maxResponse: Int?
    /// What the server itself says is wrong.
    package var messages: [String] = []

    init(
        _ kind: String, _ behaviour: Behaviour, url: String = "http://HOST/person", note: String = "fine",
        timeout: Int? = nil, maxResponse: Int? = nil, messages: [String] = []
    ) {
        self.kind = kind
        self.behaviour = behaviour
        self.url = url
        self.note = note
        self.timeout = timeout
        self.maxResponse = maxResponse
        self.messages = messages
    }

    package var description: String {
        messages.isEmpty ? kind : "\(kind): \(messages.joined(separator: "; "))"
    }

    /// The status of the response; nil where there is none.
    package var status: Int? {
        guard case .responses(let text) = behaviour, text.hasPrefix("HTTP/1.1 ") else { return nil }
        return Int(text.dropFirst(9).prefix(3))
    }

    /// A server that does it; to be stopped by whoever asked for it.
    package func serve() -> RawServer {
        let isTLS = url.hasPrefix("https:")
        let behaviour = behaviour
        return RawServer { connection in
            // Who speaks TLS sends no request that could be read.
            if !isTLS, connection.readRequest() == nil { return }
            switch behaviour {
            case .responses(let text):
                connection.write(text)
                connection.waitForClose()
            case .closes: return
            case .hangs: connection.waitForClose()
            }
        }
    }

    /// What is asked for at that server.
    package func url(at server: RawServer) -> String {
        url.replacing("HOST", with: "127.0.0.1:\(server.port)")
    }
}
