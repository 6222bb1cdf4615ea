public import BatonHTTP
import Synchronization

/// Records the requests and results of another dispatcher, in the order in which the exchanges ended.
///
/// Credentials are recorded as they are: a record must not be logged.
public final class RecordingDispatcher: Dispatcher {
    /// One request and its result.
    public struct Record: Sendable {
        /// The request as it was sent.
        public let request: Request
        /// The response, or the failure.
        public let result: Result<Response, Failure>
    }

    private let next: any Dispatcher
    private let kept = Mutex<[Record]>([])

    /// Records the exchanges of that dispatcher.
    public init(_ next: any Dispatcher) {
        self.next = next
    }

    /// All records until now.
    public var records: [Record] { kept.withLock { $0 } }

    /// Sends the request through the other dispatcher and records it with its result.
    public func send(_ request: Request) async throws(Failure) -> Response {
        do {
            let response = try await next.send(request)
            kept.withLock { $0.append(Record(request: request, result: .success(response))) }
            return response
        } catch {
            kept.withLock { $0.append(Record(request: request, result: .failure(error))) }
            throw error
        }
    }
}
