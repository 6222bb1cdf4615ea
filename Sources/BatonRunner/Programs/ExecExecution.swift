import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonProcesses
import BatonRecords
import BatonSecrets
import BatonWorkflow

/// Runs the program of a step: starts it, captures from its output, and checks it.
struct ExecExecution {
    let run: CaseRun
    let step: Step
    let template: ExecTemplate

    /// Starts the program once.
    ///
    /// - Parameter until: the condition that must hold before captures and checks are evaluated.
    func once(until: Expression? = nil) async -> StepResult {
        var result = StepResult(kind: .exec)
        let built: ProgramBuilder.Built
        let flags: Set<String>
        do {
            try checkIsAllowed()
            (built, flags) = try run.stepSecrets.notingFlags { () throws(StepFailure) in
                try ProgramBuilder(run: run).program(template)
            }
        } catch {
            result.fail(error, run)
            return result
        }
        var record = ProgramRecord(command: run.stepSecrets.hiding(flags) { run.masked(built.shown.text) })
        let watch = run.settings.dependencies.begin()
        do throws(ProcessError) {
            let end = try await built.program.perform()
            record.duration = watch.elapsed
            result.proves = true
            run.stepSecrets.hiding(flags) { judge(end, built.program, until, &record, &result) }
        } catch {
            run.values.set(.response, nil)
            result.isFinal = true
            result.fail(StepFailure(.exec, error.message, hint: hint(error), at: template.range), run)
        }
        result.programs = [record]
        return result
    }

    private func checkIsAllowed() throws(StepFailure) {
        if run.settings.options.isStub {
            throw StepFailure(
                .stubMissing, "a program has no sample: with `--stub` only requests are answered",
                at: step.range)
        }
        // Such a workflow is refused before the run; this is a second guard.
        guard run.settings.options.allowsPrograms else {
            throw StepFailure(
                .exec, "programs are started only with `--allow-exec`", at: step.range)
        }
    }

    private func hint(_ error: ProcessError) -> Hint? {
        guard error.code == .notFound, !template.program.contains("/") else { return nil }
        return "a program without `/` is looked for in PATH; one beside the workflow is `./\(template.program)`"
    }

    private func judge(
        _ end: ProgramRun.End, _ program: ProgramRun, _ until: Expression?, _ record: inout ProgramRecord,
        _ result: inout StepResult
    ) {
        record.outputBytes = end.output.count
        record.errorBytes = end.errors.count
        if case .ended(let exit) = end.reason {
            switch exit {
            case .code(let code): record.exitCode = Int(code)
            case .signal(let number): record.signal = Int(number)
            }
        }
        if let exitCode = record.exitCode {
            judge(exitCode, end, until, record.duration, &result)
        } else {
            run.values.set(.response, nil)
            result.fail(cutShort(end, program), run)
            result.endedTooEarly = end.reason == .timeIsUp || record.signal != nil
            result.isFinal = end.reason == .cancelled
        }
        if !result.failures.isEmpty || result.unmet != nil {
            let reporting = Reporting(run)
            let isCut = end.reason == .wroteTooMuch
            record.output = reporting.written(end.output, isCut: isCut)
            record.errors = reporting.written(end.errors, isCut: isCut)
        }
    }

    /// Evaluates a program that ended by itself.
    private func judge(
        _ exitCode: Int, _ end: ProgramRun.End, _ until: Expression?, _ duration: Microseconds,
        _ result: inout StepResult
    ) {
        let response = StepResponse(
            ProgramResult(exitCode: exitCode, errors: end.errors), output: end.output, duration: duration)
        result.response = response
        run.values.set(.response, response)
        defer { run.values.forget(response) }
        if let until {
            result.unmet = run.unmet(until)
            if result.unmet != nil { return }
        }
        let judge = ResponseJudge(
            run: run, captures: template.captures, checks: template.checks, conditions: template.conditions,
            template: nil)
        let isUnexpected = !template.checksExitCode && exitCode != 0
        result.checkCount = template.checks.count + template.conditions.count + (template.checksExitCode ? 0 : 1)
        let uncaptured = judge.capture(response, &result, isUnexpected: isUnexpected)
        if isUnexpected { result.fail(unexpectedExit(exitCode), run) }
        result.failures += uncaptured
        result.failures += judge.check(response, &result).map(\.failure)
    }

    /// The failure for an exit code other than 0, where no check of `exit_code` exists.
    private func unexpectedExit(_ code: Int) -> StepFailure {
        StepFailure(
            .exec, "exit_code: expected 0, got \(code)", check: "exit_code", expected: "0", actual: "\(code)",
            hint: .accepting("`expect: { exit_code: \(code) }`"), at: step.range)
    }

    private func cutShort(_ end: ProgramRun.End, _ program: ProgramRun) -> StepFailure {
        let name = "`\(template.program)`"
        switch end.reason {
        case .ended(let exit):
            return StepFailure(.exec, "\(name) was ended by \(exit)", at: step.range)
        case .timeIsUp:
            return StepFailure(
                .exec, "\(name) did not end within \(TimeText.short(program.limit)), and was ended",
                hint: .accepting("`timeout` allows more"), at: step.range)
        case .wroteTooMuch:
            return StepFailure(
                .exec, "\(name) wrote more than \(program.outputLimit / 1_000_000) MB, and was ended",
                hint: "let it write into a file", at: step.range)
        case .cancelled:
            return StepFailure(.cancelled, "the run was interrupted while \(name) ran", at: step.range)
        }
    }
}

extension Reporting {
    /// The end of a program's output, which most often contains the error.
    ///
    /// - Parameter isCut: whether the program was still writing.
    func written(_ bytes: [UInt8], isCut: Bool) -> MaskedText? {
        guard !bytes.isEmpty else { return nil }
        if let sentence = BodyExcerpt.binary(bytes) { return sentence }
        // Masked before it is cut: a part of a secret must not remain, neither here nor where the program was stopped.
        let text = run.masked(String(decoding: bytes, as: UTF8.self) + (isCut ? "…" : ""))
        guard text.text.utf8.count > BodyExcerpt.limit else { return text }
        let tail = text.reshaped { text in
            let tail = String(decoding: Array(text.utf8.suffix(BodyExcerpt.limit)), as: UTF8.self)
            let lines = tail.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return lines.count == 2 ? String(lines[1]) : tail
        }
        return "(\(bytes.count) bytes, the last of them)\n\(tail)"
    }
}
