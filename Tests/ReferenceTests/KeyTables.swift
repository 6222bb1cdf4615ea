import BatonJudging
import BatonLanguage
import BatonLoading
import BatonYAML
import ProjectFolders
import Testing

@testable import BatonWorkflow

/// The tables of keys in docs/reference, each between its mark and `<!-- end of keys -->`, written from the declarations.
struct KeyTables {
    /// A table with the section that it stands in.
    struct Location {
        let table: Reference.KeyTable
        let page: String
        let line: Int
        /// Of its section; nil for the top of the page.
        let anchor: String?
    }

    let locations: [Location]
    private let maps: [String: Language.Map]

    init() throws {
        var locations: [Location] = []
        for path in ReferencePage.paths {
            var anchor: String?
            for (index, line) in try Self.lines(of: path).enumerated() {
                if line.hasPrefix("##") { anchor = Reference.anchor(of: line) }
                guard let table = Reference.KeyTable(mark: line[...]) else { continue }
                let page = String(path.split(separator: "/").last ?? "")
                locations.append(Location(table: table, page: page, line: index + 1, anchor: anchor))
            }
        }
        self.locations = locations
        maps = Dictionary(Language.maps.map { ($0.title, $0) }) { first, _ in first }
    }

    /// The page as it must be.
    func page(_ path: String) throws -> String {
        var lines: [String] = []
        var isTable = false
        for (index, line) in try Self.lines(of: path).enumerated() {
            if line == Reference.KeyTable.end { isTable = false }
            if !isTable { lines.append(line) }
            guard let location = locations.first(where: { path.hasSuffix("/\($0.page)") && $0.line == index + 1 })
            else { continue }
            isTable = true
            lines += try text(of: location)
        }
        return lines.joined(separator: "\n")
    }

    /// The keys that a table has, of the first map that it names.
    func keys(_ table: Reference.KeyTable) throws -> [Language.Key] {
        let maps = try table.titles.map { try #require(self.maps[$0], "there is no map \($0)") }
        let named = locations.filter { !Set($0.table.titles).isDisjoint(with: table.titles) }.flatMap(\.table.names)
        let names = table.names.isEmpty ? maps[0].keys.map(\.name).filter { !named.contains($0) } : table.names
        return try names.map { name in
            let keys = try maps.map { try #require($0[name], "\($0.title) has no key \(name)") }
            for key in keys {
                #expect(key.description == keys[0].description, "\(name) is another key in \(table.titles)")
            }
            return keys[0]
        }
    }

    private func text(of location: Location) throws -> [String] {
        let keys = try keys(location.table)
        let isOperators = location.table.titles == [Language.operators.title]
        let hasDefaults = keys.contains { $0.unlessWritten != nil }
        var header = [isOperators ? "operator" : "key", "value"]
        if isOperators { header.append("applies to") }
        header.append(isOperators ? "holds when" : "meaning")
        if hasDefaults { header.append("unless written") }
        header.append("example")
        var rows: [(keys: [Language.Key], cells: [String])] = []
        for key in keys {
            var cells = [value(of: key, at: location)]
            if isOperators { cells.append(Self.subjects(of: key)) }
            cells.append(key.sentence)
            if hasDefaults { cells.append(key.unlessWritten ?? "") }
            if rows.last?.cells == cells { rows[rows.count - 1].keys.append(key) } else { rows.append(([key], cells)) }
        }
        let lines = rows.map { row in
            let names = row.keys.map { "`\($0.name)`" }.joined(separator: " ")
            return Self.row([names] + row.cells + ["`\(row.keys[0].example)`"])
        }
        let map = try #require(maps[location.table.titles[0]])
        let rules = map.rules.filter { rule in rule.keys.isEmpty || rule.keys.contains { keys.contains($0) } }
        return [Self.row(header), Self.row(header.map { _ in "---" })] + lines + [""]
            + (rules.isEmpty ? [] : [rules.map(\.sentence).joined(separator: " "), ""])
    }

    /// What the value is, with a link to the table of the map that it is or contains.
    private func value(of key: Language.Key, at location: Location) -> String {
        guard let map = key.content()?.map, map != Language.operators,
            let target = locations.first(where: { $0.table.titles.contains(map.title) && $0.table.names.isEmpty }),
            target.page != location.page || target.anchor != location.anchor
        else { return key.value }
        let anchor = target.anchor.map { "#\($0)" } ?? ""
        return "[\(key.value)](\(target.page == location.page ? "" : target.page)\(anchor))"
    }

    /// The types of values that an operator can be applied to.
    private static func subjects(of key: Language.Key) -> String {
        if key.name == "exists" { return "all, and missing values" }
        guard let fits = OperatorWord[key.name]?.fits else { return "all" }
        let types: [(ValueTypes, String)] = [
            (.number, "numbers"), (.string, "texts"), (.array, "lists"), (.object, "objects"),
        ]
        return types.filter { fits.contains($0.0) }.map(\.1).joined(separator: ", ")
    }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }

    private static func lines(of path: String) throws -> [String] {
        try FileContents.text(of: "\(Repository.path)/\(path)")
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

/// The keys and operators that files use, by the title of the map that they stand in.
struct KeyUsage {
    private(set) var used: [String: Set<String>] = [:]

    mutating func read(_ node: YAMLNode, as map: Language.Map) {
        let keys = (node.entries ?? []).map(\.keyText)
        for entry in node.entries ?? [] {
            used[map.title, default: []].insert(entry.keyText)
            let isPath = entry.keyText.hasPrefix("$")
            switch isPath ? .one(Language.operators) : map[entry.keyText]?.content(beside: keys) {
            case .one(let inner)?: read(entry.value, as: inner)
            case .each(let inner)?: for item in entry.value.entries ?? [] { read(item.value, as: inner) }
            case .list(let inner)?: for item in entry.value.items ?? [] { read(item, as: inner) }
            case nil: break
            }
        }
    }

    /// What the language has in this map and no file used, in the order of the table.
    ///
    /// What an endpoint, an API file and a sample have in common with steps is shown with steps.
    func missing(in map: Language.Map) -> [String] {
        let isLikeStep = [Language.APIFile.map, Language.Endpoint.map, Language.Sample.map].contains(map)
        return map.keys.map(\.name).filter { name in
            if used[map.title]?.contains(name) == true { return false }
            return !(isLikeStep && used[Language.Step.map.title]?.contains(name) == true)
        }
    }
}
