import BatonTesting
import BatonWorkflowsTesting
import RunningDemo

/// The server of the examples.
let shop = Demo.self

/// Further examples of docs/swift-workflows.md.
enum MoreExamples {
    static func settings(_ password: String) throws -> [WorkflowCase] {
        // example
        let settings = WorkflowSettings(
            environment: "staging", variables: ["page_size": 50], secrets: ["ADA_PASSWORD": password])
        let workflows = try Workflows(in: "workflows", tags: ["smoke"], settings: settings)
        // end
        return workflows.cases
    }

    static func stub(_ profile: WorkflowCase) async throws -> StubDispatcher {
        // example
        let stub = StubDispatcher()
        stub.respond(to: .get, "/me", with: .fixed(.json(["name": "Ada", "age": 36])))
        try await profile.run(dispatcher: stub)
        // end
        return stub
    }

    static func result(_ profile: WorkflowCase, _ stub: StubDispatcher) async throws {
        // example
        let result = await profile.result(dispatcher: stub)
        for failure in result.failures {
            print(failure.place?.description ?? "", failure.message, failure.expected ?? "", failure.actual ?? "")
            print(failure.curl ?? "")
        }
        try result.get()
        // end
    }

    static func events(_ workflows: Workflows, _ stub: StubDispatcher) async throws {
        // example
        for try await event in workflows.events(dispatcher: stub) {
            switch event {
            case .runStarted(let caseCount): print("\(caseCount) cases")
            case .stepFinished(let step): print("  \(step.name): \(step.outcome)")
            case .caseFinished(let result): print("\(result.title): \(result.outcome)")
            case .warning(let text): print("warning: \(text)")
            case .runFinished(let summary): print("\(summary.passed) passed, \(summary.failed) failed")
            }
        }
        // end
    }

    static func reports(_ path: String, _ folder: String, _ stub: StubDispatcher) async throws -> WorkflowSummary {
        // example
        let settings = WorkflowSettings(reports: [.junit("\(folder)/junit.xml"), .html("\(folder)/report.html")])
        let summary = try await Workflows(in: path, settings: settings).summary(dispatcher: stub)
        print("\(summary.passed) of \(summary.results.count) passed in \(summary.duration)")
        // end
        return summary
    }
}
