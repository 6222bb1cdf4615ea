import BatonText
import BatonWorkflow

/// Entries of the reference as text for a terminal.
struct ExplanationText {
    private let width: Int
    private let isColoured: Bool

    /// - Parameter width: in columns; at most 100 are used, because longer lines are hard to read.
    init(width: Int, isColoured: Bool) {
        self.width = min(max(width, 40), 100)
        self.isColoured = isColoured
    }

    /// One entry: its heading, its meaning, the facts about it and an example.
    func text(_ entry: ReferenceEntry) -> String {
        var blocks = [["\(strong(entry.word))  \(entry.title)"], wrapped(entry.meaning, indentation: 2)]
        let facts = facts(of: entry)
        let column = facts.map(\.label.count).max() ?? 0
        blocks.append(
            facts.flatMap { fact in
                fact.lines.enumerated().map { index, line in
                    "  " + TextWidth.padded(index == 0 ? fact.label : "", column) + "  " + line
                }
            })
        if let example = Reference.example(for: entry) {
            let lines = example.split(separator: "\n", omittingEmptySubsequences: false)
            blocks.append(["  example"] + lines.map { $0.isEmpty ? "" : "    " + tinted(String($0)) })
        }
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    /// Says that the word is one of another tool.
    func foreign(_ word: String, _ entries: [ReferenceEntry]) -> String {
        "`\(PrintableText.line(word))` is a word of other tools; here it is \(Self.words(entries, " or "))\n"
    }

    /// Says that the word is a value of these keys.
    func value(_ word: String, _ entries: [ReferenceEntry]) -> String {
        "`\(PrintableText.line(word))` is a value of \(Self.words(entries, " and "))\n"
    }

    /// Lists the kinds of failure and the codes that begin with the word.
    func family(_ word: String, _ entries: [ReferenceEntry]) -> String {
        let title = "kinds of failure and codes of messages that begin with `\(PrintableText.line(word))`"
        let lines = LineWrap.lines(of: entries.map(\.word).joined(separator: " "), width: width - 2)
        return ([strong(title)] + lines.map { "  \($0)" }).joined(separator: "\n")
            + "\n\n`baton explain \(entries[0].word)` tells what one of them means.\n"
    }

    private static func words(_ entries: [ReferenceEntry], _ join: String) -> String {
        var words: [String] = []
        for entry in entries where !words.contains(entry.word) { words.append(entry.word) }
        return words.map { "`\($0)`" }.joined(separator: join)
    }

    /// All words by kind, then how to go on.
    func topics(of all: [ReferenceEntry]) -> String {
        let blocks = ReferenceEntry.Kind.allCases.map { kind in
            // The commands of a group, such as `history list`, are in its help.
            let entries = all.filter { $0.kind == kind && !(kind == .command && $0.word.contains(" ")) }
            let groups = groups(of: entries, kind)
            let isSingle = groups.count == 1
            return [strong(Self.title(of: kind))]
                + groups.flatMap { group in
                    (isSingle ? [] : ["  \(group.title)"])
                        + LineWrap.lines(of: group.words.joined(separator: " "), width: width - 4).map { "    " + $0 }
                }
        }
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
            + "\n\n`baton explain WORD` tells what one of them means.\n"
    }

    // MARK: Facts

    /// Maximum number of places that are listed for a key.
    private static let mostPlaces = 4

    private func facts(of entry: ReferenceEntry) -> [(label: String, lines: [String])] {
        var facts: [(label: String, lines: [String])] = []
        func add(_ label: String, _ lines: [String]) {
            if !lines.isEmpty { facts.append((label, lines)) }
        }
        func add(_ label: String, words: [String]) {
            guard !words.isEmpty else { return }
            add(label, LineWrap.lines(of: words.joined(separator: ", "), width: width - 14))
        }
        add("call", entry.call.map { [$0] } ?? [])
        add("types", entry.types)
        let rest = entry.places.count - Self.mostPlaces
        add("stands in", entry.places.prefix(Self.mostPlaces) + (rest > 0 ? ["and \(rest) more places"] : []))
        add("value", entry.value.flatMap { $0.isEmpty ? nil : [$0] } ?? [])
        add("works on", words: entry.fits)
        add("keys", words: entry.keys)
        add("what to do", entry.advice.map { LineWrap.lines(of: $0, width: width - 14) } ?? [])
        add("see also", words: entry.related)
        add("elsewhere", words: entry.foreign)
        add("reference", [entry.page + (entry.section.isEmpty ? "" : ", \"\(entry.section)\"")])
        return facts
    }

    // MARK: Topics

    private static func title(of kind: ReferenceEntry.Kind) -> String {
        switch kind {
        case .key: "keys"
        case .operator: "operators of checks"
        case .function: "functions"
        case .name: "names in expressions"
        case .failure: "kinds of failure"
        case .code: "codes of messages"
        case .sign: "signs"
        case .exitCode: "exit codes"
        case .result: "words of results"
        case .option: "options of the command line"
        case .command: "commands"
        }
    }

    private func groups(
        of entries: [ReferenceEntry], _ kind: ReferenceEntry.Kind
    ) -> [(title: String, words: [String])] {
        var groups: [(title: String, words: [String])] = []
        for entry in entries {
            let title = kind == .key || kind == .code ? entry.owner : ""
            if let index = groups.firstIndex(where: { $0.title == title }) {
                if !groups[index].words.contains(entry.word) { groups[index].words.append(entry.word) }
            } else {
                groups.append((title, [entry.word]))
            }
        }
        return groups
    }

    // MARK: Lines

    private func wrapped(_ text: String, indentation: Int) -> [String] {
        LineWrap.lines(of: text, width: width - indentation).map { String(repeating: " ", count: indentation) + $0 }
    }

    private func strong(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    private func tinted(_ text: String) -> String { isColoured ? "\u{1B}[36m\(text)\u{1B}[0m" : text }
}
