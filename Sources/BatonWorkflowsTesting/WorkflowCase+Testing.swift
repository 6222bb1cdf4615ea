public import BatonHTTP
import BatonWorkflows
public import Testing

extension WorkflowCase {
    /// Runs the case with everything that it needs, and records how it ended with Swift Testing.
    ///
    /// - Each failure is an issue at its line of the workflow file, with the message, what was expected, the request, the
    ///   response and a curl command. Failures of a workflow in quarantine are known issues.
    /// - A skipped case, one that passed only after a retry, and a quarantine that can go are warnings, because Swift Testing
    ///   6.3 shows a cancelled case as passed. A skipped case is cancelled after its warning, so that the rest of the test
    ///   does not run.
    /// - What failed beside the case is recorded once, by one of the cases: needed workflows, `before`, `after`, reports that
    ///   cannot be written.
    ///
    /// - Parameters:
    ///   - baseURL: overrides that of the environment; a server of baton.yaml is then not started.
    ///   - dispatcher: takes all requests, such as a `StubDispatcher`; nil for the network. With it, no base URL is needed.
    ///   - sourceLocation: where a failure is recorded that belongs to no file, such as an unknown environment.
    /// - Returns: the result, after a failure too.
    /// - Throws: `CancellationError` where the task was cancelled, and what Swift Testing throws to end a skipped case.
    @discardableResult public func run(
        baseURL: String? = nil, dispatcher: (any Dispatcher)? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> WorkflowResult {
        let result = await result(baseURL: baseURL, dispatcher: dispatcher)
        result.record(at: sourceLocation)
        if result.isCancelled { throw CancellationError() }
        if result.outcome == .skipped { try Test.cancel("skipped", sourceLocation: result.location) }
        return result
    }
}

extension WorkflowResult {
    /// Records failures and warnings with Swift Testing, each at its line of the workflow file.
    ///
    /// - Parameter sourceLocation: where a failure is recorded that belongs to no file.
    public func record(at sourceLocation: SourceLocation = #_sourceLocation) {
        if isQuarantined {
            withKnownIssue(Comment(rawValue: quarantine ?? "quarantined"), isIntermittent: true) {
                recordFailures(at: sourceLocation)
            }
        } else {
            if !isCancelled { recordFailures(at: sourceLocation) }
            if let quarantine { warn(quarantine) }
        }
        if outcome == .skipped { warn("skipped" + (reason.map { ": \($0)" } ?? "")) }
        if let setback { warn("passed only after a retry: \(setback)") }
        for other in others { other.record(at: sourceLocation) }
    }

    private func recordFailures(at sourceLocation: SourceLocation) {
        for failure in failures {
            let location = failure.place.map(SourceLocation.init) ?? sourceLocation
            let name = failure.step.map { "\(title) › \($0)" } ?? title
            Issue.record(
                Headline(description: "\(name): \(failure.message)"), Comment(rawValue: failure.description),
                sourceLocation: location)
        }
        if failures.isEmpty, outcome == .failed || outcome == .error {
            Issue.record(Headline(description: "\(title): \(reason ?? "\(outcome)")"), sourceLocation: location)
        }
    }

    private func warn(_ text: String) {
        Issue.record(Comment(rawValue: "\(title): \(text)"), severity: .warning, sourceLocation: location)
    }

    /// The beginning of the file.
    fileprivate var location: SourceLocation { SourceLocation(file: file, path: path, line: 1, column: 1) }
}

/// What the line of an issue says: Swift Testing shows an error there, and a comment only below.
private struct Headline: Error, CustomStringConvertible {
    let description: String
}

extension SourceLocation {
    fileprivate init(_ place: WorkflowPlace) {
        self.init(file: place.file, path: place.path, line: place.line, column: place.column)
    }

    /// A file identifier has the form `module/file`; Swift Testing traps without the slash.
    fileprivate init(file: String, path: String, line: Int, column: Int) {
        self.init(
            fileID: "workflows/\(file.split(separator: "/").last ?? "workflow")", filePath: path, line: line,
            column: column)
    }
}

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
