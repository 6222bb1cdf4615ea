import BatonRecords
import BatonValues

/// A part of what is told at the end of a run.
struct ConsoleBlock {
    /// One line for a build service that folds the block; nil for what is not folded.
    var title: String?
    let text: String
}

/// The causes of a run at its end: one block for each, in the order of `CauseList`, with the other cases by name.
///
/// Known causes behind the first ones are told without their response, and many more causes with a line each: all of it
/// is in the reports, and `--verbose` shows it.
struct ConsoleCauseText {
    private static let mostBlocks = 20
    /// Causes that are told with their response.
    private static let mostWithResponse = 10
    /// The same where they are known.
    private static let mostKnown = 3
    private static let mostNamed = 10
    private static let mostLines = 100
    private static let widestLine = 200

    let list: CauseList
    let failures: ConsoleFailureText
    let style: ConsoleStyle
    let isVerbose: Bool
    /// Whether the errors of invalid files were not printed before.
    let showsInvalidFiles: Bool
    /// Why nothing is compared, where the servers were down.
    let outage: String?

    /// A cause and those of its cases that are told: blocked ones and invalid files stand elsewhere.
    private struct Told {
        let cause: Cause
        let cases: [CauseCase]
    }

    private var told: [Told] {
        list.causes.filter { $0.state != .flaky && $0.state != .quarantined }.compactMap { cause in
            let cases = cause.cases.filter {
                !$0.record.isBlocked && (showsInvalidFiles || !$0.record.isInvalidFile)
            }
            return cases.isEmpty ? nil : Told(cause: cause, cases: cases)
        }
    }

    /// Empty where there is nothing to tell.
    var blocks: [ConsoleBlock] {
        let told = told
        if isVerbose { return everyFailure(told) }
        let shown = told.prefix(Self.mostBlocks)
        let count = told.count
        var blocks = shown.enumerated().map { place, told in
            block(told, "failure \(place + 1) of \(count)", at: place)
        }
        blocks += rest(told.dropFirst(Self.mostBlocks))
        return blocks
    }

    private func everyFailure(_ told: [Told]) -> [ConsoleBlock] {
        let all = told.flatMap { told in told.cases.flatMap { item in item.entries.map { (told.cause, $0) } } }
        return all.enumerated().map { place, item in
            let head = ConsoleFailureText.Head("failure \(place + 1) of \(all.count)", item.0, isCompared)
            return ConsoleBlock(title: "\(head.rule): \(item.0.title)", text: failures.text(item.1, head))
        }
    }

    private var isCompared: Bool { !list.comparisons.isEmpty }

    private func block(_ told: Told, _ number: String, at place: Int) -> ConsoleBlock {
        let first = told.cases[0]
        let isKnown = told.cause.state == .known && isCompared
        let isShort = place >= (isKnown ? Self.mostKnown : Self.mostWithResponse)
        let head = ConsoleFailureText.Head(number, told.cause, isCompared)
        var text = failures.text(first.standing, head, isShort: isShort)
        for entry in first.entries where entry.step !== first.standing.step {
            text += failures.text(entry, nil, isShort: isShort)
        }
        text += others(told.cases.dropFirst())
        return ConsoleBlock(title: "\(head.rule): \(told.cause.title)", text: text)
    }

    /// The other cases of a cause by name.
    private func others(_ cases: ArraySlice<CauseCase>) -> String {
        if cases.isEmpty { return "" }
        var text = "\n  \(style.note("\(cases.count) more like this:"))\n"
        for item in cases.prefix(Self.mostNamed) {
            let title = PrintableText.line(CutText.head(item.record.identity.title, Self.widestLine))
            text += "    \(place(of: item))  \(title)\n"
        }
        if cases.count > Self.mostNamed { text += "    and \(cases.count - Self.mostNamed) more\n" }
        return text
    }

    private func place(of item: CauseCase) -> String {
        let place = item.standing.first.place
        return PrintableText.line("\(place.file):\(place.line)")
    }

    /// A line for each of the last causes of very many.
    private func rest(_ told: ArraySlice<Told>) -> [ConsoleBlock] {
        if told.isEmpty { return [] }
        var text = "\n\(style.strongBad(Plural.count(told.count, "more cause")))\n"
        for item in told.prefix(Self.mostLines) {
            let title = PrintableText.line(CutText.head(item.cause.title, Self.widestLine))
            text += "  \(style.bad("✗")) \(title)  \(place(of: item.cases[0]))\n"
        }
        if told.count > Self.mostLines { text += "  and \(told.count - Self.mostLines) more\n" }
        return [ConsoleBlock(text: text)]
    }

    /// What changed since earlier runs: the causes in one line, else what is good again; then a line against the default
    /// branch. Of an outage its causes, and that it is one; empty where nothing is compared.
    var changes: [String] {
        guard let first = list.comparisons.first else { return outage.map { [style.strong(list.headline), $0] } ?? [] }
        var lines: [String] = []
        if !list.causes.contains(where: \.isBad) {
            lines.append(Self.line(first))
        } else {
            lines.append(style.strong(list.headline) + Self.aside(first))
        }
        return lines + list.comparisons.dropFirst().map(Self.line)
    }

    /// What the headline of the causes does not tell.
    private static func aside(_ comparison: RunComparison) -> String {
        var parts: [String] = []
        if !comparison.fixed.isEmpty { parts.append("\(comparison.fixed.count) fixed") }
        if !comparison.past.slower.isEmpty { parts.append("\(comparison.past.slower.count) slower") }
        return parts.isEmpty ? "" : " \(parts.joined(separator: ", "))."
    }

    /// `since main a1b2c3d: 2 new failures, 1 fixed`.
    private static func line(_ comparison: RunComparison) -> String {
        guard let last = comparison.past.runs.first else { return "" }
        let place = [comparison.past.branch, last.shortCommit].compactMap(\.self).joined(separator: " ")
        let name = place.isEmpty ? "the run of \(TimeText.minute(last.started))" : place
        return "since \(PrintableText.line(CutText.head(name, 200))): \(comparison.sentence)"
    }
}

/// The command that sends the request of a step again, with what comes before it.
struct SendCommand {
    private let options: [String]

    /// - Parameter run: whose options the command needs too.
    init(_ run: RunStarted) {
        options = (run.environment.map { ["--env", $0] } ?? []) + run.givenOptions.map(\.text)
    }

    /// Nil for what is no request of the case's own file.
    func text(_ step: StepRecord, of identity: CaseIdentity) -> String? {
        let file = step.place.file
        guard step.kind == .request, file.hasSuffix(identity.path) || identity.path.hasSuffix(file) else { return nil }
        let row = identity.row.map { ["--name", "* [row=\($0)]"] } ?? []
        let words = ["\(file):\(step.place.line)"] + row + options
        return PrintableText.line("baton send " + words.map(ShellWord.quote).joined(separator: " "))
    }
}
