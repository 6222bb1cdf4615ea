package import BatonApplication
import BatonDiagnostics
import BatonFiles
import BatonJudging
import BatonLoading
import BatonProcesses
import BatonRecords

/// The program: parses its arguments, runs the command, and exits with its exit code.
///
/// How this module works together: each command is a table, `Command+….swift`. `CommandLineParser` reads the arguments
/// by it, into `Settings` or an `ArgumentError`; `HelpText`, `ManPage` and the completions of a `Shell` are written
/// from the same table. This type then starts the job of BatonApplication that does the work.
package enum BatonCommand {
    /// Installs handlers for SIGINT, SIGTERM and SIGHUP; must be called before any other thread starts.
    package static func prepareProcess() {
        refuseMissingProcessFiles()
        refuseFewAddresses()
        ProcessLimits.raiseDescriptors()
        refuseFewDescriptors()
        Interruption.ofProcess.listen { StandardStream.exit($0) }
        refuseFewThreads()
    }

    /// Exits with an error where Linux has no `/proc`: the arguments of the program are read there, and Dispatch looks
    /// at its threads and traps.
    private static func refuseMissingProcessFiles() {
        if ProcessLimits.hasProcessFiles { return }
        refuse(
            "there is no /proc, where a program finds its arguments and threads",
            help: "mount it, in a root that was entered by chroot too: `mount -t proc proc /proc`")
    }

    /// Exits with an error where the address space is too small for the stacks of threads.
    private static func refuseFewAddresses() {
        guard let space = ProcessLimits.addressSpace, space < leastAddressSpace else { return }
        refuse(
            "\(space >> 20) MB of addresses are too few: \(leastAddressSpace >> 20) MB are needed at least",
            help: "allow more, as `ulimit -v unlimited` does")
    }

    /// Exits with an error where there are too few descriptors: Dispatch would trap, and no report could be written.
    private static func refuseFewDescriptors() {
        let left = ProcessLimits.descriptorsLeft
        guard left < leastDescriptors else { return }
        refuse(
            "too few files and connections may be open at a time: "
                + "\(left) more, and at least \(leastDescriptors) are needed",
            help: "allow more, as `ulimit -n 1024` does")
    }

    /// Exits with an error where there are too few threads: Dispatch would wait forever for one.
    private static func refuseFewThreads() {
        let needed = threadsBesideWorkers + 2 * ProcessContext.processorCount
        guard !ProcessLimits.allowsThreads(needed) else { return }
        refuse(
            "too few threads may run at a time: at least \(needed) are needed",
            help: "allow more, as `ulimit -u unlimited` and `ulimit -v unlimited` do")
    }

    private static func refuse(_ message: Message, help: Message) {
        StandardStream.error.write("error: \(message)\n  help: \(help)\n")
        StandardStream.exit(ExitCode.invalid)
    }

    /// Minimum bytes, for the libraries and the stacks of a few threads.
    private static let leastAddressSpace = 512 << 20
    /// Minimum number, for reading files, and for the reports of a run that cannot begin.
    private static let leastDescriptors = 16
    /// Threads for the history recorder, reading a server's output and similar tasks, in addition to a worker and a
    /// transfer loop per processor.
    private static let threadsBesideWorkers = 4

    /// Blocks the main thread until the process exits.
    package static func waitForEnd() -> Never {
        StandardStream.waitForEnd()
    }

    /// Whether the command is `baton completions --words KIND`, which only the scripts of `baton completions` call: it
    /// is in no help, and no mistake in it is an error, which a shell would show in its prompt.
    private static func isCompletion(_ words: [String]) -> Bool {
        words.count == 3 && words[0] == Command.completions.name && words[1] == "--words"
    }

    /// Runs the command of the command line, and exits with its exit code.
    package static func runMain() async {
        let words = Array(ProcessLimits.arguments.dropFirst())
        let context: ProcessContext
        do throws(FileError) {
            context = try .current()
        } catch {
            let reason = error.code == .missing ? "does not exist any more" : "cannot be told: \(error.message)"
            StandardStream.error.write("error: the working folder \(reason)\n")
            StandardStream.exit(ExitCode.invalid)
        }
        // A prompt does not wait longer, whatever a file system does.
        if isCompletion(words) { StandardStream.exit(ExitCode.passed, after: 1_000_000) }
        let code = await perform(words, in: context, interruption: .ofProcess)
        guard let reason = StandardStream.outputError, !isCompletion(words) else { StandardStream.exit(code) }
        Messages(context, .auto).show(
            UsageError("file.unwritable", "a part of the standard output could not be written: \(reason)")
                .diagnostics)
        StandardStream.exit(code == ExitCode.interrupted ? code : ExitCode.internalError)
    }

    /// Runs a command and returns the exit code. Help is printed on standard output, errors on standard error.
    package static func perform(
        _ words: [String], in context: ProcessContext, interruption: Interruption
    ) async -> Int32 {
        if isCompletion(words) {
            let kind = CompletionWords.Kind(rawValue: words[2])
            context.output(kind.map(CompletionWords(in: context).text(of:)) ?? "")
            return ExitCode.passed
        }
        let command: ParsedCommand
        do throws(ArgumentError) {
            command = try CommandLineParser.parse(words)
        } catch {
            let messages = Messages(context, .auto)
            messages.show([error.diagnostic])
            context.errorOutput(error.usage)
            guard let options = CommandLineParser.runOptions(in: words) else { return ExitCode.invalid }
            return await UnstartedRun(options, in: context, messages).writeReports(because: [error.diagnostic])
        }
        switch command {
        case .run(let options) where options.isWatching:
            return await WatchJob(options, in: context, interruption: interruption).run()
        case .run(let options): return await RunJob(options, in: context, interruption: interruption).run()
        case .check(let options): return await CheckJob(options, in: context).run()
        case .importing(let options) where options.importing.result != nil:
            return await VerifyJob(options, in: context, interruption: interruption).run()
        case .importing(let options): return ImportJob(options, in: context).run()
        case .list(let options): return await ListJob(options, in: context).run()
        case .doctor(let options): return await DoctorJob(options, in: context).run()
        case .history(let options): return HistoryJob(options, in: context).run()
        case .merge(let options): return await MergeJob(options, in: context).run()
        case .report(let options): return await ReportJob(options, in: context).run()
        case .cacheList: return CacheJob(in: context).list()
        case .cacheClear: return CacheJob(in: context).clear()
        case .initialize(let folder): return InitJob(folder, in: context).run()
        case .schema(let kind): context.output(LanguageSchema(kind).text)
        case .explain(let word): return ExplainJob(word, help: HelpEntries.all(of: .baton), in: context).run()
        case .completions(let shell): context.output(shell.completions(of: .baton))
        case .version: context.output(Version.text + "\n")
        case .manPages(let path, let folder):
            do throws(FileError) {
                try ManPage.write(path, into: RealPath.join(context.workingFolder, folder))
            } catch {
                Messages(context, .auto).show(UsageError("file.unwritable", Message(value: error.message)).diagnostics)
                return ExitCode.invalid
            }
        case .help(let path):
            let terminal = context.terminal
            context.output(
                HelpText(of: path, width: terminal.width, isColoured: terminal.usesColour(.auto)).text)
        }
        return ExitCode.passed
    }
}

extension Interruption {
    /// The signal handler of this process.
    static let ofProcess = Interruption()
}

extension ProcessContext {
    /// The context of this process. Throws where its working folder no longer exists.
    static func current() throws(FileError) -> ProcessContext {
        let environment = EnvironmentVariables.current()
        var context = ProcessContext(
            workingFolder: try Folder.current(), environment: environment,
            output: { StandardStream.output.write($0) }, errorOutput: { StandardStream.error.write($0) },
            terminal: Terminal(descriptor: 1, environment: environment),
            errorTerminal: Terminal(descriptor: 2, environment: environment),
            processorCount: processorCount)
        context.keyboard = Keyboard()
        return context
    }
}
