import BatonText
import CDocs

/// The reference that the program carries: the tables of docs/language.md and docs/messages.md, joined with the table of
/// the language.
///
/// The pages are the only source of these texts; tests compare them with the language, the library of functions, the kinds
/// of failure and the codes of all messages.
package enum Reference {
    package static let languagePath = "docs/language.md"
    package static let messagesPath = "docs/messages.md"

    static let language = ReferencePage(text(of: baton_language_page()))
    private static let messages = ReferencePage(text(of: baton_messages_page()))

    /// Every word that can be explained, in the order of the pages; a word with several meanings has an entry for each.
    package static let entries: [ReferenceEntry] = {
        var entries: [ReferenceEntry] = []
        let rows = language.tables.flatMap { Self.entries(of: $0) } + messages.tables.flatMap { codes(of: $0) }
        for entry in rows {
            // A list of all keys of a map and the table of some of them tell of the same key.
            if let index = entries.firstIndex(where: { $0.isSame(as: entry) }) {
                entries[index].join(entry)
            } else {
                entries.append(entry)
            }
        }
        return entries
    }()

    /// All words, each once, in the order of the pages.
    package static let words: [String] = {
        var seen: Set<String> = []
        return entries.map(\.word).filter { seen.insert($0).inserted }
    }()

    /// The entries of a word.
    ///
    /// `status` also finds `response.status`, and `retry.attempts` only the key `attempts` of `retry`. Upper and lower
    /// case are told apart only if both exist.
    package static func entries(for word: String) -> [ReferenceEntry] {
        let exact = entries.filter { $0.word == word || $0.kind == .name && $0.word.hasSuffix(".\(word)") }
        if !exact.isEmpty {
            // What most readers look for stands first.
            return exact.filter { $0.maps.contains("a step") } + exact.filter { !$0.maps.contains("a step") }
        }
        if let dot = word.lastIndex(of: ".") {
            let owner = "`\(word[..<dot])`"
            let inside = entries.filter { $0.kind == .key && $0.word == word[word.index(after: dot)...] }
            let owned = inside.filter { $0.maps.contains(owner) || owner == "`step`" && $0.maps.contains("a step") }
            if !owned.isEmpty { return owned }
        }
        let folded = word.lowercased()
        return entries.filter { $0.word.lowercased() == folded }
    }

    /// The words of the language that a word of another tool stands for, such as `expect` for `assert`.
    package static func meanings(ofForeign word: String) -> [String] {
        var found: [String] = []
        func add(_ names: [String]) {
            for name in names where !found.contains(name) && words.contains(name) { found.append(name) }
        }
        add(Language.maps.compactMap { $0.word(ofForeign: word) })
        if found.isEmpty { add(counterparts(of: word).flatMap(named)) }
        if found.isEmpty, family(of: word).isEmpty {
            add(Language.maps.compactMap { ForeignKeys.help(word, in: $0) }.flatMap(named))
        }
        return found
    }

    /// The words of the language in the code of a text: `expect` in `` write `expect: { status: … }` ``.
    static func named(in text: String) -> [String] {
        CodeSpans.of(text).map { span in
            String(span.drop { $0 == "-" || $0 == " " }.prefix { $0.isLetter || "_.".contains($0) })
        }
    }

    // MARK: - The table of words of other tools

    private static let foreignSection = "Words of other tools"

    /// The second cells of the rows that have the word in the first.
    private static func counterparts(of word: String) -> [String] {
        func folded(_ text: String) -> String { text.lowercased().filter { $0 != "[" && $0 != "]" } }
        let rows = language.tables.filter { $0.section == foreignSection }.flatMap(\.rows)
        return rows.filter { $0.cells.count > 1 && $0.names.contains { folded($0) == folded(word) } }.map {
            $0.cells[1]
        }
    }

    /// What a template or a name in the notation of another tool is here, such as `$(token)` for `{{token}}`; nil for
    /// any other word.
    package static func foreign(_ word: String) -> ReferenceEntry? {
        if ["{{", "${", "${{"].contains(word) { return foreign(word, here: "`$(…)`") }
        let template = ForeignTemplate.all(in: word).first { $0.range == 0..<word.utf8.count }
        let counterpart = template.map { "`$(\($0.expression))`" } ?? counterparts(of: word).first
        return counterpart.map { foreign(word, here: $0) }
    }

    private static func foreign(_ word: String, here counterpart: String) -> ReferenceEntry {
        ReferenceEntry(
            word: word, kind: .name, owner: "", meaning: "A word of other tools; here it is \(counterpart).",
            page: languagePath, section: foreignSection)
    }

    /// The kinds of failure and codes of messages that begin with the word and a dot: those of `http`.
    package static func family(of word: String) -> [ReferenceEntry] {
        entries.filter { [.failure, .code].contains($0.kind) && $0.word.hasPrefix("\(word).") }
    }

    /// The keys of which the word is a value, such as `as` for `date`.
    package static func keys(withValue word: String) -> [String] {
        var found: [String] = []
        for map in Language.maps {
            for key in map.keys where key.values?.holds(word) == true && !found.contains(key.name) {
                if words.contains(key.name) { found.append(key.name) }
            }
        }
        return found
    }

    /// The words nearest to an unknown one: a typing error first, then those that contain it or are contained in it.
    package static func near(_ word: String) -> [String] {
        guard word.utf8.count <= 100 else { return [] }
        let folded = word.lowercased()
        let nearest = Spelling.nearest(to: word, in: words).map { [$0] } ?? []
        let parts =
            folded.count < 3
            ? []
            : words.filter { candidate in
                let other = candidate.lowercased()
                return other.contains(folded) || other.count > 3 && folded.contains(other)
            }
        return Array((nearest + parts.filter { !nearest.contains($0) }).prefix(6))
    }

    private static func text(of page: baton_page) -> String {
        String(decoding: UnsafeBufferPointer(start: page.bytes, count: page.count), as: UTF8.self)
    }
}
