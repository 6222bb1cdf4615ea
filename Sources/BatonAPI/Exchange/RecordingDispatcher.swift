public import BatonHTTP
import Synchronization

/// Keeps what another dispatcher sends and gets, in the order in which the exchanges ended.
///
/// It keeps credentials as they are: nothing of it belongs into a log.
public final class RecordingDispatcher: Dispatcher {
    /// One exchange and how it ended.
    public struct Record: Sendable {
        /// What was sent.
        public let request: Request
        /// The response, or why there is none.
        public let result: Result<Response, Failure>
    }

    private let next: any Dispatcher
    private let kept = Mutex<[Record]>([])

    /// Keeps what goes through to that dispatcher.
    public init(_ next: any Dispatcher) {
        self.next = next
    }

    /// Everything until now.
    public var records: [Record] { kept.withLock { $0 } }

    /// Sends the request on and keeps it with its end.
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
