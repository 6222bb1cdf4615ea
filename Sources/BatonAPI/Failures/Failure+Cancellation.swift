public import BatonHTTP

/// Failures of cancelled tasks, and Swift's own `CancellationError`.
///
/// All functions of a client throw `Failure`, also in a task that is cancelled: the compiler then knows the type of each
/// error. Code that has to pass on a `CancellationError`, as task groups and SwiftUI's `task` expect it, converts it in one
/// of three ways:
///
/// ```swift
/// try await withCancellationError { try await client.send(profile) }      // throws CancellationError or Failure
///
/// catch { try error.throwIfCancelled(); show(error) }                      // in a function that throws
/// catch { if !error.isCancelled { show(error) } }                          // where a cancellation is no news
/// ```
extension Failure {
    /// Whether the request ended because its task or its `RequestHandle` was cancelled.
    public var isCancelled: Bool { kind == .cancelled }

    /// Throws a `CancellationError` for a request that was cancelled; returns for every other failure.
    public func throwIfCancelled() throws(CancellationError) {
        if isCancelled { throw CancellationError() }
    }
}

/// Runs requests, and throws `CancellationError` instead of the `Failure` of a request that was cancelled.
///
/// Every other error is thrown unchanged. Use it where the code above expects Swift's own error: in a task group, or in
/// SwiftUI's `task`.
///
/// - Parameters:
///   - isolation: the caller's actor, on which the operation runs.
///   - operation: sends one request or several.
public func withCancellationError<Value>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Value
) async throws -> Value {
    do {
        return try await operation()
    } catch let failure as Failure {
        try failure.throwIfCancelled()
        throw failure
    }
}
