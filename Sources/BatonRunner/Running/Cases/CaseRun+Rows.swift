import BatonDiagnostics
import BatonRecords
import BatonWorkflow

extension CaseRun {
    /// Fills `row`; returns a record of the failure where the row has no value.
    func fillRow() -> StepRecord? {
        guard let rows = workflow.rows, let row = context.row else { return nil }
        do throws(TemplateFailure) {
            let value = try rows.value(at: row, from: self) { path, range throws(TemplateFailure) in
                try read(path, range, at: rows.range)
            }
            noteSecret(value)
            values.set(Root.row.rawValue, value)
            return nil
        } catch {
            return loadRecord("row", failures: [Reporting(self).failure(StepFailure(error))])
        }
    }

    private func read(_ path: String, _ range: Range<Int>, at place: SourceRange) throws(TemplateFailure) -> [UInt8] {
        do {
            let source = workflow.file
            let file = try settings.files.root(of: source).open(path, relativeTo: settings.files.folder(of: source))
            return try file.bytes(in: range)
        } catch {
            throw TemplateFailure(error.message, at: place)
        }
    }
}
