import BatonWorkflows
public import Testing

/// Ends the runs of workflows that began in a test function or a suite when it ends: needed workflows are torn down, `after`
/// runs, reports are written.
///
/// Without the trait this happens when all cases of a list have run, which some never do when a test is disabled, when a
/// single case is chosen in an editor, or when a test throws before it runs its case.
public struct WorkflowRunTrait: TestTrait, SuiteTrait, TestScoping {
    package init() {}

    /// The trait itself around a function or a suite; nil around a single case.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> WorkflowRunTrait? {
        testCase == nil ? self : nil
    }

    /// Runs the function, then ends the runs that began in it and records what fails in them.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let scope = WorkflowScope()
        let result: Result<Void, any Error>
        do {
            try await WorkflowScope.$current.withValue(scope) { try await function() }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        for left in await scope.finish() { left.record(at: test.sourceLocation) }
        try result.get()
    }
}

extension Trait where Self == WorkflowRunTrait {
    /// Ends the runs of workflows that began in the test function or suite when it ends.
    public static var workflowRun: WorkflowRunTrait { WorkflowRunTrait() }
}
