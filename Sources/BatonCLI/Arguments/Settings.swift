import BatonApplication
import BatonLanguage
import BatonLoading

/// The values collected while a command line is parsed; each command uses those for which it has options.
struct Settings: Sendable {
    var run = RunOptions()
    var history = HistoryOptions()
    var shell = Shell.bash
    /// The folder into which `baton init` writes; nil for the working folder.
    var folder: String?
    var schema = LanguageSchema.Kind.workflow
    /// The word that `baton explain` explains; nil for the list of all.
    var explained: String?
    /// The command whose help `baton help` shows.
    var topic: [String] = []
    /// The folder into which `baton help` writes manual pages; nil to show the help.
    var manPages: String?
    var wantsHelp = false
    var wantsVersion = false
}

/// A parsed command with everything needed to run it.
enum ParsedCommand: Sendable {
    case run(RunOptions)
    case check(RunOptions)
    case list(RunOptions)
    case doctor(RunOptions)
    case history(HistoryOptions)
    case report(RunOptions)
    case merge(RunOptions)
    case cacheList
    case cacheClear
    case initialize(folder: String?)
    case schema(LanguageSchema.Kind)
    case explain(String?)
    case completions(Shell)
    case help(CommandPath)
    /// Writes the manual pages of a command and of those below it.
    case manPages(CommandPath, folder: String)
    case version
}
