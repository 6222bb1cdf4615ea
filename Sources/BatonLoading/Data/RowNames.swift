import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow

/// Collects the names of rows, and reports rows without a name and rows with the same name.
struct RowNames {
    private static let mostTold = 10

    let namer: RowNamer
    let sink: DiagnosticSink
    /// The place of `rows` in the workflow.
    let used: SourceRange
    private(set) var names: [String] = []
    private var seen: Set<String> = []
    private var wrong = 0

    init(namer: RowNamer, sink: DiagnosticSink, used: SourceRange) {
        self.namer = namer
        self.sink = sink
        self.used = used
    }

    mutating func add(_ row: CELValue, at range: @autoclosure () -> SourceRange) {
        do throws(StepFailure) {
            guard let name = try namer.name(of: row) else {
                return tell(.namelessRow(isComputed: namer.template != nil, at: range(), used: used))
            }
            names.append(name)
            if !seen.insert(name).inserted {
                tell(.sameRowName(name, isComputed: namer.template != nil, at: range(), used: used))
            }
        } catch {
            tell(.rowNameFails(error, row: range()))
        }
    }

    private mutating func tell(_ diagnostic: Diagnostic) {
        wrong += 1
        if wrong <= Self.mostTold { sink.report(diagnostic) }
    }

    /// Tells the sink the number of omitted findings.
    func close() {
        if wrong > Self.mostTold { sink.omit(wrong - Self.mostTold) }
    }
}

/// The names of rows: from `name`, otherwise the first value that can be a name.
struct RowNamer {
    /// Longer values are cut where they become names.
    private static let longest = 200

    let template: TextTemplate?

    /// The name of a row, on one line; nil for a row without a value that can be its name.
    func name(of row: CELValue) throws(StepFailure) -> String? {
        guard let template else { return ElementName.text(row, longest: Self.longest) }
        let text = try template.text(from: RowScope(row: row))
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.isEmpty ? nil : line
    }
}

/// The scope in which the name of a row is computed. It knows only the row, so that the name is the same in every run.
private final class RowScope: TemplateScope {
    private let row: CELValue

    init(row: CELValue) {
        self.row = row
    }

    func value(at slot: Int) throws(CELError) -> CELValue? { slot == Root.row.rawValue ? row : nil }

    func noteSecret(_ text: String) {}
}
