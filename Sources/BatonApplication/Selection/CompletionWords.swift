import BatonDiagnostics
import BatonFiles
import BatonHistory
import BatonLanguage
import BatonLoading
import BatonRecords
import BatonRunner
import BatonSecrets
import BatonValues
import BatonYAML

/// The words of a project that a shell completes: tags, names, owners, environments, branches and runs.
///
/// It reads files and the history, starts nothing, and reports no error: a shell would show it in its prompt. Files with
/// mistakes give what can be read of them.
package struct CompletionWords {
    package enum Kind: String, Sendable, CaseIterable {
        case tags, names, owners, environments, branches, runs
        /// The paths of workflows.
        case workflows
    }

    private let context: ProcessContext
    private let workspace: Workspace?

    package init(in context: ProcessContext) {
        self.context = context
        workspace = try? Workspace(context)
    }

    /// One word a line, in order.
    package func text(of kind: Kind) -> String {
        var seen: Set<String> = []
        let secrets = SecretRegistry()
        for name in (workspace?.project?.environments ?? []).flatMap(\.secrets) {
            if let value = context.environment[name], !value.isEmpty { secrets.add(value) }
        }
        let words = words(of: kind).filter { word in
            !word.isEmpty && word.utf8.count <= Self.longest && PrintableText.line(word) == word
                && secrets.redact(word) == word
                && seen.insert(word).inserted
        }
        return words.prefix(Self.most).map { $0 + "\n" }.joined()
    }

    private func words(of kind: Kind) -> [String] {
        switch kind {
        case .tags: heads.flatMap(\.tags).sorted().map(TagExpression.quoted)
        case .names: heads.map(\.name)
        case .owners: heads.compactMap(\.owner).sorted()
        case .workflows: heads.map(\.path)
        case .environments: workspace?.project?.environments.map(\.name) ?? []
        case .branches: recentRuns.compactMap(\.branch)
        case .runs: recentRuns.map(\.shortID) + ["last", "previous"] + recentRuns.compactMap(\.branch)
        }
    }

    // MARK: Workflows

    private struct Head {
        var path: String
        var name: String
        var owner: String?
        var tags: [String]
    }

    /// The workflows of the project, as many as can be read in the time.
    private var heads: [Head] {
        guard let workspace, let files = try? WorkflowFiles([], in: workspace).files else { return [] }
        let watch = context.dependencies.begin()
        var heads: [Head] = []
        for file in files {
            guard watch.elapsed < Self.longestReading else { break }
            guard let bytes = try? FileReading.bytes(of: file.path, limit: Self.largestFile) else { continue }
            let root = YAMLComposer.compose(SourceFile(path: file.shown, bytes: bytes), into: DiagnosticSink())
            guard root?["endpoints"] == nil, root?["openapi"] == nil else { continue }
            heads.append(
                Head(
                    path: file.shown, name: root?["name"]?.scalar?.text ?? FileName.withoutEnding(file.identity),
                    owner: root?["owner"]?.scalar?.text,
                    tags: root?["tags"]?.items?.compactMap { $0.scalar?.text } ?? []))
        }
        return heads
    }

    // MARK: History

    private var recentRuns: [RunSummary] {
        guard let path = try? workspace?.historyPath() ?? nil,
            let reader = try? HistoryReader(path, patience: LockPatience(milliseconds: 50), settlesDeadRuns: false)
        else { return [] }
        return (try? reader.recentRuns(limit: Self.mostRuns)) ?? []
    }

    private static let most = 1000
    private static let mostRuns = 50
    /// Bytes of a word.
    private static let longest = 200
    private static let largestFile = 1_000_000
    /// Microseconds.
    private static let longestReading: Microseconds = 400_000
}
