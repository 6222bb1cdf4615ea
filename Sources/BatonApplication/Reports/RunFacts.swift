import BatonFiles
import BatonProcesses
import BatonRecords
import BatonSecrets
import BatonValues
import Synchronization

/// The surroundings of a run, as far as they are known: the commit of the code and the CI service.
///
/// Read once, at first use, because git takes a moment.
final class RunFacts: Sendable {
    private let folder: String
    private let environment: EnvironmentVariables
    private let written: Set<String>
    private let mask: @Sendable (String) -> String
    private let known = Mutex<RunContext?>(nil)

    /// - Parameters:
    ///   - written: the files that the run writes itself, as absolute paths; an earlier run's are no change of the code.
    ///   - mask: masks the secrets in the addresses of pages.
    init(
        of folder: String, _ environment: EnvironmentVariables, written: Set<String> = [],
        mask: @escaping @Sendable (String) -> String
    ) {
        self.folder = folder
        self.environment = environment
        self.written = written
        self.mask = mask
    }

    /// The surroundings of a recorded run.
    init(known: RunContext) {
        folder = ""
        environment = [:]
        written = []
        mask = { $0 }
        self.known.withLock { $0 = known }
    }

    var context: RunContext {
        known.withLock { known in
            let context = known ?? read()
            known = context
            return context
        }
    }

    /// Also without a password that no run knows as a secret.
    private func masked(_ url: String) -> String { mask(SecretNames.documented.hidden(inURL: url)) }

    private func read() -> RunContext {
        let git = GitState(folder, environment, except: written)
        let build = BuildFacts(environment)
        // What is checked out was tested, whatever the service says.
        let commit = git?.commit ?? build.commit
        let isBuilt = commit == build.commit
        return RunContext(
            branch: build.branch ?? git?.branch, commit: commit, parent: nil, isDirty: git?.isDirty ?? false,
            subject: said(git?.message?.subject ?? (isBuilt ? build.subject : nil), Self.longestSubject),
            author: said(git?.message?.author ?? (isBuilt ? build.author : nil), Self.longestAuthor),
            ciProvider: BuildServer.current(in: environment)?.name, ciURL: build.url.map(masked), build: build.number,
            commitURL: commit.flatMap(build.page(ofCommit:)).map(masked),
            defaultBranch: build.defaultBranch ?? git?.defaultBranch, testedVersion: nil, attempt: build.attempt,
            folder: placed(beneath: build.checkout) ?? placed(beneath: git?.top))
    }

    private func placed(beneath top: String?) -> String? { top.flatMap { BuildFacts.folder(folder, beneath: $0) } }

    private static let longestSubject = 200
    private static let longestAuthor = 100

    /// What a commit says, masked, on one line and cut; nil for nothing.
    private func said(_ text: String?, _ limit: Int) -> String? {
        guard let text else { return nil }
        let line = CutText.head(PrintableText.line(mask(text)), limit)
        let words = line.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : words
    }
}
