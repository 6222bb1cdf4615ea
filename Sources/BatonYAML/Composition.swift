import BatonDiagnostics

/// Reads a file as often as accidents in it are found that can be read past: each is replaced by something harmless,
/// so that all the others are reported too. A sound file is read once.
struct Composition {
    let file: SourceFile
    let start: Int
    let isASCII: Bool
    let limits: YAMLLimits
    private(set) var findings: [Diagnostic] = []
    private var edits = TextEdits()
    /// More than anyone reads at once.
    private static let mostAccidents = 200

    init(file: SourceFile, start: Int, isASCII: Bool, limits: YAMLLimits) {
        self.file = file
        self.start = start
        self.isASCII = isASCII
        self.limits = limits
    }

    /// - Parameter most: how often the file is read at most.
    mutating func run(rounds most: Int = 30) -> YAMLNode? {
        let rounds = max(2, min(most, 4_000_000 / max(1, file.bytes.count)))
        var accidents: [Accident] = []
        for _ in 0..<rounds where accidents.count < Self.mostAccidents {
            let (root, outcome) = read()
            let isProgress = outcome.accidents.reduce(false) { progress, accident in
                let isNew = accident.edit.map { edits.add($0) } ?? false
                return isNew || progress
            }
            for accident in outcome.accidents.prefix(Self.mostAccidents) where accident.diagnostic != nil {
                if accidents.contains(where: { $0.diagnostic?.range?.lower == accident.diagnostic?.range?.lower }) {
                    continue
                }
                accidents.append(accident)
            }
            if !isProgress {
                findings = accidents.compactMap(\.diagnostic) + outcome.findings
                if outcome.accidents.isEmpty { return root }
                if findings.isEmpty { findings = [.yamlSyntax(at: SourceRange(startOf: file), "this is not YAML")] }
                return nil
            }
        }
        findings = accidents.compactMap(\.diagnostic)
        return nil
    }

    private func read() -> (YAMLNode?, TreeBuilder.Outcome) {
        let text = edits.isEmpty ? file.bytes : edits.apply(to: file.bytes)
        return text.withUnsafeBufferPointer { text in
            let document = UnsafeBufferPointer(rebasing: text[start...])
            guard var builder = TreeBuilder(file, document, start: start, isASCII: isASCII, limits, edits) else {
                let finding = Diagnostic("yaml.memory", "not enough memory to read this file", at: nil)
                return (nil, .init(findings: [finding]))
            }
            let root = builder.document()
            return (root, builder.outcome)
        }
    }
}

/// Something that YAML reads otherwise than it was meant.
struct Accident {
    /// Nil for what is no mistake at all, but for libyaml.
    var diagnostic: Diagnostic?
    /// Makes the file readable from there on; nil where it cannot be.
    var edit: TextEdits.Edit?
}
