import BatonLoading
import BatonWorkflow
import ProjectFolders

/// A page of the documentation as programs read it: fenced blocks and tables, each with the mark that stands above it.
///
/// A mark is an HTML comment, which readers of the page do not see: `<!-- part of a request -->`.
struct ReferencePage: Sendable {
    struct Block: Sendable {
        /// The word after the fence: `yaml`.
        var language: String
        var text: String
        var mark: String?
        /// The heading that the block stands under.
        var section: String
        /// The line of the fence.
        var place: Place
    }

    /// A line of a page, from 1.
    struct Place: Sendable, CustomStringConvertible {
        var path: String
        var line: Int

        var description: String { "\(path):\(line)" }
    }

    struct Table: Sendable {
        var header: [String]
        var rows: [Row]
        var mark: String?
        var section: String
        var place: Place
    }

    struct Row: Sendable {
        var cells: [String]
        var place: Place

        /// What the first cell sets as code: the words that the row explains; none where the cell begins with other
        /// text.
        var names: [String] {
            guard let first = cells.first, first.hasPrefix("`") else { return [] }
            return CodeSpans.of(first)
        }
    }

    private(set) var blocks: [Block] = []
    private(set) var tables: [Table] = []
    /// All other text, one element per paragraph or list.
    private(set) var paragraphs: [String] = []

    /// Several pages as one.
    init(_ pages: [ReferencePage]) {
        blocks = pages.flatMap(\.blocks)
        tables = pages.flatMap(\.tables)
        paragraphs = pages.flatMap(\.paragraphs)
    }

    /// - Parameter path: the page's path from the root of the repository.
    init(_ text: String, path: String) {
        var section = ""
        var mark: String?
        var paragraph: [Substring] = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().makeIterator()
        while let (index, line) = lines.next() {
            if line.hasPrefix("#") {
                section = String(line.drop { $0 == "#" || $0 == " " })
                mark = nil
            } else if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
                mark = line == Reference.KeyTable.end ? nil : String(line.dropFirst(5).dropLast(4))
            } else if line.hasPrefix("```") {
                var content: [Substring] = []
                while let (_, inner) = lines.next(), inner != "```" { content.append(inner) }
                blocks.append(
                    Block(
                        language: String(line.dropFirst(3)), text: content.joined(separator: "\n") + "\n", mark: mark,
                        section: section, place: Place(path: path, line: index + 1)))
                mark = nil
            } else if line.hasPrefix("|") {
                let place = Place(path: path, line: index + 1)
                var rows = [Row(cells: Self.cells(line), place: place)]
                while let (index, inner) = lines.next(), inner.hasPrefix("|") {
                    rows.append(Row(cells: Self.cells(inner), place: Place(path: path, line: index + 1)))
                }
                tables.append(
                    Table(
                        header: rows[0].cells, rows: Array(rows.dropFirst(2)), mark: mark, section: section,
                        place: place))
                mark = nil
            } else if !line.isEmpty {
                mark = nil
                paragraph.append(line)
                continue
            }
            if !paragraph.isEmpty { paragraphs.append(paragraph.joined(separator: "\n")) }
            paragraph = []
        }
    }

    /// The cells of a line of a table; a bar with a backslash before it belongs to its cell.
    private static func cells(_ line: Substring) -> [String] {
        var cells = [""]
        var previous: Character?
        for character in line {
            if character == "|", previous != "\\" {
                cells.append("")
            } else {
                cells[cells.count - 1].append(character)
            }
            previous = character
        }
        return cells.dropFirst().dropLast().map { cell in
            let isSpace = { (character: Character) in character == " " }
            return String(cell.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
        }
    }
}

/// The texts between backticks.
enum CodeSpans {
    static func of(_ text: String) -> [String] {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        return stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
    }
}

extension ReferencePage {
    /// The pages of the reference of the language.
    static let paths: [String] = {
        let names = (try? FileContents.names(in: "\(Repository.path)/docs/reference")) ?? []
        return names.sorted().filter { $0.hasSuffix(".md") }.map { "docs/reference/\($0)" }
    }()

    static func read(_ path: String) throws -> ReferencePage {
        ReferencePage(try FileContents.text(of: "\(Repository.path)/\(path)"), path: path)
    }

    /// The pages of the reference as one: their examples run with one project file, and use each other's files.
    static func reference() throws -> ReferencePage { ReferencePage(try paths.map(read)) }
}
