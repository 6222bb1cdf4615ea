import BatonRecords
import BatonValues

/// The failures at the end of a run: of equal ones only the first is shown in full.
struct ConsoleFailureGroups {
    typealias Entry = (identity: CaseIdentity, step: StepRecord?, failures: [FailureRecord])

    /// Number of the others whose workflows are named.
    private static let mostNamed = 10

    /// In the order of the cases.
    private(set) var shown: [Entry] = []
    private var others: [(message: String, entries: [Entry])] = []

    init(_ entries: [Entry], showsAll: Bool) {
        var places: [String: Int] = [:]
        var seen: Set<String> = []
        for entry in entries {
            let signature = entry.failures.first.map(FailureSignature.of) ?? ""
            if showsAll || seen.insert(signature).inserted {
                shown.append(entry)
            } else if let place = places[signature] {
                others[place].entries.append(entry)
            } else {
                places[signature] = others.count
                others.append((entry.failures.first?.message.text ?? "", [entry]))
            }
        }
    }

    /// The failures that are not shown in full: how many, the first of them, and how to see all.
    func rest(_ style: ConsoleStyle) -> String {
        var text = ""
        for (message, entries) in others {
            let count = entries.count == 1 ? "1 more failure" : "\(entries.count) more failures"
            text += "\n\(style.strongBad(count)) like this: \(PrintableText.line(CutText.head(message, 400)))\n"
            for entry in entries.prefix(Self.mostNamed) {
                let place = entry.failures.first?.place
                let line = place.map { "\($0.file):\($0.line)" } ?? entry.identity.path
                text += "  \(PrintableText.line(line))  \(PrintableText.line(entry.identity.title))\n"
            }
            if entries.count > Self.mostNamed { text += "  and \(entries.count - Self.mostNamed) more\n" }
        }
        return text.isEmpty ? "" : text + "\(style.faint("--verbose shows each; the report files have them all"))\n"
    }
}
