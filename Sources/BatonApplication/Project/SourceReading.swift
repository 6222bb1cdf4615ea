package import BatonDiagnostics
import BatonFiles
import BatonValues

/// Reads source files, with an error message for every failure.
package enum SourceReading {
    /// Maximum bytes of a workflow file; a larger file is a mistake.
    static let limit = 10_000_000

    package static func file(at path: String, shownAs shown: String) throws(UsageError) -> SourceFile {
        do {
            return SourceFile(path: shown, bytes: try FileReading.bytes(of: path, limit: limit))
        } catch {
            if error.code == .missing, PathText.isLink(path) {
                throw UsageError(
                    "file.unreadable", "`\(shown)` cannot be read: it is a link that leads nowhere",
                    help:
                        "remove the link, or make the file that it leads to; `ls -l \(ShellWord.quote(shown))` shows where it leads"
                )
            }
            throw UsageError(
                "file.unreadable", Message(value: error.message.replacing(path, with: shown)),
                help: error.code == .denied
                    ? "`ls -l \(shown)` shows whose file it is; `chmod u+r \(ShellWord.quote(shown))` lets that user read it"
                    : nil)
        }
    }
}
