import BatonCEL
import BatonLanguage
package import BatonSecrets

/// The outputs of a workflow that does not run, because a file has them.
package struct ProvidedOutputs: Sendable {
    /// The file as the user named it.
    private let file: String
    private let run: String
    private let written: String
    private let values: [(name: String, value: CELValue)]

    /// Nil where a value contradicts itself.
    package init?(_ document: OutputsDocument, from file: String) {
        var values: [(name: String, value: CELValue)] = []
        for output in document.outputs {
            guard let value = output.celValue else { return nil }
            values.append((output.name, value))
        }
        self.file = file
        run = document.run
        written = document.written
        self.values = values
    }

    /// The names of the outputs, in the order of the file.
    package var names: [String] { values.map(\.name) }

    /// Masks the secret texts from now on in everything that is printed or written.
    package func noteSecrets(in registry: SecretRegistry) {
        for (_, value) in values where value.holdsTaint {
            value.forEachSecretPart { part in
                switch part {
                case .text(let text): registry.add(text)
                case .bytes(let bytes): registry.add(bytes)
                // Each step that uses them masks these.
                case .number, .word: break
                }
            }
        }
    }

    /// Why the workflow did not run.
    func reason(_ registry: SecretRegistry) -> MaskedText {
        registry.masked("not run: \(file) provides its outputs, those of run \(run), \(written)")
    }

    /// The outputs for the cases that need the workflow.
    func outputs(_ registry: SecretRegistry) -> NeededOutputs {
        NeededOutputs(
            values: values.map { name, value in
                let shown: MaskedText =
                    value.holdsTaint ? "***" : registry.masked((try? value.jsonText()) ?? "")
                return WorkflowOutputs.Entry(name: name, value: value, shown: shown)
            })
    }
}
