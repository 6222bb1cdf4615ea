/// How far one exchange is: bytes of the bodies as they go over the network.
public struct TransferProgress: Sendable, Hashable {
    /// Bytes of the body that went out.
    public var sent: Int64
    /// Nil: no body, or of a length that nobody knows.
    public var toSend: Int64?
    /// Bytes of the body that came in.
    public var received: Int64
    /// Nil until the response says how long its body is, and when it never does.
    public var toReceive: Int64?

    /// A state of an exchange.
    public init(sent: Int64, toSend: Int64?, received: Int64, toReceive: Int64?) {
        self.sent = sent
        self.toSend = toSend
        self.received = received
        self.toReceive = toReceive
    }

    /// Is told how far an exchange is, on the thread that transfers: it must be quick and must not wait.
    public typealias Observer = @Sendable (TransferProgress) -> Void
}
