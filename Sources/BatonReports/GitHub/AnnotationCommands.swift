import BatonRecords
import BatonValues

/// Failures as workflow commands of GitHub Actions: `::error file=workflows/a.yaml,line=13,title=a › GET /x::message`.
///
/// GitHub shows at most ten errors of a step, so that the tenth line counts the others.
enum AnnotationCommands {
    private static let most = 10

    /// - Parameter folder: the project's folder as seen from the top folder of the repository.
    static func text(_ records: RunRecords, folder: String) -> String {
        let bad = records.kept.values.filter(\.isBad).sorted { $0.identity.index < $1.identity.index }
        let entries = bad.flatMap(FailureEntry.all)
        let shown = entries.count > most ? most - 1 : most
        var lines = entries.prefix(shown).map { command($0, folder) }
        if entries.count > shown {
            lines.append(
                "::error::and \(entries.count - shown) more failures; the summary and the reports have them all")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func command(_ entry: FailureEntry, _ folder: String) -> String {
        let place = entry.first.place
        var properties: [String] = []
        let isFile = entry.record.identity.role != .gap || place.file != entry.record.identity.path
        // A file outside of the project is not one of the repository.
        if isFile, !place.file.hasPrefix("/"), !place.file.hasPrefix("../") {
            properties += ["file=\(property(folder.isEmpty ? place.file : "\(folder)/\(place.file)"))"]
            properties += ["line=\(place.line)", "col=\(place.column)"]
        }
        let title = [entry.record.identity.title, entry.step?.name].compactMap(\.self).joined(separator: " › ")
        properties.append("title=\(property(CutText.head(title, 200)))")
        return "::error \(properties.joined(separator: ","))::\(data(FailureText.message(entry.failures)))"
    }

    /// A message: line breaks and percent signs are escaped.
    private static func data(_ text: String) -> String {
        EscapedCICommands.of(PrintableText.of(text)).replacing("%", with: "%25").replacing("\r", with: "%0D")
            .replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(PrintableText.line(text)).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}

extension EndReport {
    /// Commands by which GitHub Actions shows failures at their lines.
    ///
    /// - Parameter folder: the project's folder as seen from the top folder of the repository; empty for the same.
    package static func gitHubAnnotations(folder: String, _ dependencies: ReportDependencies) -> EndReport {
        EndReport(dependencies) { records, _ in Array(AnnotationCommands.text(records, folder: folder).utf8) }
    }
}
