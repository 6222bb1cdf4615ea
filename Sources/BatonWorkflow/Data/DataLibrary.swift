import BatonDiagnostics
import BatonValues
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
        let format: DataFile.Format
    }

    /// The content of a file.
    enum Finding: Sendable {
        case rows(Int)
        /// The file cannot be read, or holds no rows.
        case wrong(DataError, SourceFile?)
    }

    /// The finding about a file; nil where files cannot be read.
    func look(_ path: String, _ format: DataFile.Format, for workflow: SourceFile) -> Finding? {
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
