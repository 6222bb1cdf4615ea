import BatonApplication
import BatonFiles
import BatonRecords
import BatonReports

/// A place in a workflow file.
public struct WorkflowPlace: Sendable, Hashable, CustomStringConvertible {
    /// Relative to the folder of baton.yaml, or without one to that of the Swift package.
    public let file: String
    /// The absolute path of the file.
    public let path: String
    /// From 1.
    public let line: Int
    /// From 1, in Unicode code points.
    public let column: Int
    /// The line itself, secrets masked; nil where it is not known.
    public let excerpt: String?

    /// `workflows/sign-in.yaml:12:7`.
    public var description: String { "\(file):\(line):\(column)" }

    init?(_ place: Place, in folder: String) {
        if place.file.isEmpty { return nil }
        file = place.file
        path = RealPath.join(folder, place.file)
        line = max(1, place.line)
        column = max(1, place.column)
        excerpt = place.excerpt?.text
    }
}

/// One thing that went wrong in a workflow. No text of it holds a secret.
public struct WorkflowFailure: Sendable, CustomStringConvertible {
    /// A stable name, the same as in reports: `check.failed`, `http.not_found`, `workflow.invalid`.
    public let kind: String
    /// One line that can stand alone: `status: expected 200, got 503`.
    public let message: String
    /// The name of the step that failed; nil for what happened outside the steps.
    public let step: String?
    /// What was checked, as written: `status`, `$.name`.
    public let check: String?
    /// The expected value as the message of the command line shows it; nil where there is none.
    public let expected: String?
    /// The value that was found; nil where there is none.
    public let actual: String?
    /// The error message in the server's response.
    public let serverMessage: String?
    /// What to do about it.
    public let hint: String?
    /// Nil for what belongs to no file, such as an unknown environment.
    public let place: WorkflowPlace?
    /// The last request of the step and what came back: `GET http://127.0.0.1:8080/me → 503 in 84 ms`.
    public let request: String?
    /// A command that sends this request again; secrets are `***`.
    public let curl: String?
    /// All of it as text, in the form of the command line: place, message, the line of the file, expected and actual values,
    /// request, response and curl command. Of several failures of a step, the first one shows request and response.
    public let description: String

    /// - Parameters:
    ///   - step: nil for a failure outside the steps.
    ///   - isFirst: whether no other failure of the step comes before this one.
    init(_ failure: FailureRecord, of step: StepRecord?, in folder: String, isFirst: Bool = true) {
        kind = failure.kind
        message = failure.message.text
        self.step = step?.name
        check = failure.check?.text
        expected = failure.expected?.text
        actual = failure.actual?.text
        serverMessage = failure.serverMessage?.text
        hint =
            failure.acceptance.map { "if that is right: \($0.text)" }.map { acceptance in
                failure.hint.map { "\($0.text); \(acceptance)" } ?? acceptance
            } ?? failure.hint?.text
        place = WorkflowPlace(failure.place, in: folder)
        let exchange = step?.exchanges.last
        request = exchange.map(PlainFailureText.line)
        curl = exchange?.detail?.curl?.text
        guard place != nil else {
            description = ([message] + (hint.map { ["hint: \($0)"] } ?? [])).joined(separator: "\n")
            return
        }
        var text = PlainFailureText.text(failure, isFirst ? step : nil)
        while text.last == "\n" { text.removeLast() }
        description = text
    }

    /// A failure that belongs to no step and no file.
    init(_ message: String) {
        kind = "workflow.invalid"
        self.message = message
        (step, check, expected, actual, serverMessage) = (nil, nil, nil, nil, nil)
        (hint, place, request, curl) = (nil, nil, nil, nil)
        description = message
    }
}

/// Why workflows cannot be listed, or how they failed: the text says all of it, with places and secrets masked.
public struct WorkflowError: Error, Sendable, CustomStringConvertible {
    /// Every error or failure in full, in the form of the command line.
    public let description: String
    /// The failures, first the most important one.
    public let failures: [WorkflowFailure]

    init(_ error: EmbeddingError, in folder: String) {
        description = error.text
        failures = error.failures.map { WorkflowFailure($0, of: nil, in: folder) }
    }

    init(_ result: WorkflowResult) {
        failures = result.allFailures
        description = ([result.title + (result.reason.map { ": \($0)" } ?? "")] + failures.map(\.description)).joined(
            separator: "\n\n")
    }
}
