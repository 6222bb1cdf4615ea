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
        package enum Kind: String, Sendable { case option, command }

        let words: [String]
        let kind: Kind
        let title: String
        let help: String

        /// - Parameter words: the spellings under which it is found.
        package init(_ words: [String], _ kind: Kind, title: String, help: String) {
            self.words = words
            self.kind = kind
            self.title = title
            self.help = help
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
        guard let (word, senses, chosen) = Self.chosen(cleaned, senses) else {
            Messages(context, .auto).show([.unknownWord(word, near: Reference.near(cleaned))])
            return ExitCode.invalid
        }
        let list = senses.count > 1 ? Self.list(of: senses, word, chosen) + "\n" : ""
        context.output(list + senses[chosen].text + "\n")
        return ExitCode.passed
    }

    /// One of the meanings of a word.
    private struct Sense {
        /// Tells it from the other senses of its word: `until/stream`.
        var name: String
        /// In a list of senses.
        let title: String
        let text: String
    }

    /// The senses of a word, and which of them is meant: the first, or that of a name behind a `/`. Nil for an unknown
    /// word.
    private static func chosen(
        _ text: String, _ senses: (String) -> [Sense]
    ) -> (word: String, senses: [Sense], chosen: Int)? {
        let all = senses(text)
        if !all.isEmpty { return (text, all, 0) }
        guard let slash = text.lastIndex(of: "/") else { return nil }
        let word = cleaned(String(text[..<slash]))
        let named = senses(word)
        let name = text[text.index(after: slash)...]
        return named.firstIndex { $0.name == name }.map { (word, named, $0) }
    }

    private static func list(of senses: [Sense], _ word: String, _ chosen: Int) -> String {
        let width = senses.map(\.name.count).max() ?? 0
        let lines = senses.enumerated().map { index, sense in
            let spaces = String(repeating: " ", count: width - sense.name.count)
            return "\(index == chosen ? "→" : " ") \(word)/\(sense.name)\(spaces)  \(sense.title)\n"
        }
        return "`\(word)` has \(senses.count) meanings; `baton explain \(word)/NAME` prints another one:\n"
            + lines.joined()
    }

    private func senses(of word: String) -> [Sense] {
        let keys = Reference.keys(named: word)
        var senses: [Sense] = []
        if let section = Reference.section(at: word) {
            let text = "\(section.title)  \(section.address)\n\n" + section.text.trimmingLines
            senses.append(Sense(name: "section", title: "the section \(section.address)", text: text))
        }
        let lines = keys.isEmpty ? Self.lines(about: word) : Reference.lines(about: word)
        senses += keySenses(keys) + lineSenses(lines, word)
        senses += help.filter { $0.words.contains(word) }.map { entry in
            Sense(name: entry.kind.rawValue, title: entry.title, text: "\(entry.title)\n  \(entry.help)")
        }
        let rows = Advice.rows(of: word)
        if !rows.isEmpty {
            let lines = rows.map { "  in \($0.place): \($0.help)" }
            let title = "a word of other tools"
            senses.append(Sense(name: "elsewhere", title: title, text: ([title] + lines).joined(separator: "\n")))
        }
        return Self.named(senses)
    }

    /// The senses with a number behind the name of each that is not the first of its name.
    private static func named(_ senses: [Sense]) -> [Sense] {
        var counts: [String: Int] = [:]
        return senses.map { sense in
            var sense = sense
            counts[sense.name, default: 0] += 1
            if let count = counts[sense.name], count > 1 { sense.name += "-\(count)" }
            return sense
        }
    }

    /// What the declarations say of keys; one sense for maps that have the same key.
    private func keySenses(_ entries: [Reference.KeyEntry]) -> [Sense] {
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
            let text =
                ([group.compactMap(\.address).first, "in \(titles):"].compactMap(\.self)
                + lines.flatMap(wrapped) + ["  Example: \(key.example)"]).joined(separator: "\n")
            return Sense(name: Self.name(of: group[0].map.title), title: "in \(titles)", text: text)
        }
    }

    /// "a step" is `step`, "`expect` of `exec`" is `expect-of-exec`.
    private static func name(of title: String) -> String {
        let words = Reference.anchor(of: title).split(separator: "-")
        return words.drop { ["a", "an"].contains($0) }.joined(separator: "-")
    }

    /// What tables say; one sense for the lines of a section. A line about the word alone comes before one about several.
    private func lineSenses(_ lines: [(section: Reference.Section, line: String)], _ word: String) -> [Sense] {
        let own = "`\(word.split(separator: ".").last ?? "")` |"
        var sections: [Reference.Section] = []
        for (section, _) in lines.filter({ $0.line.hasPrefix(own) }) + lines
        where !sections.contains(where: { $0.address == section.address }) {
            sections.append(section)
        }
        return sections.map { section in
            let own = lines.filter { $0.section.address == section.address }.flatMap { wrapped($0.line) }
            return Sense(
                name: section.anchor, title: section.address, text: ([section.address] + own).joined(separator: "\n"))
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
