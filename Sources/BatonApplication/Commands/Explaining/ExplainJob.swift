import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonRecords
import BatonValues
import BatonWorkflow

/// `baton explain`: prints the section of the reference at an anchor, or what the reference and the tables of the program
/// say of a word.
package struct ExplainJob {
    /// An option or a command, with what its help says.
    package struct HelpEntry: Sendable {
        let words: [String]
        let text: String

        /// - Parameter words: the spellings under which it is found.
        package init(_ words: [String], _ text: String) {
            self.words = words
            self.text = text
        }
    }

    private let word: String?
    private let help: [HelpEntry]
    private let context: ProcessContext

    /// - Parameters:
    ///   - word: what is explained; nil for the list of all sections.
    ///   - help: the options and commands.
    package init(_ word: String?, help: [HelpEntry], in context: ProcessContext) {
        self.word = word
        self.help = help
        self.context = context
    }

    package func run() -> Int32 {
        guard let word else {
            let lines = Reference.sections.map { "  \($0.anchor)" }
            context.output((["sections of the reference"] + lines).joined(separator: "\n") + "\n")
            return ExitCode.passed
        }
        let cleaned = Self.cleaned(word)
        let blocks = blocks(about: cleaned)
        guard !blocks.isEmpty else {
            Messages(context, .auto).show([.unknownWord(word, near: Reference.near(cleaned))])
            return ExitCode.invalid
        }
        context.output(blocks.map { $0 + "\n" }.joined(separator: "\n"))
        return ExitCode.passed
    }

    private func blocks(about word: String) -> [String] {
        let keys = Reference.keys(named: word)
        var blocks = keyBlocks(keys)
        var addresses: [String] = []
        let lines = keys.isEmpty ? Self.lines(about: word) : Reference.lines(about: word)
        for (section, _) in lines where !addresses.contains(section.address) { addresses.append(section.address) }
        for address in addresses {
            let own = lines.filter { $0.section.address == address }.flatMap { wrapped($0.line) }
            blocks.append(([address] + own).joined(separator: "\n"))
        }
        blocks += help.filter { $0.words.contains(word) }.map(\.text)
        let rows = Advice.rows(of: word)
        if !rows.isEmpty {
            blocks.append(
                (["a word of other tools"] + rows.map { "  in \($0.place): \($0.help)" }).joined(separator: "\n"))
        }
        if let section = Reference.section(at: word) {
            blocks.insert("\(section.title)  \(section.address)\n\n" + section.text.trimmingLines, at: 0)
        }
        return blocks
    }

    /// What the declarations say of keys; one block for maps that have the same key.
    private func keyBlocks(_ entries: [Reference.KeyEntry]) -> [String] {
        var groups: [[Reference.KeyEntry]] = []
        for entry in entries {
            let index = groups.firstIndex {
                $0[0].key.description == entry.key.description && $0[0].key.example == entry.key.example
            }
            if let index { groups[index].append(entry) } else { groups.append([entry]) }
        }
        return groups.map { group in
            let key = group[0].key
            let titles = group.map(\.map.title).joined(separator: ", ")
            let rules = group[0].map.rules.filter { $0.keys.contains(key) }.map(\.sentence)
            let lines = [key.description] + rules + ["Value: \(key.value)."]
            return
                ([group.compactMap(\.address).first, "in \(titles):"].compactMap(\.self)
                + lines.flatMap(wrapped) + ["  Example: \(key.example)"]).joined(separator: "\n")
        }
    }

    /// The lines of tables about the word, or about the last part of a path whose first part the reference knows:
    /// `response.status`.
    private static func lines(about word: String) -> [(section: Reference.Section, line: String)] {
        let lines = Reference.lines(about: word)
        let parts = word.split(separator: ".").map(String.init)
        guard lines.isEmpty, parts.count > 1, !Reference.lines(about: parts[0]).isEmpty else { return lines }
        return Reference.lines(about: parts[parts.count - 1])
    }

    private func wrapped(_ line: String) -> [String] {
        let width = min(max(context.terminal.width, 40), 100)
        return LineWrap.lines(of: line, width: width - 4).enumerated().map { ($0 == 0 ? "  " : "    ") + $1 }
    }

    /// The word without the brackets, backticks or colon with which it was copied.
    private static func cleaned(_ word: String) -> String {
        var word = Substring(word)
        for (before, after) in [("[", "]"), ("`", "`"), ("", "()"), ("", ":")] {
            guard word.count > before.count + after.count, word.hasPrefix(before), word.hasSuffix(after) else {
                continue
            }
            word = word.dropFirst(before.count).dropLast(after.count)
        }
        return String(word)
    }
}

extension String {
    /// Without empty lines at both ends.
    fileprivate var trimmingLines: String {
        var lines = split(separator: "\n", omittingEmptySubsequences: false)[...]
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }
}

extension Diagnostic {
    fileprivate static func unknownWord(_ word: String, near: String?) -> Diagnostic {
        Diagnostic(
            "usage.unknown-word", "the reference has no word `\(word)`", at: nil,
            help: near.map { "did you mean `\($0)`?" } ?? "`baton explain` lists the sections")
    }
}
