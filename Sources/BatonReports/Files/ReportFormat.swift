package import BatonRecords

/// A format of report files: the declaration from which its option, its help, its paths and its messages are taken.
///
/// A format is declared beside what makes its document, and listed in `all`.
package struct ReportFormat: Sendable, Hashable {
    /// The name of its option, without dashes.
    package let name: String
    /// What its option does, for help.
    package let sentence: String
    /// The report in messages: "the JUnit report".
    package let title: String
    /// A name for its file.
    package let fileName: String
    /// Whether a project has the file without an option.
    package let isUsual: Bool
    /// Text within the first bytes of such a file, by which a report of an earlier run is known.
    package let mark: String
    /// Makes the report that is written at the end of a run; nil for a file that grows with the run.
    package let report: (@Sendable (ReportDependencies) -> any Report)?

    init(
        _ name: String, _ sentence: String, title: String, fileName: String, isUsual: Bool = false, mark: String,
        report: (@Sendable (ReportDependencies) -> any Report)?
    ) {
        self.name = name
        self.sentence = sentence
        self.title = title
        self.fileName = fileName
        self.isUsual = isUsual
        self.mark = mark
        self.report = report
    }

    package var option: String { "--\(name)" }

    package static func == (left: ReportFormat, right: ReportFormat) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// Every format, in the order of the options.
    package static let all: [ReportFormat] = [.junit, .html, .json, .events, .summary, .tap, .har, .prometheus]
}

/// A report that is written when the run has ended.
package protocol Report: EventConsumer {
    /// Writes the document once, also when the run has not ended. Rethrows errors of the closure that writes.
    func finish() throws
}

/// A document that gives its pieces one after another; rethrows errors of `output`, after which no piece follows.
package typealias ReportDocument = (_ output: ([UInt8]) throws -> Void) throws -> Void

/// What a report is made with, besides the events.
package struct ReportDependencies: Sendable {
    /// The surroundings of the run; asked for once, at the end.
    let context: @Sendable () -> RunContext
    /// What the history knows of earlier runs; asked for once, at the end.
    let past: @Sendable (PastRuns.Question) -> PastRuns.Finding
    let junit: JUnitForm
    /// Stores encoded cases until the end of a long run.
    let shelf: (any ByteShelf)?
    /// Writes the document, usually to a temporary file that is then renamed.
    let write: @Sendable (ReportDocument) throws -> Void

    package init(
        context: @escaping @Sendable () -> RunContext,
        past: @escaping @Sendable (PastRuns.Question) -> PastRuns.Finding, junit: JUnitForm = JUnitForm(),
        shelf: (any ByteShelf)? = nil,
        write: @escaping @Sendable (ReportDocument) throws -> Void
    ) {
        self.context = context
        self.past = past
        self.junit = junit
        self.shelf = shelf
        self.write = write
    }
}

/// What is written in a JUnit file beside what every reader takes.
package struct JUnitForm: Sendable {
    /// What a test case stands for.
    package enum Tests: String, CaseIterable, Sendable { case steps, workflows }

    /// The attributes of a test case.
    package enum Profile: String, CaseIterable, Sendable {
        /// Those of the schema that the xUnit plugin of Jenkins enforces.
        case strict
        /// With its file and line too.
        case extended
    }

    package var tests: Tests
    package var profile: Profile
    /// The project's folder as seen from the top folder of the repository; empty for the same.
    package var folder: String

    package init(_ tests: Tests = .steps, _ profile: Profile = .strict, folder: String = "") {
        self.tests = tests
        self.profile = profile
        self.folder = folder
    }
}
