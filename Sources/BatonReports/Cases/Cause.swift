package import BatonRecords
import BatonValues

/// What made cases bad, told once: the cases that failed in one way, with what only followed from them.
///
/// Every text in it is masked, harmless and bounded; it needs only the escaping of the document that shows it.
package struct Cause: Sendable {
    /// In the order in which every reader shows them.
    package enum State: Int, Sendable, CaseIterable {
        /// Good in the run before; of a run that is compared with none, each cause that is none of the others.
        case new
        /// Bad before as well, with another failure.
        case changed
        /// Passed, but only after a failure.
        case flaky
        case known
        case quarantined
        /// Did not come to its end because the run was ended from outside.
        case interrupted

        package var word: StaticString {
            switch self {
            case .new: "new"
            case .changed: "changed"
            case .flaky: "flaky"
            case .known: "known"
            case .quarantined: "quarantined"
            case .interrupted: "interrupted"
            }
        }
    }

    package let state: State
    /// One line: `POST /payments: expected 201, got 502`.
    package let title: String
    /// A few words: `POST /payments 502`.
    package let brief: String
    /// The request at fault; nil where none was sent.
    package let request: RequestLine?
    /// In the order of the run; there is at least one.
    package let cases: [CauseCase]
    /// Cases that did not run because one of these did not pass, by index.
    package let folded: [Int]
    /// Of all its cases, each once.
    package let owners: [String]
    /// The run in which it began, this one for a new one; nil where the run is compared with none.
    package let since: CauseStart?
    /// The last run before, on this branch or the one that it came from, in which its case passed; nil where none is known.
    package let lastGood: PastRuns.Run?
    /// The page that compares the last good commit with the first bad one.
    package let comparisonURL: String?
    /// In how many of the known earlier runs its first case did not pass at once, and in how many it ran.
    package let tally: (bad: Int, all: Int)

    /// The case that is told in full.
    package var first: CauseCase { cases[0] }
    /// The number of cases that it made bad, with those that did not run.
    package var count: Int { cases.count + folded.count }
    /// What failed, of all its cases.
    package var entries: [FailureEntry] { cases.flatMap(\.entries) }
    package var place: Place { first.standing.first.place }
    package var isQuarantined: Bool { state == .quarantined }
    /// The word for its state; nil where the run is compared with none, so that nothing is new.
    package var word: StaticString? { state == .new && since == nil ? nil : state.word }
    /// Whether it makes a run fail, unless flaky cases do.
    package var isBad: Bool { state == .new || state == .changed || state == .known }
}

/// A case that a cause made bad.
package struct CauseCase: Sendable {
    package let record: CaseRecord
    /// What failed in it: outside the steps, then each step; for a flaky case what failed before it passed.
    package let entries: [FailureEntry]
    package let state: Cause.State

    package var index: Int { record.identity.index }
    /// The entry that stands for the case: the first that does not only follow from another one.
    package var standing: FailureEntry { entries.first { !$0.first.isFollowing } ?? entries[0] }
}

/// A step with its failures, or the failures of a case outside its steps.
package struct FailureEntry: Sendable {
    package let record: CaseRecord
    /// Nil for a failure outside the steps.
    package let step: StepRecord?
    /// There is at least one.
    package let failures: [FailureRecord]

    /// The request at fault: of a flaky step the first that failed, else the last. Nil where none was sent, and for an earlier
    /// attempt at the whole workflow, whose requests are not kept.
    package var exchange: ExchangeRecord? {
        guard let exchanges = step?.exchanges else { return nil }
        return record.isFlaky ? exchanges.first { !$0.isPoll && $0.note != nil } : exchanges.last
    }

    package var first: FailureRecord { failures[0] }

    /// Those of a case that failed or could not run; there is at least one.
    static func all(of record: CaseRecord) -> [FailureEntry] {
        var entries: [FailureEntry] = []
        if !record.failures.isEmpty {
            entries.append(FailureEntry(record: record, step: nil, failures: record.failures))
        }
        for step in record.steps where !step.failures.isEmpty {
            entries.append(FailureEntry(record: record, step: step, failures: step.failures))
        }
        if entries.isEmpty {
            let place = Place(file: record.identity.path, line: 1, column: 1)
            let failure = FailureRecord(kind: "workflow.invalid", message: record.reason ?? "failed", place: place)
            entries.append(FailureEntry(record: record, step: nil, failures: [failure]))
        }
        return entries
    }

    /// What failed in a flaky case before it passed: the first failures of the first attempt.
    static func beforePass(of record: CaseRecord) -> FailureEntry {
        if let first = record.earlier.first?.failures.first {
            let step = record.steps.first { $0.name == first.step }
            return FailureEntry(record: record, step: step, failures: [first.failure])
        }
        let step = record.steps.first(where: \.isFlaky)
        let exchange = step?.exchanges.first { !$0.isPoll && $0.note != nil }
        let program = step?.earlierPrograms.first { !$0.isPoll && $0.note != nil }
        let failure = FailureRecord(
            kind: exchange?.failure ?? (program == nil ? "check.failed" : "exec.failed"),
            message: exchange?.note ?? program?.note ?? "passed only after a failure",
            place: step?.place ?? Place(file: record.identity.path, line: 1, column: 1))
        return FailureEntry(record: record, step: step, failures: [failure])
    }
}

/// When a cause began.
package struct CauseStart: Sendable {
    package let run: PastRuns.Run
    /// Whether it was there in every known run, and may be older.
    package let isAtLeast: Bool
    /// Whole days until this run.
    package let days: Int

    /// `commit 9cbd71c ('one query for each line', Mei Tanaka), build #122, 2026-08-21 03:00`, without what is not known;
    /// the run where neither commit nor build is.
    package var text: String { run.text }
}

/// The request of a step in words that are the same in every run.
package struct RequestLine: Sendable, Equatable, CustomStringConvertible {
    package let method: String
    /// The path as written in the file, without query: `/orders/$(id)`.
    package let template: String
    /// The status of the response; nil where none came.
    package let status: Int?
    /// `host:port` that it was sent to, without user and password.
    package let server: String

    /// `POST /payments`.
    package var description: String { "\(method) \(template)" }

    /// - Parameter isAtFault: whether its response is the one that is told.
    init(_ exchange: ExchangeRecord, isAtFault: Bool) {
        method = CauseText.line(exchange.method, 20)
        status = isAtFault ? exchange.status : nil
        server = Self.server(in: exchange.url.text)
        template = CauseText.line(Self.path(in: exchange.urlTemplate.text), CauseText.longestPath)
    }

    /// The same for each way to write what is filled in.
    var key: String { "\(method) \(Self.withoutExpressions(template))" }

    /// The path of a URL as written in a file; that of its own where it begins with a scheme.
    private static func path(in template: String) -> String {
        var text = template[...]
        if let scheme = text.firstRange(of: "://"), !text[..<scheme.lowerBound].contains("$") {
            text = text[scheme.upperBound...].drop { !"/?#".contains($0) }
        }
        var depth = 0
        var last: Character = " "
        let end = text.indices.first { index in
            let character = text[index]
            if character == "(", depth > 0 || last == "$" { depth += 1 }
            if character == ")", depth > 0 { depth -= 1 }
            last = character
            return depth == 0 && (character == "?" || character == "#")
        }
        let path = text[..<(end ?? text.endIndex)]
        return path.isEmpty ? "/" : String(path)
    }

    /// Each `$(…)` as `{}`.
    private static func withoutExpressions(_ path: String) -> String {
        var result = ""
        var depth = 0
        for character in path {
            switch character {
            case "(" where depth > 0: depth += 1
            case "(" where result.last == "$":
                result.removeLast()
                result += "{}"
                depth = 1
            case ")" where depth > 0: depth -= 1
            default: if depth == 0 { result.append(character) }
            }
        }
        return result
    }

    private static func server(in url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return "" }
        let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return CauseText.line(String(host), 100)
    }
}

/// The texts of causes: one line each, harmless and bounded.
enum CauseText {
    static let longestPath = 120
    private static let longestTitle = 300
    private static let longestBrief = 100

    static func line(_ text: String, _ limit: Int) -> String {
        EscapedCICommands.of(CutText.head(PrintableText.line(text), limit))
    }

    static func title(_ entry: FailureEntry, _ request: RequestLine?) -> String {
        let failure = entry.first
        var text = failure.message.text
        if failure.check?.text == "status", let expected = failure.expected, let actual = failure.actual {
            text = "expected \(expected), got \(actual)"
        }
        return line((request.map { "\($0): " } ?? "") + text, longestTitle)
    }

    static func brief(_ entry: FailureEntry, _ request: RequestLine?) -> String {
        let failure = entry.first
        guard let request else { return line(failure.message.text, longestBrief) }
        let what: String
        switch failure.kind {
        case "network.reset": what = " breaks off"
        case "network.connect": what = " cannot be reached"
        case "network.timeout": what = " takes too long"
        default:
            let status = failure.check?.text == "status" ? request.status.map { " \($0)" } : nil
            what = status ?? ": \(failure.check?.text ?? failure.message.text)"
        }
        return line("\(request)\(what)", longestBrief)
    }
}

extension PastRuns.Run {
    private static let longestSubject = 72
    private static let longestAuthor = 40

    /// `f0e9c9a ('release candidate', Ida Berg)`; nil where the commit is not known.
    package var commitText: String? {
        guard let commit = shortCommit else { return nil }
        let subject = subject.map { "'\(CauseText.line($0, Self.longestSubject))'" }
        let author = author.map { CauseText.line($0, Self.longestAuthor) }
        let known = [subject, author].compactMap(\.self).joined(separator: ", ")
        return CauseText.line(commit, 80) + (known.isEmpty ? "" : " (\(known))")
    }

    var text: String {
        let build = build.map { "build #\(CauseText.line($0, 40))" }
        let places = [commitText.map { "commit \($0)" }, build].compactMap(\.self)
        let named = places.isEmpty ? ["run \(CauseText.line(shortID, 40))"] : places
        return (named + [TimeText.minute(started)]).joined(separator: ", ")
    }

    /// The page of the server that compares this commit with a later one: of GitHub, Gitea, GitLab and Bitbucket.
    func comparisonURL(to later: PastRuns.Run) -> String? {
        guard let commit, let other = later.commit, commit != other, let page = later.commitURL, page.hasSuffix(other)
        else { return nil }
        let base = page.dropLast(other.utf8.count)
        if base.hasSuffix("/commit/") { return "\(base.dropLast("commit/".utf8.count))compare/\(commit)...\(other)" }
        if base.hasSuffix("/commits/") {
            return "\(base.dropLast("commits/".utf8.count))branches/compare/\(other)%0D\(commit)"
        }
        return nil
    }
}
