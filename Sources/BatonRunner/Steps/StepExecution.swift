import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonSecrets
import BatonWorkflow

/// One step in progress: its actions and its failures.
///
/// How this folder works together: `CaseRun.performSections` goes through the steps of a workflow, each with an
/// execution of its own. Around it `LoopExecution` makes passes, one by one or as `ConcurrentPasses`; within it a group
/// and a called workflow perform steps again.
struct StepExecution {
    let run: CaseRun
    let step: Step
    let section: StepSection
    /// The groups and loops around the step; nil for a direct step of a section.
    var frame: PassFrame?

    /// Not masked: a URL written in the file is a part of the usual name.
    private var name: String { frame?.name(step) ?? step.name }

    /// Runs the step, with all its repetitions.
    func perform() async -> StepEnd {
        let end = await repeated()
        run.settle(step, passed: end.outcome == .passed)
        return end
    }

    private func repeated() async -> StepEnd {
        guard let flow = step.flow else { return await once() }
        if let reason = flow.skip {
            skip(reason)
            return StepEnd()
        }
        if run.settings.options.isDryRun {
            if flow.loops.isEmpty { return await once() }
            skip("dry run")
            return StepEnd()
        }
        guard let timeout = flow.timeout else { return await perform(flow) }
        let limit: Microseconds
        do throws(StepFailure) {
            limit = try timeout.microseconds(from: run)
        } catch {
            return fail(error)
        }
        let (end, overdue) = await run.limited(owner, to: limit) { await perform(flow) }
        // A last step that passes after the deadline proves nothing, so the deadline decides.
        guard let overdue, end.outcome == .passed || end.outcome == .skipped else { return end }
        return end.adding(fail(StepFailure(overdue, at: step.range)))
    }

    private func perform(_ flow: StepFlow) async -> StepEnd {
        if flow.loops.isEmpty { return await once() }
        run.stepSecrets.forget()
        return await perform(flow.loops[...])
    }

    /// Names the step in a timeout message: "the group `Sign in`", "`call accounts.login`".
    private var owner: String {
        if case .group(let group) = step.action {
            let kind = group.isParallel ? "the block" : "the group"
            return group.title == nil ? kind : "\(kind) `\(name)`"
        }
        return "`\(name)`"
    }

    /// Runs the step inside these loops, outermost first.
    func perform(_ loops: ArraySlice<Loop>) async -> StepEnd {
        guard let loop = loops.first else { return await once() }
        return await LoopExecution(step: self, loop: loop, inner: loops.dropFirst()).perform()
    }

    private func once() async -> StepEnd {
        run.stepSecrets.forget()
        if run.hub.showsProgress {
            let started = StepStarted(
                caseIndex: run.identity.index, index: run.recording.nextIndex, name: run.masked(name))
            run.hub.emit(.stepStarted(started))
        }
        let watch = run.settings.dependencies.begin()
        if let condition = step.condition {
            switch condition.judge(in: run) {
            case .holds: break
            case .fails(let explained):
                skip("`if: \(condition.text)` was false", explanation: explained.parts, started: watch.started)
                return StepEnd()
            case .broken(let failure):
                var result = StepResult(kind: step.action.kind)
                result.fail(failure, run)
                return finish(result, started: watch.started, duration: watch.elapsed)
            }
        }
        if run.settings.options.isDryRun {
            if case .group(let group) = step.action { return await perform(group) }
            skip("dry run", started: watch.started)
            return StepEnd()
        }
        if let delay = step.flow?.delay {
            let waited = await wait(delay)
            if !waited.failures.isEmpty { return finish(waited, started: watch.started, duration: watch.elapsed) }
        }
        func end(_ result: StepResult) -> StepEnd { finish(result, started: watch.started, duration: watch.elapsed) }
        switch step.action {
        case .group(let group): return await perform(group)
        case .workflow(let call): return await perform(call)
        case .request(let template): return end(await send(template))
        case .set(let assignments): return end(set(assignments))
        case .that(let conditions): return end(hold(conditions))
        case .wait(let duration): return end(await wait(duration))
        case .awaiting(let awaited): return end(await wait(for: awaited))
        case .log(let text): return end(log(text))
        case .exec(let template): return end(await start(template))
        }
    }

    private func send(_ template: RequestTemplate) async -> StepResult {
        let request = RequestExecution(run: run, step: step, template: template, frame: frame)
        guard let flow = template.flow else { return await request.once() }
        return await RepeatExecution(attempted: .request(request), flow: flow).perform()
    }

    private func start(_ template: ExecTemplate) async -> StepResult {
        let program = ExecExecution(run: run, step: step, template: template)
        guard let flow = template.flow else { return await program.once() }
        return await RepeatExecution(attempted: .program(program), flow: flow).perform()
    }

    private func perform(_ group: Step.Group) async -> StepEnd {
        let frame = group.title == nil ? frame : (frame ?? PassFrame()).entering(group.title)
        var end =
            group.isParallel
            ? await ParallelBranches(run: run, group: group, section: section, frame: frame).perform()
            : await run.perform(group.steps, in: section, frame: frame)
        if end.blocks { end.blocks = step.flow?.continuesOnFailure != true }
        if let id = step.id {
            var values = CapturedValues()
            for name in step.action.givenNames {
                if let slot = run.workflow.slots[name] { values[name] = (try? run.value(at: slot)) ?? nil }
            }
            do throws(StepFailure) {
                try run.values.remember(id, values, at: step.range)
            } catch {
                return end.adding(fail(error))
            }
        }
        return end
    }

    /// Records that the step could not begin.
    func fail(_ failure: StepFailure) -> StepEnd {
        var result = StepResult(kind: step.action.kind)
        result.fail(failure, run)
        return finish(result, started: run.settings.dependencies.clock(), duration: 0)
    }

    /// Records that the run ended or a deadline passed before the step, or its next pass, began.
    func cancelled() -> StepEnd {
        fail(StepFailure(run.cut, at: step.range))
    }

    /// Records that the step, with all steps in it, was skipped.
    ///
    /// - Parameters:
    ///   - started: microseconds since 1970; nil means now.
    ///   - remembers: whether later expressions find that none of them ran.
    func skip(
        _ reason: String, explanation: [CELExplanation] = [],
        started: Microseconds? = nil, remembers: Bool = true
    ) {
        if remembers {
            step.visit { run.values.remember($0.id, .empty(ran: false)) }
            run.settle(step, passed: false)
        }
        var result = StepResult(kind: step.action.kind, reason: reason)
        result.explanation = explanation
        record(result, started: started ?? run.settings.dependencies.clock(), duration: 0)
    }

    /// - Parameter remembers: whether later expressions see this result.
    func finish(
        _ result: consuming StepResult, started: Microseconds, duration: Microseconds, remembers: Bool = true
    ) -> StepEnd {
        if section == .teardown, let unset = result.unset, result.failures.count == 1, result.exchanges.isEmpty,
            result.captured.isEmpty
        {
            skip("`\(unset)` was never captured", started: started)
            return StepEnd()
        }
        if remembers { remember(&result) }
        record(result, started: started, duration: duration)
        let outcome = result.outcome
        return StepEnd(outcome: outcome, blocks: outcome != .passed && step.flow?.continuesOnFailure != true)
    }

    private func record(_ result: StepResult, started: Microseconds, duration: Microseconds) {
        run.record(
            result, of: name, in: section, frame, at: step.range, started: started, duration: duration)
    }

    /// Keeps the values that later expressions read from the step; fails the step where there is no room.
    private func remember(_ result: inout StepResult) {
        guard let id = step.id else { return }
        let response: StepResponse? =
            switch run.workflow.uses.keptResponses[id] ?? (run.workflow.uses.keepsAllResponses ? .body : .nothing) {
            case .nothing: nil
            case .head: result.response?.withoutBody
            case .body: result.response
            }
        do throws(StepFailure) {
            try run.values.remember(id, result.captured, response, at: step.range)
        } catch {
            result.fail(error, run)
        }
    }

    private func set(_ assignments: [VariableAssignment]) -> StepResult {
        var result = StepResult(kind: .set)
        for assignment in assignments {
            do throws(StepFailure) {
                let value = try assignment.value.value(from: run).measured
                try run.values.store(assignment.slot, value, at: assignment.range)
                result.captured[assignment.name] = value
            } catch {
                result.fail(error, run)
                break
            }
        }
        return result
    }

    private func hold(_ conditions: [Expression]) -> StepResult {
        var result = StepResult(kind: .that)
        result.proves = true
        result.checkCount = conditions.count
        for condition in conditions {
            if let failure = run.failure(of: condition) { result.fail(failure, run) }
        }
        return result
    }

    private func wait(_ duration: DurationTemplate) async -> StepResult {
        var result = StepResult(kind: .wait)
        do throws(StepFailure) {
            let microseconds = try duration.microseconds(from: run)
            if await !run.settings.dependencies.pause(microseconds) {
                result.fail(StepFailure(run.cut, at: step.range), run)
            }
        } catch {
            result.fail(error, run)
        }
        return result
    }

    private func wait(for awaited: Step.Awaited) async -> StepResult {
        var result = StepResult(kind: .wait)
        switch await run.signals[awaited.id]?.last?.wait() {
        case true: break
        case false, nil:
            let isCut = Task.isCancelled || run.mustStop
            result.fail(
                isCut
                    ? StepFailure(run.cut, at: step.range)
                    : StepFailure(
                        .blocked, "the step `\(awaited.id)`, which this branch awaits, did not pass",
                        at: awaited.range), run)
        }
        return result
    }

    private func log(_ text: TextTemplate) -> StepResult {
        var result = StepResult(kind: .log)
        do throws(StepFailure) {
            // Masked before it is cut: a part of a secret must not remain.
            result.output = run.context.logs.keep(run.masked(try text.fill(from: run).shown)).map { [$0] } ?? []
        } catch {
            result.fail(error, run)
        }
        return result
    }
}
