import BatonDiagnostics

/// Holds a data file that a workflow spells out against its form, before anything runs.
struct DataFileCheck {
    let sink: DiagnosticSink
    /// The workflow that names it.
    let file: SourceFile
    let data: DataLibrary

    /// Nil where the file cannot be known yet, or is wrong.
    func rowCount(_ source: DataFile) -> Int? {
        guard let path = source.path.literal, let finding = data.look(path, source.format, for: file) else {
            return nil
        }
        switch finding {
        case .rows(let count):
            if count == 0 { sink.report(.emptyDataFile(path, at: source.range)) }
            return count
        case .wrong(let error, let dataFile):
            sink.report(.wrongDataFile(path, error, dataFile, usedAt: source.range))
            return nil
        }
    }
}
