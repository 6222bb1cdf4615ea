import BatonDiagnostics
import BatonFiles

/// Why what is found in the place of baton.yaml is not used, and what to do about it.
enum ProjectRefusal {
    static func error(_ error: FileError, shownFrom workingFolder: String) -> UsageError {
        let shown = PathText.relative(error.path, to: workingFolder)
        return UsageError(
            "project.refused", Message(value: error.message.replacing(error.path, with: shown)),
            help: help(for: error))
    }

    static func help(for error: FileError) -> Message? {
        switch error.code {
        case .denied: "`chown` makes it yours, and so does a copy of the project, as by `git clone`"
        case .isFolder, .notRegular, .failed:
            "move it away: a project file is a text file, and `baton init` writes one"
        default: nil
        }
    }

    /// Whether the error is of something else in the place of a project file of this user.
    static func isInPlaceOfFile(_ error: FileError) -> Bool {
        [.isFolder, .notRegular, .failed].contains(error.code)
    }
}
