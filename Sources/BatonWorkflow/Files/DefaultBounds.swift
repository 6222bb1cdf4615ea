package import BatonDiagnostics

extension Workflow {
    /// A note for each loop that only a default bound ends, also in called workflows.
    package var defaultBounds: [Diagnostic] {
        if uses.called.isEmpty { return ownDefaultBounds }
        // The notes of the workflow itself come first, then those of the workflows that it calls.
        return withCalled.reversed().flatMap(\.ownDefaultBounds)
    }

    private var ownDefaultBounds: [Diagnostic] {
        uses.hasBounds ? allSteps.flatMap(\.defaultBounds) : []
    }
}

extension Step {
    fileprivate var defaultBounds: [Diagnostic] {
        var notes: [Diagnostic] = []
        for loop in flow?.loops ?? [] {
            if case .condition(_, let limit) = loop.source, !limit.isWritten {
                notes.append(.whileWithoutBound(passes: limit.passes, at: loop.range))
            }
        }
        if let polling = action.polling, !polling.hasOwnBound {
            notes.append(.untilWithoutBound(at: polling.condition.range))
        }
        return notes
    }
}

extension Step.Action {
    fileprivate var polling: Polling? {
        switch self {
        case .request(let template): template.flow?.polling
        case .exec(let template): template.flow?.polling
        case .set, .that, .wait, .awaiting, .log, .group, .workflow: nil
        }
    }
}

extension Diagnostic {
    private static let defaultBound = "workflow.default-bound"

    static func untilWithoutBound(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .note, defaultBound, "`until` has no `within`: it ends after \(Polling.standardBound / 1_000_000)s",
            at: range)
    }

    static func whileWithoutBound(passes: Int, at range: SourceRange) -> Diagnostic {
        Diagnostic(.note, defaultBound, "`while` has no `max`: it ends after \(passes) passes", at: range)
    }
}
