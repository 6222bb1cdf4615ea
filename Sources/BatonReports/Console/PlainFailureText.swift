package import BatonRecords
import BatonValues

/// A failure in full, as the console shows it, without colour and title.
package enum PlainFailureText {
    /// The place and the message first; then the line of the file, what was expected, the request with its response, and a
    /// curl command.
    ///
    /// - Parameter step: the step that failed; nil for a failure outside the steps.
    package static func text(_ failure: FailureRecord, _ step: StepRecord?) -> String {
        ConsoleFailureText(style: ConsoleStyle(isColoured: false), width: nil).details([failure], step)
    }

    /// A request and what came back in one line: `GET http://127.0.0.1:8080/me → 503 in 84 ms`.
    package static func line(_ exchange: ExchangeRecord) -> String {
        PrintableText.line(ExchangeText.line(exchange, arrow: "→"))
    }
}
