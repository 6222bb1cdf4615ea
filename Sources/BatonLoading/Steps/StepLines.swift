package import BatonDiagnostics
import BatonLanguage
package import BatonWorkflow
import BatonYAML

/// The lines of a workflow file on which steps begin, for `FILE:LINE`.
package struct StepLines {
    private struct Start {
        let line: Int
        let offset: Int
        /// The number of the first step after this one and the steps within it.
        var next: Int
    }

    private struct Section {
        let name: String
        /// The lines from the section's key to the line before the next key of the file.
        let lines: ClosedRange<Int>
        let starts: [Start]
    }

    private let file: SourceFile
    private let sections: [Section]

    package init(of file: SourceFile) {
        self.file = file
        let entries = YAMLComposer.compose(file, into: DiagnosticSink())?.entries ?? []
        sections = entries.indices.compactMap { index in
            let entry = entries[index]
            guard ["setup", "steps", "teardown"].contains(entry.keyText) else { return nil }
            let last =
                index + 1 < entries.count ? entries[index + 1].keyRange.start.line - 1 : file.lineStarts.count
            let first = entry.keyRange.start.line
            var starts: [Start] = []
            Self.collect(entry.value, into: &starts)
            return Section(name: entry.keyText, lines: first...max(first, last), starts: starts)
        }
    }

    private static func collect(_ node: YAMLNode, into starts: inout [Start]) {
        for item in node.items ?? [] {
            let number = starts.count
            starts.append(Start(line: item.useRange.start.line, offset: item.useRange.lower, next: 0))
            if item.aliasRange == nil, let steps = item["steps"] ?? item["parallel"] { collect(steps, into: &starts) }
            starts[number].next = starts.count
        }
    }

    /// The end of a run that includes the step on this line, which is the last step that begins there or above. A step
    /// within a group counts on its own.
    package enum End: Sendable, Equatable {
        /// The run includes every step.
        case whole
        case limit(StepLimit)
        /// There is no such step: the reason, and the lines on which steps begin.
        case nowhere(Message, help: Message)
    }

    package func end(at line: Int) -> End {
        guard line <= file.lineStarts.count else {
            // A line break at the end of the file begins no line.
            let endsInBreak = file.lineStarts.count > 1 && file.lineStarts.last == file.bytes.count
            let count = file.lineStarts.count - (endsInBreak ? 1 : 0)
            return .nowhere(
                "\(file.path) has no line \(line): it has \(count) line\(count == 1 ? "" : "s")", help: whereStepsAre)
        }
        guard let section = sections.first(where: { $0.lines.contains(line) }),
            let number = section.starts.lastIndex(where: { $0.line <= line })
        else { return .nowhere("line \(line) of \(file.path) belongs to no step", help: whereStepsAre) }
        if section.name == "teardown" { return .whole }
        let next = section.starts[number].next
        let isLast = next == section.starts.count
        if isLast, section.name == "steps" { return .whole }
        return .limit(
            StepLimit(
                isInSetup: section.name == "setup", line: line,
                offset: isLast ? file.bytes.count : section.starts[next].offset))
    }

    /// The lines of the step of a line, up to the next step or one within; nil where no step is.
    package func lines(at line: Int) -> ClosedRange<Int>? {
        guard let section = sections.first(where: { $0.lines.contains(line) }),
            let number = section.starts.lastIndex(where: { $0.line <= line })
        else { return nil }
        let next = number + 1 < section.starts.count ? section.starts[number + 1].line - 1 : section.lines.upperBound
        return section.starts[number].line...max(section.starts[number].line, next)
    }

    private var whereStepsAre: Message {
        let lines = sections.flatMap { $0.starts.map(\.line) }
        guard let first = lines.min() else { return "the file has no steps" }
        let shown = Array(Set(lines)).sorted().prefix(20).map(String.init).joined(separator: ", ")
        return lines.count == 1 ? "its step begins in line \(first)" : "steps begin in the lines \(shown)"
    }
}
