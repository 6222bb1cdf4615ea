import BatonSystem
import BatonValues

/// Queries a repository with the user's own git, although its configuration may not be trustworthy.
///
/// A configuration can name programs: hooks, filters, monitors, transports to other repositories. Only commands are
/// used that read neither files of the working tree nor other repositories, and every setting that could start a
/// program for such a command is turned off. Git and all processes that it starts end at the deadline, and with this
/// process.
struct Git {
    /// The folder that contains `.git`; any folder if `GIT_DIR` names the repository.
    let folder: String
    private let environment: EnvironmentVariables
    /// In nanoseconds of the monotonic clock.
    let deadline: Int64

    /// Why git gave no result; in git's own words where possible.
    struct Failure: Error { let message: String }

    /// The variables that are kept besides those that every program gets: the location of the repository, as hooks and
    /// build services set it, and the folder of the user's settings.
    private static let kept = ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "XDG_CONFIG_HOME"]

    private static let settings = [
        "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c",
        "safe.bareRepository=explicit",
    ]

    init(_ repository: GitRepository, _ environment: EnvironmentVariables, within limit: Duration) {
        let (seconds, attoseconds) = limit.components
        let deadline = ClockReading.monotonicNanoseconds() + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        self.init(repository.top, environment, deadline: deadline)
    }

    init(_ folder: String, _ environment: EnvironmentVariables, deadline: Int64) {
        self.folder = folder
        self.deadline = deadline
        var kept = environment.ordinary
        for name in Self.kept { kept.values[name] = environment[name] }
        // A git command that takes a lock could disturb the user's own git commands.
        kept.values["GIT_OPTIONAL_LOCKS"] = "0"
        // Objects that are missing in a partial clone are not fetched: no protocol is allowed, remote helpers included.
        kept.values["GIT_NO_LAZY_FETCH"] = "1"
        kept.values["GIT_ALLOW_PROTOCOL"] = ""
        kept.values["GIT_TERMINAL_PROMPT"] = "0"
        self.environment = kept
    }

    /// Runs git and returns its output.
    func ask(_ words: [String]) throws(Failure) -> [UInt8] {
        let rest = max(0, deadline - ClockReading.monotonicNanoseconds())
        // Not in a folder of the repository, because `PATH` may contain relative folders.
        let program = ProgramRun(
            words: ["git"] + Self.settings + ["-C", folder] + words, folder: "/", environment: environment,
            limit: rest / 1000, outputLimit: 256_000_000, grace: .zero)
        let end: ProgramRun.End
        do throws(ProcessError) {
            end = try program.performBlocking()
        } catch {
            throw Failure(message: error.message)
        }
        switch end.reason {
        case .ended(.code(0)): return end.output
        case .timeIsUp, .cancelled: throw Failure(message: "git does not answer in time")
        case .wroteTooMuch: throw Failure(message: "git lists more than can be read")
        case .ended:
            let line = String(decoding: end.errors, as: UTF8.self).split(separator: "\n").first.map(String.init)
            throw Failure(message: line.map { $0.hasPrefix("fatal: ") ? String($0.dropFirst(7)) : $0 } ?? "git failed")
        }
    }

    /// The first line of git's output; nil if git fails or writes nothing.
    func line(_ words: [String]) -> String? {
        guard let output = try? ask(words) else { return nil }
        let line = output.prefix { $0 != UInt8(ascii: "\n") }
        return line.isEmpty ? nil : String(validating: line, as: UTF8.self)
    }
}
