import BatonRunner
import BatonXML

/// Encodes one case as a flat `<testsuite>`, one `<testcase>` a step.
///
/// What happened outside the steps, such as a file that did not load, is a test case of its own, so that nothing is
/// green only because nobody could say where it broke.
struct JUnitSuiteEncoder {
    private let writer = XMLWriter()

    /// An encoded suite with its figures, for the totals of the whole file.
    struct Suite {
        var bytes: [UInt8]
        var tests = 0
        var failures = 0
        var errors = 0
        var skipped = 0
    }

    var hasFailed: Bool { writer.hasFailed }

    /// - Parameters:
    ///   - isUnfinished: the case has not ended: what is missing counts as cancelled.
    ///   - isStub: answers came from samples, which a property says.
    func encode(_ record: CaseRecord, isUnfinished: Bool = false, hostname: String, isStub: Bool = false) -> Suite {
        let identity = record.identity
        let outside = OutsideCase(record, isUnfinished: isUnfinished)
        let suite = figures(record, outside)
        writer.raw("\n  ")
        writer.start("testsuite")
        writer.attribute("name", JUnitNames.suite(identity))
        writer.attribute("tests", suite.tests)
        writer.attribute("failures", suite.failures)
        writer.attribute("errors", suite.errors)
        writer.attribute("skipped", suite.skipped)
        writer.attribute("time", TimeText.seconds(record.duration))
        writer.attribute("timestamp", TimeText.timestamp(record.started))
        writer.attribute("hostname", JUnitNames.short(hostname))
        properties(
            [
                ("baton.stub", isStub ? "true" : nil),
                ("baton.role", identity.role == .selected ? nil : identity.role.rawValue),
            ])
        let className = JUnitNames.className(identity)
        var names: Set<String> = []
        // A build service takes every failure for a broken build: what does not count is skipped, with what failed.
        let quarantine = record.isQuarantined ? identity.quarantine?.sentence(isBad: true) : nil
        var earlier = EarlierFailures(record, endsOutside: outside != nil)
        for (index, step) in record.steps.enumerated() {
            encode(
                step, in: quarantine, earlier: quarantine == nil ? earlier.take(step.name, at: index) : [],
                name: unique(JUnitNames.short(step.name), in: &names),
                className: step.section == .steps ? className : "\(className).\(step.section.rawValue)", of: identity)
        }
        if let outside {
            encode(
                outside, in: quarantine, earlier: quarantine == nil ? earlier.takeRest() : [],
                name: unique(JUnitNames.short(identity.name), in: &names),
                className: className, of: identity)
        }
        writer.raw("\n  ")
        writer.end()
        var result = suite
        result.bytes = writer.takeBytes()
        return result
    }

    private func properties(_ values: [(name: String, value: String?)]) {
        guard values.contains(where: { $0.value != nil }) else { return }
        writer.raw("\n    ")
        writer.start("properties")
        for (name, value) in values {
            guard let value else { continue }
            writer.start("property")
            writer.attribute("name", name)
            writer.attribute("value", value)
            writer.end()
        }
        writer.end()
    }

    private func figures(_ record: CaseRecord, _ outside: OutsideCase?) -> Suite {
        var suite = Suite(bytes: [])
        for step in record.steps {
            suite.tests += 1
            switch step.outcome {
            case .passed: break
            case .failed where !record.isQuarantined: suite.failures += 1
            case .error where !record.isQuarantined: suite.errors += 1
            case .skipped, .failed, .error: suite.skipped += 1
            }
        }
        if let outside {
            suite.tests += 1
            switch outside.result {
            case .failure where !record.isQuarantined: suite.failures += 1
            case .error where !record.isQuarantined: suite.errors += 1
            case .skipped, .failure, .error: suite.skipped += 1
            }
        }
        return suite
    }

    private func encode(
        _ step: StepRecord, in quarantine: String?, earlier: [FailureRecord], name: String, className: String,
        of identity: CaseIdentity
    ) {
        startCase(name, className, step.duration)
        switch step.outcome {
        case .passed: if step.isFlaky { flaky(step) }
        case .skipped: skipped(step.reason)
        case .failed where quarantine != nil, .error where quarantine != nil:
            skipped(Self.quarantined(quarantine, step.failures), type: "quarantined")
        case .failed: bad("failure", step, of: identity)
        case .error: bad("error", step, of: identity)
        }
        again(earlier, step.outcome == .passed)
        let hasLines = step.exchanges.count > 1 || step.exchanges.contains { $0.cache != nil }
        if hasLines || step.program != nil || !step.output.isEmpty || !step.failures.isEmpty,
            let output = JUnitFailureText.output(of: step)
        {
            writer.start("system-out")
            writer.text(output)
            writer.end()
        }
        writer.end()
    }

    private func bad(_ element: StaticString, _ step: StepRecord, of identity: CaseIdentity) {
        var failures = step.failures
        if failures.isEmpty {
            failures = [FailureRecord(kind: "check.failed", message: step.reason ?? "failed", place: step.place)]
        }
        result(element, failures, exchange: step.exchanges.last, program: step.program, of: identity)
    }

    /// What failed before it passed, as Surefire writes it.
    private func flaky(_ step: StepRecord) {
        guard let exchange = step.exchanges.last(where: { $0.note != nil }), let note = exchange.note else { return }
        overcome("flakyFailure", note, "flaky")
    }

    /// What earlier attempts at the whole workflow failed with.
    private func again(_ earlier: [FailureRecord], _ isOvercome: Bool) {
        for failure in earlier {
            overcome(isOvercome ? "flakyFailure" : "rerunFailure", failure.message, failure.kind)
        }
    }

    private func overcome(_ element: StaticString, _ message: String, _ kind: String) {
        writer.start(element)
        writer.attribute(
            "message", DefusedText.of(CutText.head(PrintableText.line(message), JUnitFailureText.messageLimit)))
        writer.attribute("type", JUnitNames.short(kind))
        writer.end()
    }

    private func encode(
        _ outside: OutsideCase, in quarantine: String?, earlier: [FailureRecord], name: String, className: String,
        of identity: CaseIdentity
    ) {
        startCase(name, className, 0)
        switch outside.result {
        case .skipped(let reason): skipped(reason)
        case .failure(let failures) where quarantine != nil, .error(let failures) where quarantine != nil:
            skipped(Self.quarantined(quarantine, failures), type: "quarantined")
        case .failure(let failures): result("failure", failures, exchange: nil, of: identity)
        case .error(let failures): result("error", failures, exchange: nil, of: identity)
        }
        again(earlier, false)
        writer.end()
    }

    private func startCase(_ name: String, _ className: String, _ duration: Microseconds) {
        writer.raw("\n    ")
        writer.start("testcase")
        writer.attribute("name", name)
        writer.attribute("classname", className)
        writer.attribute("time", TimeText.seconds(duration))
    }

    private static func quarantined(_ quarantine: String?, _ failures: [FailureRecord]) -> String {
        ([quarantine] + failures.prefix(1).map(\.message)).compactMap(\.self).joined(separator: ": ")
    }

    private func skipped(_ reason: String?, type: String = "skipped") {
        writer.start("skipped")
        let reason = PrintableText.line(reason ?? "skipped")
        writer.attribute("message", DefusedText.of(CutText.head(reason, JUnitFailureText.messageLimit)))
        writer.attribute("type", type)
        writer.end()
    }

    private func result(
        _ element: StaticString, _ failures: [FailureRecord], exchange: ExchangeRecord?,
        program: ProgramRecord? = nil, of identity: CaseIdentity
    ) {
        writer.start(element)
        writer.attribute("message", JUnitFailureText.message(failures))
        writer.attribute("type", JUnitNames.short(failures.first?.kind ?? "check.failed"))
        writer.text(JUnitFailureText.body(failures, exchange: exchange, program: program, of: identity))
        writer.end()
    }

    /// The name, or the name with ` #2` and so on where it is taken.
    private func unique(_ name: String, in names: inout Set<String>) -> String {
        if names.insert(name).inserted { return name }
        var number = 2
        while !names.insert("\(name) #\(number)").inserted { number += 1 }
        return "\(name) #\(number)"
    }
}
