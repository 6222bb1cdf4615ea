import BatonApplication
import BatonWorkflow

/// What the words of a command line add up to while they are read; a command takes from it what it has options for.
struct Settings: Sendable {
    var run = RunOptions()
    /// How many runs `baton history list` shows.
    var limit = 20
    /// The run that `baton history show` shows.
    var reference = "last"
    var shell = Shell.bash
    /// The folder that `baton init` writes into; nil for the present one.
    var folder: String?
    var schema = LanguageSchema.Kind.workflow
    /// The command that `baton help` is asked about.
    var topic: [String] = []
    var wantsHelp = false
    var wantsVersion = false
}

/// What a command line asks for, with all that is needed to do it.
enum ParsedCommand: Sendable {
    case run(RunOptions)
    case check(RunOptions)
    case list(RunOptions)
    case historyList(limit: Int)
    case historyShow(run: String)
    case cacheList
    case cacheClear
    case initialize(folder: String?)
    case schema(LanguageSchema.Kind)
    case completions(Shell)
    case help(CommandPath)
    case version
}
