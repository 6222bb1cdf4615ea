import BatonDiagnostics
import BatonValues
import BatonWorkflow
import Synchronization

/// Checks the data files that workflows name against their formats, each once. The rows are read again when they are
/// used.
final class DataLibrary: Sendable {
    private let files: (any ProjectFiles)?
    private let known = Mutex<[Key: Finding]>([:])

    init(_ files: (any ProjectFiles)?) {
        self.files = files
    }

    private struct Key: Hashable {
        let path: TextKey
        let format: DataFormat
    }

    /// The content of a file.
    enum Finding: Sendable {
        case rows(Int)
        /// The file cannot be read, or holds no rows.
        case wrong(DataError, SourceFile?)
    }

    /// The finding about a file; nil where files cannot be read.
    func look(_ path: String, _ format: DataFormat, for workflow: SourceFile) -> Finding? {
        guard let files else { return nil }
        do throws(ProjectFileError) {
            let located = try files.locate(path, for: workflow)
            let key = Key(path: TextKey(located), format: format)
            if let finding = known.withLock({ $0[key] }) { return finding }
            let file = try files.read(located, for: workflow)
            let finding: Finding
            do throws(DataError) {
                finding = .rows(try DataReader.rows(file.bytes, format).count)
            } catch {
                finding = .wrong(error, file)
            }
            known.withLock { $0[key] = finding }
            return finding
        } catch {
            return .wrong(DataError(message: error.message), nil)
        }
    }
}

/// Checks a data file with a literal path against its format when the workflow is loaded.
struct DataFileCheck {
    let sink: DiagnosticSink
    /// The workflow that names the data file.
    let file: SourceFile
    let data: DataLibrary

    /// The number of rows; nil where the path is computed or the file has a mistake.
    func rowCount(_ source: DataFile, _ format: DataFormat) -> Int? {
        guard let path = source.path.literal, let finding = data.look(path, format, for: file) else {
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
