import BatonDiagnostics
import BatonFiles
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonRecords
import BatonSecrets
import BatonSources
import BatonValues
import BatonWorkflow

/// `baton check`: reports all errors of the workflow files at once.
package struct CheckJob {
    private let options: RunOptions
    private let context: ProcessContext

    package init(_ options: RunOptions, in context: ProcessContext) {
        self.options = options
        self.context = context
    }

    package func run() async -> Int32 {
        let messages = Messages(context, options.colour)
        do throws(UsageError) {
            let workspace = try Workspace(context, importing: options)
            messages.hideSecrets(of: workspace, context.environment)
            messages.show(workspace.imported?.warnings ?? [])
            let files = try WorkflowFiles(options.paths, in: workspace)
            var loaded = try await LoadedWorkflows.load(files, in: workspace, options, context)
            if options.isFixing {
                var fixing = Fixing(names: messages.secrets.names)
                defer {
                    messages.show(fixing.shown)
                    context.output(fixing.summary)
                }
                while try fixing.fix(loaded) {
                    loaded = try await LoadedWorkflows.load(files, in: workspace, options, context)
                }
            }
            messages.show(workspace.explained(loaded.diagnostics, options))
            for sentence in files.unmatched { messages.warn(Message(value: sentence)) }
            messages.show(notes: loaded.all.compactMap(\.workflow).flatMap(\.defaultBounds))
            for entry in RunStarted.LeftOut.shown(files.leftOut) {
                context.output("left out: \(PrintableText.line(entry))\n")
            }
            let invalid = loaded.all.count { !$0.isValid }
            let kinds: [(FileKind, String)] = [
                (.workflow, "workflow"), (.api, "API file"), (.openAPI, "OpenAPI document"),
            ]
            let found = loaded.all.map(\.kind)
            let named = kinds.map { kind, name in (found.count { $0 == kind }, name) }.filter { $0.0 > 0 }
            let counts = named.map { Plural.count($0.0, $0.1) }.joined(separator: ", ")
            if loaded.hasProjectErrors { return ExitCode.invalid }
            guard invalid > 0 else {
                context.output("\(counts), no errors\n")
                return ExitCode.passed
            }
            context.output("\(counts), \(invalid) with errors\n")
            return ExitCode.invalid
        } catch {
            messages.show(error.diagnostics)
            return ExitCode.invalid
        }
    }
}

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
        return "\(Plural.count(shown.count, "mistake")) in \(Plural.count(files.count, "file")) corrected\n"
    }
}
