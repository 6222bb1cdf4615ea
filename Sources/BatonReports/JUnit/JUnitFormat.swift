import BatonRecords
import BatonXML

/// JUnit XML: a flat `<testsuite>` for each workflow, a `<testcase>` for each step or for the workflow.
///
/// A failure outside the steps, such as a file that did not load, becomes a test case of its own, so that it makes the
/// suite fail.
struct JUnitFormat: CaseFormat {
    static let separator: [UInt8] = []

    private let form: JUnitForm
    private let writer = XMLWriter()
    /// Sums over all suites so far.
    private var total = Figures()
    /// The machine's name and its escaped form, which all suites of a run share.
    private var host: (name: String, shown: String)?

    init(_ form: JUnitForm = JUnitForm()) { self.form = form }

    private struct Figures {
        var tests = 0
        var failures = 0
        var errors = 0
        var skipped = 0

        mutating func add(_ other: Figures) {
            tests += other.tests
            failures += other.failures
            errors += other.errors
        }
    }

    mutating func encode(_ record: CaseRecord, isUnfinished: Bool, of run: RunStarted) -> [UInt8] {
        let identity = record.identity
        let cases =
            form.tests == .steps
            ? ReportedCase.all(of: record, isUnfinished: isUnfinished)
            : [ReportedCase.whole(of: record, isUnfinished: isUnfinished)]
        let figures = Self.figures(cases)
        total.add(figures)
        writer.raw("\n  ")
        writer.start("testsuite")
        writer.attribute("name", CaseNames.suite(identity))
        writer.attribute("tests", figures.tests)
        writer.attribute("failures", figures.failures)
        writer.attribute("errors", figures.errors)
        writer.attribute("skipped", figures.skipped)
        writer.attribute("time", TimeText.seconds(record.duration))
        writer.attribute("timestamp", TimeText.timestamp(record.started))
        writer.attribute("hostname", shownHost(run.hostname))
        // Tools that annotate pull requests take the file of a failure from here.
        writer.attribute("file", FailureText.line(identity.path))
        properties(identity, of: run)
        for index in cases.indices { encode(index, of: cases, identity) }
        writer.raw("\n  ")
        writer.end()
        return writer.takeBytes()
    }

    mutating func frame(
        _ run: RunStarted?, _ end: RunFinished?, duration: Microseconds
    ) -> (head: [UInt8], tail: [UInt8]) {
        writer.startDocument()
        writer.start("testsuites")
        writer.attribute("name", CaseNames.short(run?.titleOfProject ?? "baton"))
        writer.attribute("tests", total.tests)
        writer.attribute("failures", total.failures)
        writer.attribute("errors", total.errors)
        writer.attribute("time", TimeText.seconds(duration))
        writer.raw("\n")
        let head = Array(writer.takeBytes().dropLast())
        writer.end()
        writer.raw("\n")
        return (head, Array("\n".utf8) + writer.takeBytes())
    }

    private mutating func shownHost(_ name: String) -> String {
        if let host, host.name == name { return host.shown }
        let shown = CaseNames.short(name)
        host = (name, shown)
        return shown
    }

    private func properties(_ identity: CaseIdentity, of run: RunStarted) {
        // The schema allows properties for suites only.
        let leftOut = identity.index == 0 ? RunStarted.LeftOut.shown(run.leftOut) : []
        guard run.isStub || identity.role != .selected || !leftOut.isEmpty else { return }
        writer.raw("\n    ")
        writer.start("properties")
        if run.isStub { property("baton.stub", "true") }
        if identity.role != .selected { property("baton.role", identity.role.rawValue) }
        for line in leftOut { property("baton.left_out", FailureText.line(line)) }
        writer.end()
    }

    private func property(_ name: String, _ value: String) {
        writer.start("property")
        writer.attribute("name", name)
        writer.attribute("value", value)
        writer.end()
    }

    private static func figures(_ cases: [ReportedCase]) -> Figures {
        var figures = Figures()
        figures.tests = cases.count
        for index in cases.indices {
            switch cases[index].result {
            case .passed: break
            case .failure: figures.failures += 1
            case .error: figures.errors += 1
            case .skipped, .quarantined: figures.skipped += 1
            }
        }
        return figures
    }

    /// Reads fields individually, because copying the whole test case would retain all its references.
    private func encode(_ index: Int, of cases: [ReportedCase], _ identity: CaseIdentity) {
        writer.raw("\n    ")
        writer.start("testcase")
        writer.attribute("name", cases[index].name)
        writer.attribute("classname", cases[index].className)
        writer.attribute("time", TimeText.seconds(cases[index].duration))
        let step = cases[index].step
        if form.profile == .extended { places(of: cases[index].result.failures.first, step, identity) }
        // The element for earlier failures, as Surefire names it; nil where the failure does not count.
        var before: StaticString? = "rerunFailure"
        switch cases[index].result {
        case .passed: before = cases[index].isFlaky ? "flakyFailure" : nil
        case .skipped(let reason):
            before = nil
            skipped(reason ?? "skipped", "skipped")
        case .quarantined(let sentence):
            before = nil
            skipped(sentence, "quarantined")
        case .failure(let failures): bad("failure", failures, step, identity)
        case .error(let failures): bad("error", failures, step, identity)
        }
        if let before {
            for failure in cases[index].earlier { again(before, failure.message.text, failure.kind) }
            for message in cases[index].failedAttempts { again(before, message, "retry") }
        }
        if let step, let output = FailureText.output(of: step) {
            writer.start("system-out")
            writer.text(output)
            writer.end()
        }
        writer.end()
    }

    /// The workflow's file as seen from the top of the repository, as links to it need it, and the line in it.
    private func places(of failure: FailureRecord?, _ step: StepRecord?, _ identity: CaseIdentity) {
        let path = form.folder.isEmpty ? identity.path : "\(form.folder)/\(identity.path)"
        writer.attribute("file", FailureText.line(path))
        let place = AnnotationLines.own(failure, step: step, of: identity)
        writer.attribute("line", place?.line ?? 1)
    }

    private func again(_ element: StaticString, _ message: String, _ kind: String) {
        writer.start(element)
        writer.attribute("message", FailureText.line(message))
        writer.attribute("type", CaseNames.short(kind))
        writer.end()
    }

    private func skipped(_ reason: String, _ type: String) {
        writer.start("skipped")
        writer.attribute("message", FailureText.line(reason))
        writer.attribute("type", type)
        writer.end()
    }

    private func bad(
        _ element: StaticString, _ failures: [FailureRecord], _ step: StepRecord?, _ identity: CaseIdentity
    ) {
        writer.start(element)
        writer.attribute("message", FailureText.message(failures))
        writer.attribute("type", CaseNames.short(failures.first?.kind ?? "check.failed"))
        writer.text(
            FailureText.body(failures, in: step, of: identity))
        writer.end()
    }
}

extension ReportFormat {
    /// A JUnit XML file that all consumers accept, including Jenkins with the strictest schema.
    package static let junit = ReportFormat(
        "junit", "Writes the JUnit report here.", title: "the JUnit report", fileName: "junit.xml", isUsual: true,
        mark: "<testsuite"
    ) { CaseFile(JUnitFormat($0.junit), $0) }
}
