package import BatonDiagnostics
package import BatonWorkflow
import Synchronization

/// What a run will do: its cases in file order, those that cannot run included.
package struct Plan: Sendable {
    package struct Case: Sendable {
        package let identity: CaseIdentity
        private let box: ContentBox

        package init(identity: CaseIdentity, content: Content) {
            self.identity = identity
            box = ContentBox(content)
        }

        /// Nil once the case has been taken to be run.
        package var content: Content? { box.content.withLock { $0 } }

        /// Hands the content over: a case that has ended is let go, so that a long run needs less and less memory.
        func take() -> Content? { box.content.withLock { $0.take() } }
    }

    private final class ContentBox: Sendable {
        let content: Mutex<Content?>

        init(_ content: Content) {
            self.content = Mutex(content)
        }
    }

    package enum Content: Sendable {
        case workflow(Workflow)
        /// A file with errors: it is reported like a case that could not run.
        case invalid([Diagnostic])
    }

    package let cases: [Case]

    package init(cases: [Case]) {
        self.cases = cases
    }

    /// Every name that `--var` may set.
    package var declaredVariables: Set<String> {
        var names: Set<String> = []
        for case .workflow(let workflow)? in cases.map(\.content) { names.formUnion(workflow.variables.map(\.name)) }
        return names
    }

    /// Why workflows are left out that start programs, where the run does not allow that.
    package var refusedPrograms: [Diagnostic] {
        var files: Set<String> = []
        return cases.flatMap { planned -> [Diagnostic] in
            guard case .invalid(let diagnostics)? = planned.content, files.insert(planned.identity.path).inserted
            else { return [] }
            return diagnostics.filter { $0.code == Diagnostic.execNotAllowedCode }
        }
    }

    package var hasInvalidFiles: Bool {
        cases.contains { if case .invalid? = $0.content { true } else { false } }
    }
}
