import BatonDiagnostics
import BatonFiles
import BatonJudging
import BatonLoading
import BatonSecrets
import BatonSources

/// `baton check --fix`: writes what is certain of the corrections of diagnostics into the files that the command names.
///
/// A correction that cannot be shown, because its line holds a secret, is not written either.
struct Fixing {
    private let names: SecretNames
    /// What was corrected, with the lines before and after.
    private(set) var shown: [Diagnostic] = []
    private var files: Set<String> = []
    private var rounds = 0
    /// A corrected mistake may have hidden others.
    private static let mostRounds = 20

    init(names: SecretNames) { self.names = names }

    /// Corrects what can be; false where nothing could.
    mutating func fix(_ loaded: LoadedWorkflows) throws(UsageError) -> Bool {
        rounds += 1
        guard rounds <= Self.mostRounds else { return false }
        let before = shown.count
        for entry in loaded.entries where entry.kind != .openAPI {
            let found = entry.diagnostics.compactMap { diagnostic -> Diagnostic? in
                guard let certain = diagnostic.hidingValues(names).correction?.certain,
                    certain.file.path == entry.file.shown
                else { return nil }
                var corrected = diagnostic
                corrected.severity = .warning
                corrected.help = "corrected like this"
                corrected.correction = certain
                return corrected
            }
            guard let file = found.first?.correction?.file else { continue }
            let bytes = Correction.applying(found.compactMap(\.correction), to: file)
            do {
                try AtomicFile.replace(entry.file.path, file.bytes, with: bytes)
            } catch {
                throw UsageError(
                    "file.unwritable", "\(error.message)",
                    help: "`--fix` changes files: leave it out to see the corrections")
            }
            files.insert(entry.file.path)
            shown += found
        }
        return shown.count > before
    }

    /// `4 mistakes in 2 files corrected`.
    var summary: String {
        guard !shown.isEmpty else { return "nothing to correct\n" }
        return "\(shown.count) \(shown.count == 1 ? "mistake" : "mistakes") in \(files.count) "
            + "\(files.count == 1 ? "file" : "files") corrected\n"
    }
}
