package import BatonRecords
import BatonValues
import Synchronization

/// Prints a run for the user: one line per case in file order, failures in full at the end, and a summary line.
///
/// On a live terminal a status line shows the current step, and a failing case is printed as soon as it ends. All text
/// from outside passes through `PrintableText`, and all output through `EscapedCICommands`: nothing that a server sends
/// can control a terminal or command a CI service.
///
/// How this folder works together: this reporter receives the events and decides when something is printed.
/// `ConsoleCaseText`, `ConsoleFailureText` and `ConsoleSummary` make the text, in the colours of `ConsoleStyle`;
/// `ConsoleStatusLine` is the line that is drawn again and again.
package final class ConsoleReporter: EventConsumer {
    private struct State {
        var cases: [CaseIdentity] = []
        var caseText: ConsoleCaseText
        /// Cases that have ended but wait for earlier ones, by index.
        var waiting: [Int: CaseRecord] = [:]
        /// The index of the next case to print.
        var next = 0
        /// Failing cases that were printed out of order.
        var shownEarly: Set<Int> = []
        var records = RunRecords(packsSteps: false)
        /// Known once the run has ended.
        var causes: CauseList?
        /// What became of the step that is shown in full.
        var sent: [(identity: CaseIdentity, step: StepRecord)] = []
        /// Number of bad cases printed so far, by the signature of their failure.
        var alike: Set<String> = []
        var status: ConsoleStatusLine?
        var running = ConsoleRunningSteps()
        /// Lines before the last one: what was written, and where the report is.
        var closing: (notes: [String], page: String?) = ([], nil)
        /// Progress of a large transfer, shown before the current step.
        var transfer: String?

        /// The text of the next case to print: only its headline where a case with the same failure was printed
        /// before, and where it was blocked, because the end says by what. Verbose output prints all in full.
        mutating func text(_ record: CaseRecord, _ detail: ConsoleOptions.Detail) -> String {
            guard record.isBad, !detail.isVerbose, let failure = record.firstFailure else {
                return caseText.text(record)
            }
            let signature = FailureSignature.of(failure)
            let isRepeated = !alike.insert(signature).inserted
            return record.isBlocked || isRepeated ? caseText.headline(record) : caseText.text(record)
        }
    }

    private let options: ConsoleOptions
    private let style: ConsoleStyle
    /// Whether the run is compared with earlier ones, where there are some.
    private let isCompared: Bool
    private let dependencies: ReportDependencies
    private let output: @Sendable (String) -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - context: the surroundings of the run; asked for once, at the end.
    ///   - past: what the history knows of earlier runs, asked for once, at the end; nil where nothing is compared.
    ///   - output: receives text with its line breaks, ready to be written; called for one event at a time.
    package init(
        _ options: ConsoleOptions, context: @escaping @Sendable () -> RunContext = { RunContext() },
        past: (@Sendable (PastRuns.Question) -> PastRuns.Finding)? = nil,
        output: @escaping @Sendable (String) -> Void
    ) {
        self.options = options
        isCompared = past != nil
        dependencies = ReportDependencies(context: context, past: past ?? { _ in .unknown("") }) { _ in }
        self.output = output
        let style = ConsoleStyle(isColoured: options.isColoured)
        self.style = style
        state = Mutex(State(caseText: ConsoleCaseText(style: style, options, cases: [])))
    }

    /// Steps are needed only for the status line.
    package var followsSteps: Bool { options.isLive }

    package func receive(_ event: RunEvent) {
        state.withLock { state in
            switch event {
            case .runStarted(let run): start(run, &state)
            case .caseStarted(let identity):
                guard options.isLive else { return }
                state.running.start(identity.index, PrintableText.line(identity.path), at: options.now())
                draw(&state)
            case .stepStarted(let step):
                guard options.isLive, state.cases.indices.contains(step.caseIndex) else { return }
                let text = PrintableText.line("\(state.cases[step.caseIndex].path) › \(step.name)")
                state.running.start(step.caseIndex, text, at: options.now())
                draw(&state)
            case .stepFinished: state.transfer = nil
            case .caseFinished(let record): finish(record, &state)
            case .warning(let message):
                write("\(style.note("warning")): \(PrintableText.of(message.text))\n", &state)
            case .runFinished(let run): finish(run, &state)
            }
        }
    }

    /// Sets what is printed before the last line, and compares the run with earlier ones.
    ///
    /// - Parameters:
    ///   - notes: lines about what was written.
    ///   - page: the path of the HTML report; nil where it is not shown.
    ///   - ending: how the run will have ended; nil for a run that never began.
    package func close(with notes: [String], page: String? = nil, of ending: RunFinished? = nil) {
        state.withLock { state in
            state.closing = (notes, page)
            if let ending { state.causes = causes(ending, &state) }
        }
    }

    /// What made the run bad; nil for a run that never began.
    private func causes(_ ending: RunFinished, _ state: inout State) -> CauseList? {
        state.records.finished = ending
        guard let run = state.records.run else { return nil }
        let context = dependencies.context()
        return CauseList(state.records, run, context, dependencies.past(state.records.question(run, context)))
    }

    /// Removes the status line and prints the waiting cases, for a run that ended without `runFinished`.
    package func finish() {
        state.withLock { state in
            flush(&state)
            clear(&state)
            state.status = nil
        }
    }

    /// Removes the status line because the process is about to exit; does nothing while another thread is writing.
    package func abandon() {
        _ = state.withLockIfAvailable { clear(&$0) }
    }

    /// Redraws the status line with transfer progress and with changes that came too soon after the last redraw. Called
    /// by a timer during long requests.
    package func refresh(_ shown: TransferBoard.Summary? = nil) {
        let transfer = shown.map(ConsoleTransferText.text)
        state.withLock { state in
            let hasMoved = transfer == nil && state.running.hasMoved(since: state.status?.shown, at: options.now())
            if state.status?.isStale != true, transfer == state.transfer, !hasMoved { return }
            state.transfer = transfer
            draw(&state)
        }
    }

    private func start(_ run: RunStarted, _ state: inout State) {
        state.records.start(run)
        state.cases = run.cases
        state.caseText = ConsoleCaseText(style: style, options, cases: run.cases)
        if options.isLive, options.detail != .quiet, options.listsCases {
            state.status = ConsoleStatusLine(style: style, width: options.width ?? 80, total: run.cases.count)
        }
        // Printed even if only failures are shown: without its seed, a failure in a shuffled run cannot be reproduced.
        for note in run.notes.map(\.text) + RunStarted.LeftOut.shown(run.leftOut).map({ "left out: \($0)" }) {
            write("\(style.faint(PrintableText.line(note)))\n", &state)
        }
    }

    private func finish(_ record: CaseRecord, _ state: inout State) {
        // A quarantined failure is printed in file order, and not repeated at the end.
        let isBad = record.isBad
        state.status?.ended += 1
        state.running.end(record.identity.index)
        state.records.add(record)
        if let place = options.sentStep, let step = record.steps.last(where: place.isPlace),
            step.failures.isEmpty || record.isQuarantined
        {
            state.sent.append((record.identity, step))
        }
        if isBad { state.status?.bad += 1 }
        guard options.detail != .quiet, options.listsCases else { return }
        if options.isLive, isBad {
            // On a terminal, a failure is printed at once instead of after slower cases that come before it.
            write(state.text(record, options.detail), &state)
            state.shownEarly.insert(record.identity.index)
        } else {
            state.waiting[record.identity.index] = record
        }
        while !state.waiting.isEmpty || !state.shownEarly.isEmpty {
            if let record = state.waiting.removeValue(forKey: state.next) {
                write(state.text(record, options.detail), &state)
            } else if state.shownEarly.remove(state.next) == nil {
                break
            }
            state.next += 1
        }
        draw(&state)
    }

    private func flush(_ state: inout State) {
        for index in state.waiting.keys.sorted() {
            if let record = state.waiting[index] { write(state.text(record, options.detail), &state) }
        }
        state.waiting = [:]
    }

    private func finish(_ run: RunFinished, _ state: inout State) {
        flush(&state)
        clear(&state)
        state.status = nil
        let started = state.records.run
        let isVerbose = options.detail.isVerbose
        let failureText = ConsoleFailureText(
            style: style, width: options.width, showsAll: isVerbose || options.sentStep != nil,
            sending: started.map(SendCommand.init))
        let causes = (state.causes ?? causes(run, &state)).map {
            ConsoleCauseText(
                list: $0, failures: failureText, style: style, isVerbose: isVerbose,
                showsInvalidFiles: options.showsInvalidFiles,
                outage: isCompared && state.records.isOutage ? $0.note : nil)
        }
        var blocks = causes?.blocks ?? []
        blocks += state.sent.map { ConsoleBlock(text: failureText.text($0.step, of: $0.identity)) }
        let blocked = ConsoleBlockedText.text(state.records.kept.values.filter(\.isBad), style: style)
        if !blocked.isEmpty { blocks.append(ConsoleBlock(text: "\n\(blocked)")) }
        for block in blocks { write(block, &state) }
        if options.detail != .quiet || !blocks.isEmpty { write("\n", &state) }
        if options.detail != .quiet {
            write(text(state.records.hollow), &state)
            let coverage = started.map(run.coverage) ?? []
            if !coverage.isEmpty {
                write(ConsoleContractText.text(coverage, isDetailed: isVerbose, style: style) + "\n", &state)
            }
            let lines = closingLines(causes?.changes ?? [], run, state)
            if !lines.isEmpty { write(lines.map { "\($0)\n" }.joined() + "\n", &state) }
        }
        let summary = ConsoleSummary.text(
            run, isDryRun: started?.isDryRun == true, isStub: started?.isStub == true,
            isDetailed: isVerbose, leftOut: started?.leftOut.count ?? 0, style: style)
        write(summary + "\n", &state)
    }

    /// The checks that looked at nothing, a line each.
    private func text(_ hollow: HollowRecords) -> String {
        if hollow.count == 0 { return "" }
        var lines = [style.note(hollow.headline) + ":"]
        lines += hollow.first.map { "  \(PrintableText.line($0.line))" }
        if hollow.rest > 0 { lines.append("  and \(hollow.rest) more") }
        return lines.joined(separator: "\n") + "\n\n"
    }

    /// What was written and what changed; of a run that passed as the runs before, neither that nor its page.
    private func closingLines(_ changes: [String], _ run: RunFinished, _ state: State) -> [String] {
        guard run.state == .passed else { return state.closing.notes + changes + pageLine(state) }
        return state.closing.notes + changes.filter { !$0.hasSuffix(": nothing changed") }
    }

    private func pageLine(_ state: State) -> [String] { state.closing.page.map { ["report: \($0)"] } ?? [] }

    private func write(_ block: ConsoleBlock, _ state: inout State) {
        guard let fold = options.fold, let title = block.title else { return write(block.text, &state) }
        fold(GroupCommands.opening(title))
        write(block.text, &state)
        fold(GroupCommands.closing)
    }

    private func write(_ text: String, _ state: inout State) {
        let text = EscapedCICommands.of(text)
        guard let clearing = state.status?.clearing() else { return output(text) }
        output(clearing + text)
    }

    private func clear(_ state: inout State) {
        if let clearing = state.status?.clearing(), !clearing.isEmpty { output(clearing) }
    }

    private func draw(_ state: inout State) {
        guard options.isLive, state.status != nil else { return }
        if let line = state.status?.drawing(
            state.transfer ?? state.running.text(at: options.now()), now: options.now(), isForced: false)
        {
            output(EscapedCICommands.of(line))
        }
    }
}
