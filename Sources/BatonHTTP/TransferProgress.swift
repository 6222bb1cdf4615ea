/// The progress of one exchange: bytes of the bodies as they go over the network.
public struct TransferProgress: Sendable, Hashable {
    /// Bytes of the request body that were sent.
    public var sent: Int64
    /// Bytes of the request body; nil without a body, or if its length is unknown.
    public var toSend: Int64?
    /// Bytes of the response body that were received.
    public var received: Int64
    /// Bytes of the response body; nil until the response tells its length, or if it never does.
    public var toReceive: Int64?

    /// The progress of an exchange.
    public init(sent: Int64, toSend: Int64?, received: Int64, toReceive: Int64?) {
        self.sent = sent
        self.toSend = toSend
        self.received = received
        self.toReceive = toReceive
    }

    /// Called with the progress of an exchange, on the engine's thread, which transfers: it must be quick and must not
    /// block, or all requests of that thread wait.
    public typealias Observer = @Sendable (TransferProgress) -> Void
}
