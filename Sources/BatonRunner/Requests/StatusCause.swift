import BatonHTTP
import BatonJudging
import BatonLanguage

/// A status that the step did not want explains why checks, conditions and captures of what the response holds fail: they
/// were written for the wanted one. Its failure names and counts them, and they get none of their own.
struct StatusCause {
    /// The most checks that are named.
    private static let mostNamed = 8

    /// The failures that are told on their own, with those of captures that are.
    private(set) var failures: [StepFailure] = []
    private(set) var captures: [StepFailure]

    /// - Parameter captures: the failures of the step's captures.
    init(_ failed: [ResponseJudge.Failed], captures: [StepFailure]) {
        self.captures = captures
        guard let status = failed.firstIndex(where: { $0.failure.check == "status" }) else {
            failures = failed.map(\.failure)
            return
        }
        self.captures.removeAll(where: Self.isExplained(capture:))
        let note = Self.note(
            failed.filter(\.readsContent).map(\.failure), missed: captures.count - self.captures.count)
        for (index, failed) in failed.enumerated() where !failed.readsContent {
            var failure = failed.failure
            if index == status { failure.notLookedAt = note }
            failures.append(failure)
        }
    }

    private static func note(_ explained: [StepFailure], missed: Int) -> String? {
        if explained.isEmpty, missed == 0 { return nil }
        let checks = explained.compactMap(\.check).filter { $0 != "that" }
        func count(_ number: Int, _ word: String) -> String? {
            number < 1 ? nil : "\(number) \(word)\(number == 1 ? "" : "s")"
        }
        let needing =
            checks.prefix(mostNamed).map { "`\($0)`" }
            + [
                count(checks.count - mostNamed, "more check"), count(explained.count - checks.count, "condition"),
                count(missed, "capture"),
            ].compactMap(\.self)
        return needing.joined(separator: ", ")
    }

    private static func isExplained(capture failure: StepFailure) -> Bool {
        [.mappingMissing, .mappingType, .notJSON, .notXML].contains(failure.kind)
    }
}

extension Check.Subject {
    /// Whether it is a part of what the response holds, and not of how it was sent.
    var isContent: Bool {
        switch self {
        case .header, .cookie, .body, .document, .size, .sha256, .url, .redirects, .path, .events, .firstEvent, .gap,
            .xpath:
            true
        case .status, .duration, .httpVersion, .certificate, .outcome, .exitCode, .standardError: false
        }
    }
}
