import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonSecrets
import BatonWorkflow

/// A status that the step did not want explains why checks of what the response holds fail: they were written for the
/// wanted one.
struct StatusCause {
    /// The checks and conditions that look at what the response holds.
    private let explained: [SourceRange]

    init(_ template: RequestTemplate) {
        explained =
            template.checks.filter(\.subject.isContent).map(\.range)
            + template.conditions.filter { condition in
                condition.program.references.contains { $0.first == Root.response.name }
            }.map(\.range)
    }

    /// The most checks that are named.
    private static let mostNamed = 8

    /// Where the wanted status did not come, leaves only the failure of the status, which names the checks and counts the
    /// conditions and captures of the response that failed with it.
    ///
    /// - Parameter captures: the failures of the step's captures.
    func condense(_ failures: inout [StepFailure], captures: inout [StepFailure]) {
        guard let first = failures.firstIndex(where: { $0.check == "status" }) else { return }
        let explained = failures.indices.filter { $0 != first && isExplained(failures[$0].range) }
        let missed = captures.count { Self.isExplained(capture: $0) }
        guard explained.count + missed > 0 else { return }
        let checks = explained.compactMap { failures[$0].check }.filter { $0 != "that" }
        func count(_ number: Int, _ word: String) -> String? {
            number < 1 ? nil : "\(number) \(word)\(number == 1 ? "" : "s")"
        }
        let needing =
            checks.prefix(Self.mostNamed).map { "`\($0)`" }
            + [
                count(checks.count - Self.mostNamed, "more check"), count(explained.count - checks.count, "condition"),
                count(missed, "capture"),
            ].compactMap(\.self)
        let note = "what needs the expected status failed too: \(needing.joined(separator: ", "))"
        failures[first].hint = failures[first].hint.map { "\($0); \(note)" } ?? note
        for index in explained.reversed() { failures.remove(at: index) }
        captures.removeAll(where: Self.isExplained(capture:))
    }

    private func isExplained(_ failed: SourceRange) -> Bool {
        explained.contains { $0.file === failed.file && $0.lower <= failed.lower && failed.lower <= $0.upper }
    }

    private static func isExplained(capture failure: StepFailure) -> Bool {
        [.mappingMissing, .mappingType, .notJSON, .notXML].contains(failure.kind)
    }
}

extension Check.Subject {
    /// Whether it is a part of what the response holds, and not of how it was sent.
    fileprivate var isContent: Bool {
        switch self {
        case .header, .cookie, .body, .document, .size, .sha256, .url, .redirects, .path, .events, .firstEvent, .gap,
            .xpath:
            true
        case .status, .duration, .httpVersion, .certificate, .outcome, .exitCode, .standardError: false
        }
    }
}
