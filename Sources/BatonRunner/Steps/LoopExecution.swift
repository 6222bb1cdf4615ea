import BatonCEL
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonWorkflow

/// Runs a step several times, one pass after the other.
struct LoopExecution {
    let step: StepExecution
    let loop: Loop
    /// The loops nested in this one, outermost first.
    let inner: ArraySlice<Loop>

    private var run: CaseRun { step.run }

    func perform() async -> StepEnd {
        let elements: LoopElements?
        do throws(StepFailure) {
            elements = try run.elements(of: loop)
        } catch {
            return step.fail(error)
        }
        guard let elements else { return await whileTrue() }
        if elements.count == 0 {
            guard loop.allowsEmpty else {
                return step.fail(
                    StepFailure(
                        .check, "the loop has nothing to go through",
                        hint: loop.element == nil ? nil : .accepting("`allow_empty: true`"), at: loop.range)
                )
            }
            for given in loop.given { run.values.set(given.slot, .list([])) }
            step.skip("there is nothing to go through")
            GatheredResults(loop, run.context.space).set(in: run)
            return StepEnd()
        }
        if loop.concurrency > 1 {
            return await ConcurrentPasses(step: step, loop: loop, inner: inner, elements: elements).perform()
        }
        return await oneByOne(elements)
    }

    private func oneByOne(_ elements: LoopElements) async -> StepEnd {
        var names = PassNames()
        var ended = StepEnd()
        var results = GatheredResults(loop, run.context.space)
        let restore = run.keepElement(loop)
        defer {
            restore()
            results.set(in: run)
        }
        for index in 0..<elements.count {
            if run.mustStop { return ended.adding(step.cancelled()) }
            let element = elements[index]
            let pass = step.pass(loop, element, index: index, of: run, &names)
            ended.add(await pass.perform(inner))
            do throws(StepFailure) {
                try results.add(run)
            } catch {
                return ended.adding(step.fail(error))
            }
            if ended.blocks {
                step.leaveOut(elements.count - index - 1)
                break
            }
        }
        return ended
    }

    private func whileTrue() async -> StepEnd {
        guard case .condition(let condition, let limit) = loop.source else { return StepEnd() }
        var names = PassNames()
        var ended = StepEnd()
        var results = GatheredResults(loop, run.context.space)
        let restore = run.keepElement(loop)
        defer {
            restore()
            results.set(in: run)
        }
        var index = 0
        while true {
            if run.mustStop { return ended.adding(step.cancelled()) }
            run.setElement(of: loop, nil, index: index)
            switch condition.judge(in: run) {
            case .broken(let failure): return ended.adding(step.fail(failure))
            case .fails(let explained):
                if index == 0 {
                    step.skip("`while: \(condition.text)` was false", explanation: explained.parts)
                }
                return ended
            case .holds: break
            }
            if index == limit.passes {
                var failure = StepFailure(
                    .check, "while: `\(condition.text)` still holds after \(limit.passes) passes",
                    hint: .accepting("`max` allows more passes"), at: condition.range)
                failure.explanation = condition.parts(in: run)
                return ended.adding(step.fail(failure))
            }
            let pass = step.pass(loop, nil, index: index, of: run, &names)
            ended.add(await pass.perform(inner))
            do throws(StepFailure) {
                try results.add(run)
            } catch {
                return ended.adding(step.fail(error))
            }
            if ended.blocks { return ended }
            index += 1
        }
    }
}

extension CaseRun {
    func setElement(of loop: Loop, _ value: CELValue?, index: Int) {
        if let element = loop.element { values.set(element.slot, value) }
        values.set(Root.index.rawValue, .int(Int64(index)))
    }

    /// Returns a function that restores element and index of the enclosing loop.
    func keepElement(_ loop: Loop) -> () -> Void {
        let slots = [Root.index.rawValue] + (loop.element.map { [$0.slot] } ?? [])
        let kept = slots.map { (try? self.value(at: $0)) ?? nil }
        return { for (slot, value) in zip(slots, kept) { self.values.set(slot, value) } }
    }
}

extension StepExecution {
    /// Creates the execution of the step for one pass.
    ///
    /// - Parameter run: holds the variables of the pass.
    func pass(
        _ loop: Loop, _ element: CELValue?, index: Int, of run: CaseRun, _ names: inout PassNames
    ) -> StepExecution {
        run.setElement(of: loop, element, index: index)
        let name = loop.element?.name ?? Root.index.name
        let label = names.name(name, loop.element == nil ? .int(Int64(index)) : element, index: index)
        if let element { run.noteSecret(element) }
        let isText = element.map { !$0.holdsTaint && $0.entries == nil && $0.elements == nil } ?? false
        let frame = (self.frame ?? PassFrame()).pass(
            run.mask(label), element.map { CELExplanation(name: name, value: $0) },
            variable: isText ? name : Root.index.name)
        return StepExecution(run: run, step: step, section: section, frame: frame)
    }

    /// Records how many passes were left out because one failed; the results of the others are kept.
    func leaveOut(_ count: Int) {
        guard count > 0 else { return }
        skip(
            count == 1 ? "1 more pass: an earlier one failed" : "\(count) more passes: an earlier one failed",
            remembers: false)
    }
}

/// Names for the passes of one loop: unique, and the same in every run with the same elements.
struct PassNames {
    /// Maximum length of an element's text in a name.
    private static let longest = 60

    private var seen: [String: Int] = [:]

    /// `item=3`; for a map, as `ElementName` names it.
    mutating func name(_ element: String, _ value: CELValue?, index: Int) -> String {
        let label = "\(element)=\(value.flatMap { ElementName.text($0, longest: Self.longest) } ?? "#\(index + 1)")"
        let count = seen[label, default: 0] + 1
        seen[label] = count
        return count == 1 ? label : "\(label) #\(count)"
    }
}
