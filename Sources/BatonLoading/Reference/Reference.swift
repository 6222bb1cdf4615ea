import BatonHTTP
import BatonJudging
package import BatonLanguage
import BatonValues
import BatonWorkflow
import CDocs

/// The pages that the program carries, docs/semantics.md, docs/reference and docs/messages.md, as their sections.
package enum Reference {
    /// A heading with the text below it, up to the next heading.
    package struct Section: Sendable {
        /// The path of the page.
        package let page: String
        package let title: String
        /// As links have it: `how-a-run-goes`.
        package let anchor: String
        package fileprivate(set) var text: String
        /// The lines outside of examples and of tables of keys.
        fileprivate var lines: [Substring]
        fileprivate var tables: [KeyTable]

        package var address: String { "\(page)#\(anchor)" }
    }

    /// A table of keys, which is written from their declarations: `<!-- keys of a step, `defaults`: timeout cache -->`.
    package struct KeyTable: Sendable {
        /// The titles of the maps that have the keys.
        package let titles: [String]
        /// The names of the keys; empty for all that no other table names.
        package let names: [String]

        /// Nil for a line that begins no table of keys.
        package init?(mark line: Substring) {
            guard line.hasPrefix("<!-- keys of "), line.hasSuffix(" -->") else { return nil }
            let parts = line.dropFirst(13).dropLast(4).split(separator: ": ", maxSplits: 1)
            titles = parts[0].split(separator: ", ").map(String.init)
            names = parts.count > 1 ? parts[1].split(separator: " ").map(String.init) : []
        }

        /// The line behind the table.
        package static let end = "<!-- end of keys -->"
    }

    /// A key in one of the maps that have it.
    package struct KeyEntry: Sendable {
        package let key: Language.Key
        package let map: Language.Map
        /// The section with the table of the key.
        package let address: String?
    }

    package static let sections =
        UnsafeBufferPointer(start: baton_pages(), count: baton_page_count()).flatMap { page in
            sections(of: String(cString: page.text), String(cString: page.path))
        }

    /// The words that can be explained beside anchors: keys, operators, functions and kinds of failure.
    package static let words: [String] = {
        let library = FunctionLibrary.library
        let all = Language.words.union(library.functionNames + library.methodNames + Failure.Kind.all.map(\.rawValue))
        return all.sorted()
    }()

    /// The section at an anchor: `how-a-run-goes`, "How a run goes".
    package static func section(at word: String) -> Section? {
        let anchor = anchor(of: word)
        return sections.first { $0.anchor == anchor }
    }

    /// The lines of tables that begin with the word, each with its section.
    package static func lines(about word: String) -> [(section: Section, line: String)] {
        sections.flatMap { section in
            section.lines.filter { begins($0, with: word) }.map { (section, shown($0)) }
        }
    }

    /// The keys of a name, `attempts` or `retry.attempts`, in all maps that have it.
    package static func keys(named word: String) -> [KeyEntry] {
        let parts = word.split(separator: ".").map(String.init)
        guard let name = parts.last else { return [] }
        let owner = parts.count == 2 ? "`\(parts[0])`" : nil
        // A step has most of the keys that other maps have as well.
        return ([Language.Step.map] + Language.maps.filter { $0 != Language.Step.map }).compactMap { map in
            guard let key = map[name], parts.count == 1 || owner == map.title else { return nil }
            return KeyEntry(key: key, map: map, address: section(of: key, in: map)?.address)
        }
    }

    private static func section(of key: Language.Key, in map: Language.Map) -> Section? {
        func first(where names: ([String]) -> Bool) -> Section? {
            sections.first { $0.tables.contains { $0.titles.contains(map.title) && names($0.names) } }
        }
        return first { $0.contains(key.name) } ?? first(where: \.isEmpty)
    }

    /// The words that are near an unknown one.
    package static func near(_ word: String) -> String? {
        Spelling.nearest(to: word, in: words + sections.map(\.anchor))
    }

    private static func sections(of text: String, _ path: String) -> [Section] {
        var sections: [Section] = []
        var isExample = false
        var isKeyTable = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isExample.toggle() }
            if line.hasPrefix("#"), !isExample {
                let title = String(line.drop { $0 == "#" || $0 == " " })
                sections.append(
                    Section(page: path, title: title, anchor: anchor(of: line), text: "", lines: [], tables: []))
            } else if line.hasPrefix("<!--"), !sections.isEmpty {
                let table = KeyTable(mark: line)
                isKeyTable = table != nil
                if let table { sections[sections.count - 1].tables.append(table) }
            } else if !sections.isEmpty {
                sections[sections.count - 1].text += line + "\n"
                if !isExample, !isKeyTable { sections[sections.count - 1].lines.append(line) }
            }
        }
        return sections
    }

    /// The anchor of a heading, as GitHub and GitLab make it: "how-a-run-goes" of "## How a run goes".
    package static func anchor(of heading: some StringProtocol) -> String {
        String(
            heading.drop { $0 == "#" || $0 == " " }.lowercased().compactMap { letter in
                letter == " " ? "-" : letter.isLetter || letter.isNumber || "-_".contains(letter) ? letter : nil
            })
    }

    private static func begins(_ line: Substring, with word: String) -> Bool {
        guard line.hasPrefix("| "), let end = line.firstRange(of: " |") else { return false }
        let head = line[..<end.lowerBound].dropFirst(2)
        guard head.utf8.count >= word.utf8.count else { return false }
        return head == word || head.contains("`\(word)`") || head.contains("`\(word)(") || head.contains(".\(word)(")
    }

    /// A line without the signs at its ends.
    private static func shown(_ line: Substring) -> String {
        String(line.dropFirst(2).dropLast(2)).replacing("\\|", with: "|")
    }
}
