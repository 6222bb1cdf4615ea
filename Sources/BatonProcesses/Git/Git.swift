import BatonTime

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Asks the user's own git about a repository whose configuration may be a stranger's.
///
/// A configuration can name programs: hooks, filters, monitors, ways to other repositories. Only questions are asked that
/// look neither into files of the working tree nor into other repositories, and what could start a program for such a
/// question is turned off. Git and all that it starts end at the deadline, and with this process.
struct Git {
    /// The folder that holds `.git`, or any where `GIT_DIR` says where the repository is.
    let folder: String
    private let environment: EnvironmentVariables
    /// On the monotonic clock, in nanoseconds.
    let deadline: Int64

    /// Why git gave no response; in git's words where it has some.
    struct Failure: Error { let message: String }

    /// What is left of the environment beside what every program gets: where the repository is, as hooks and build
    /// services say it, and where the user's settings are.
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
        // One that takes a lock would get in the way of the user's own git.
        kept.values["GIT_OPTIONAL_LOCKS"] = "0"
        // What is missing in a partial clone stays missing: no protocol is allowed, not even a program's.
        kept.values["GIT_NO_LAZY_FETCH"] = "1"
        kept.values["GIT_ALLOW_PROTOCOL"] = ""
        kept.values["GIT_TERMINAL_PROMPT"] = "0"
        self.environment = kept
    }

    /// What git writes.
    func ask(_ words: [String]) throws(Failure) -> [UInt8] {
        let rest = max(0, deadline - ClockReading.monotonicNanoseconds())
        // Not in a folder of the repository: `PATH` may hold relative folders.
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

    /// The first line that git writes; nil where it fails or writes nothing.
    func line(_ words: [String]) -> String? {
        guard let output = try? ask(words) else { return nil }
        let line = output.prefix { $0 != UInt8(ascii: "\n") }
        return line.isEmpty ? nil : String(validating: line, as: UTF8.self)
    }
}
