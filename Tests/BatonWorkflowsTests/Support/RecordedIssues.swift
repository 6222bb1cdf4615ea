import Synchronization
import Testing

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
