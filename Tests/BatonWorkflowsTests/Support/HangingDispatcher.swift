import BatonTesting
import BatonWorkflowsTesting
import Synchronization

/// Never answers requests to some paths, until their tasks are cancelled; a stub answers the others.
final class HangingDispatcher: Dispatcher {
    private let stub = StubDispatcher.ordinary()
    private let hanging: Set<String>
    private let ended = Mutex<[String]>([])
    /// Given for each request that hangs.
    let hangs = Notice()

    init(_ hanging: String...) { self.hanging = Set(hanging) }

    /// The paths of the requests that hung and were cancelled.
    var cancelled: [String] { ended.withLock { $0 } }

    /// The paths of the requests that were answered.
    var answered: [String] { stub.paths }

    func send(_ request: Request) async throws(Failure) -> Response {
        guard hanging.contains(request.url.path) else { return try await stub.send(request) }
        hangs.give()
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        ended.withLock { $0.append(request.url.path) }
        throw Failure(.cancelled, "the task was cancelled")
    }
}
