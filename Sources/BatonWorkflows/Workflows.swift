import BatonApplication
public import BatonHTTP

/// The workflows of a folder, for tests in Swift.
///
/// ```swift
/// @Test(arguments: try Workflows(in: "workflows").cases)
/// func workflow(_ case: WorkflowCase) async throws { try await `case`.run(baseURL: base) }
/// ```
///
/// `run` records failures with Swift Testing and is in BatonWorkflowsTesting. Without Swift Testing, `result` gives them as
/// values, and `events` and `summary` run all cases.
public struct Workflows: Sendable {
    private let workflows: EmbeddedWorkflows

    /// Reads the workflow files of a folder, and baton.yaml of it or of a folder above.
    ///
    /// A file with errors is a case that fails when it runs. Throws where there is nothing to run or it is not known how: a
    /// missing folder, a folder without workflows, errors in baton.yaml, an unknown environment, a selection that includes
    /// no workflow.
    ///
    /// - Parameters:
    ///   - path: a folder, with the folders in it, or a single file. A relative path counts from the folder of the Swift
    ///     package, the nearest one above the calling file that has a Package.swift; where that is missing, such as on
    ///     another machine, from the working folder.
    ///   - tags: only workflows with one of these tags; empty for all.
    ///   - excludedTags: no workflows with one of these tags.
    ///   - names: only workflows with these names, in which `*` stands for any part; empty for all.
    ///   - settings: what the workflows get from outside.
    ///   - sourceFile: the calling file.
    public init(
        in path: String, tags: [String] = [], excludedTags: [String] = [], names: [String] = [],
        settings: WorkflowSettings = WorkflowSettings(), sourceFile: String = #filePath
    ) throws(WorkflowError) {
        var options = settings.options
        options.tags = tags
        options.excludedTags = excludedTags
        options.names = names
        do {
            workflows = try EmbeddedWorkflows(in: path, from: sourceFile, options)
        } catch {
            throw WorkflowError(error, in: "")
        }
    }

    /// A new list of the cases: one for each workflow, and one for each row of a workflow with `rows`. Never empty.
    ///
    /// The cases of one list share a run for as long as they get the same base URL and the same dispatcher: a workflow that
    /// several of them need, such as a login, runs once, after `before` and before them; it is torn down after the last of
    /// them, and `after` runs when all cases of the list have ended or were released. A case that runs a second time, or
    /// with a dispatcher that is a value, has a run of its own, with everything that it needs.
    ///
    /// Workflows that baton.yaml lists under `before` or `after` are not cases, and `called_only` ones neither.
    public var cases: [WorkflowCase] {
        let round = WorkflowRound(workflows)
        return workflows.cases.map { WorkflowCase($0, in: workflows.folder, of: round) }
    }

    /// Runs all cases as `baton run` does, and tells what happens.
    ///
    /// - Parameters:
    ///   - baseURL: overrides that of the environment; a server of baton.yaml is then not started.
    ///   - dispatcher: takes all requests, such as a stub; nil for the network. With it, no base URL is needed.
    public func events(baseURL: String? = nil, dispatcher: (any Dispatcher)? = nil) -> WorkflowEvents {
        WorkflowEvents(workflows, baseURL, dispatcher)
    }

    /// Runs all cases as `baton run` does, and waits for the end.
    ///
    /// Throws where the run cannot begin. Failed workflows are results, not errors. Cancelling the task interrupts the run:
    /// teardowns and `after` still run.
    public func summary(
        baseURL: String? = nil, dispatcher: (any Dispatcher)? = nil
    ) async throws(WorkflowError) -> WorkflowSummary {
        let run = try await WorkflowEvents.prepare(workflows, baseURL, dispatcher) { _ in }
        return await run.perform()
    }
}
