import BatonTesting
import BatonWorkflowsTesting
import Glibc
import Synchronization
import Testing

/// A folder with workflow files of a test.
struct WorkflowFolder: Sendable {
    private let folder = TemporaryFolder()

    var path: String { folder.path }

    init(_ files: [String: String]) {
        for (name, text) in files { write(name, text) }
    }

    func write(_ name: String, _ text: String) { folder.write(name, Array(text.utf8)) }

    /// The names of all files.
    var names: [String] { folder.names }

    func remove(_ name: String) { unlink(folder.file(name)) }

    /// The path of a file.
    func file(_ name: String) -> String { folder.file(name) }

    /// The text of a file; nil where there is none.
    func text(_ name: String) -> String? { folder.read(name).map { String(decoding: $0, as: UTF8.self) } }

    func workflows(
        tags: [String] = [], names: [String] = [], _ settings: WorkflowSettings = WorkflowSettings()
    ) throws -> Workflows {
        try Workflows(in: path, tags: tags, names: names, settings: settings)
    }

    func cases(_ settings: WorkflowSettings = WorkflowSettings()) throws -> [WorkflowCase] {
        try workflows(settings).cases
    }

    /// The case of a file.
    func only(_ name: String, _ settings: WorkflowSettings = WorkflowSettings()) throws -> WorkflowCase {
        let found = try Workflows(in: file(name), settings: settings).cases
        return try #require(found.count == 1 ? found.first : nil)
    }
}

extension StubDispatcher {
    /// A stub for the workflows of tests: `/ok` and `/me` give a name, `/login` a token, `/bad` is a 500.
    static func ordinary() -> StubDispatcher {
        let stub = StubDispatcher()
        for path in ["/ok", "/me"] { stub.respond(to: .get, path, with: .fixed(.json(["name": "Ada", "age": 36]))) }
        stub.respond(to: .post, "/login", with: .fixed(.json(["token": "t-4711-secret-token"])))
        for path in ["/logout", "/seed", "/sweep"] { stub.respond(to: .post, path, with: .fixed(.json([:]))) }
        stub.respond(to: .get, "/bad", with: .fixed(.json(["error": "out of order"], status: 500)))
        return stub
    }

    /// The paths of all requests, in order.
    var paths: [String] { requests.map(\.url.path) }

    func count(_ path: String) -> Int { paths.count { $0 == path } }
}

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

/// The issues that Swift Testing recorded during an operation; they do not fail the test.
func recordedIssues(_ operation: @Sendable () async throws -> Void) async -> [Issue] {
    let issues = Box<[Issue]>([])
    try? await withKnownIssue(isIntermittent: true) {
        try await operation()
    } matching: { issue in
        issues.value.withLock { $0.append(issue) }
        return true
    }
    return issues.value.withLock { $0 }
}

final class Box<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }
}

extension Issue {
    /// The line of the issue, and what stands below it.
    var text: String { ((error.map { ["\($0)"] } ?? []) + comments.map(\.rawValue)).joined(separator: "\n") }
}
