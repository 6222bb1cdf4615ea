import BatonRecords

// The raw values as static strings, which can be bound without a copy; a test compares both.

extension Outcome {
    var word: StaticString {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .error: "error"
        case .skipped: "skipped"
        }
    }
}

extension StepSection {
    var word: StaticString {
        switch self {
        case .setup: "setup"
        case .steps: "steps"
        case .teardown: "teardown"
        }
    }
}

extension StepKind {
    var word: StaticString {
        switch self {
        case .request: "request"
        case .set: "set"
        case .that: "that"
        case .wait: "wait"
        case .log: "log"
        case .load: "load"
        case .group: "group"
        case .exec: "exec"
        case .workflow: "workflow"
        }
    }
}
