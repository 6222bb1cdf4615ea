import BatonHTTP
import BatonLanguage
import BatonProcesses
import BatonSecrets
import BatonValues
import BatonWorkflow

/// Builds a program's command from its template with the values of a running case.
struct ProgramBuilder {
    let run: CaseRun

    struct Built {
        var program: ProgramRun
        /// The command in shell syntax, for reports.
        var shown: MaskedText
    }

    func program(_ template: ExecTemplate) throws(StepFailure) -> Built {
        var words = [template.program]
        let names = run.settings.secrets.names
        var shown = [ShellWord.quote(template.program)]
        for argument in template.arguments {
            guard let filled = try filledOrNothing(argument) else { continue }
            words.append(filled.text)
            // Masked before quoting, because quoting may split a secret.
            shown.append(ShellWord.quote(names.hidden(inURL: run.mask(filled.shown))))
        }
        return Built(
            program: ProgramRun(
                words: words, folder: try folder(template), environment: try environment(template),
                limit: try limit(template)),
            shown: run.masked(shown.joined(separator: " ")))
    }

    private func environment(_ template: ExecTemplate) throws(StepFailure) -> EnvironmentVariables {
        var values = EnvironmentVariables(run.settings.values.process).ordinary.values.filter { name, _ in
            run.settings.values.secrets[name] == nil
        }
        for variable in template.variables {
            values[variable.name] = try variable.value.flatMap { value throws(StepFailure) in
                try filledOrNothing(value)?.text
            }
        }
        return EnvironmentVariables(values)
    }

    private func folder(_ template: ExecTemplate) throws(StepFailure) -> String {
        let settings = run.settings
        guard let written = template.folder else { return settings.files.folder(of: template.range.file) }
        guard let path = try filledOrNothing(written)?.text else {
            throw StepFailure(.badInput, "`cwd` has no value", at: written.range)
        }
        let file = written.range.file
        do {
            return try settings.files.root(of: file).resolveFolder(
                path, relativeTo: settings.files.folder(of: file), within: written.writtenFolder)
        } catch {
            throw StepFailure(.badInput, "`cwd`: \(error.message)", at: written.range)
        }
    }

    private func limit(_ template: ExecTemplate) throws(StepFailure) -> Int64 {
        return try template.timeout.microseconds(from: run)
    }

    /// Nil for what is left out. Throws for a NUL, because C strings end there.
    private func filledOrNothing(_ template: TextTemplate) throws(StepFailure) -> TextTemplate.Filled? {
        let filled: TextTemplate.Filled?
        filled = try template.filledOrNothing(from: run)
        guard filled?.text.utf8.contains(0) != true else {
            throw StepFailure(.badInput, "what a program is given holds no NUL", at: template.range)
        }
        return filled
    }
}
