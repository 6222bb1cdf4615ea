import BatonHTTP
import BatonValues
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
        /// The lines outside of examples.
        fileprivate var lines: [Substring]

        package var address: String { "\(page)#\(anchor)" }
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

    /// The keys of this name, each with the title of its map.
    package static func keys(named word: String) -> [(key: Language.Key, title: String)] {
        let parts = word.split(separator: ".").map(String.init)
        guard let name = parts.last else { return [] }
        let owner = parts.count == 2 ? "`\(parts[0])`" : nil
        return Language.maps.compactMap { map in
            guard let key = map[name], owner == nil || owner == map.title else { return nil }
            return (key, map.title)
        }
    }

    /// The words that are near an unknown one.
    package static func near(_ word: String) -> String? {
        Spelling.nearest(to: word, in: words + sections.map(\.anchor))
    }

    private static func sections(of text: String, _ path: String) -> [Section] {
        var sections: [Section] = []
        var isExample = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isExample.toggle() }
            if line.hasPrefix("#"), !isExample {
                let title = String(line.drop { $0 == "#" || $0 == " " })
                sections.append(Section(page: path, title: title, anchor: anchor(of: title), text: "", lines: []))
            } else if !sections.isEmpty, !line.hasPrefix("<!--") {
                sections[sections.count - 1].text += line + "\n"
                if !isExample { sections[sections.count - 1].lines.append(line) }
            }
        }
        return sections
    }

    private static func anchor(of title: String) -> String {
        String(
            title.lowercased().compactMap { letter in
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
