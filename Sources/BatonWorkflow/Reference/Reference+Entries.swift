import BatonCEL

/// The entries of the tables, by their headers.
extension Reference {
    static func entries(of table: ReferencePage.Table) -> [ReferenceEntry] {
        if let mark = table.mark, mark.hasPrefix("keys of ") {
            let maps = mark.dropFirst(8).split(separator: ", ").map(String.init)
            return table.rows.flatMap { keys(of: $0, in: table, maps: maps) }
        }
        switch table.header.first {
        case "root": return table.rows.flatMap { names(of: $0, in: table, prefix: "") }
        case "`response.`": return table.rows.flatMap { names(of: $0, in: table, prefix: "response.") }
        case "`response.` of a program":
            return table.rows.flatMap { names(of: $0, in: table, prefix: "response.", suffix: " of a program") }
        case "call": return table.rows.flatMap { functions(of: $0, in: table) }
        case "kind": return table.rows.flatMap { failures(of: $0, in: table) }
        case "sign", "wildcard": return table.rows.flatMap { signs(of: $0, in: table) }
        case "code": return table.rows.map { firstCell(of: $0, in: table, .exitCode) }
        case "outcome", "result": return table.rows.map { firstCell(of: $0, in: table, .result) }
        default: return []
        }
    }

    private static func keys(
        of row: ReferencePage.Row, in table: ReferencePage.Table, maps titles: [String]
    ) -> [ReferenceEntry] {
        row.names.map { name in
            let maps = titles.compactMap { title in Language.maps.first { $0.title == title } }
            let isOperator = titles == [Language.operators.title]
            var entry = ReferenceEntry(
                word: name, kind: isOperator ? .operator : .key, owner: titles.joined(separator: ", "),
                meaning: plain(row.cells.last ?? ""), page: languagePath, section: table.section)
            entry.maps = titles
            entry.value = row.cells.count > 2 ? plain(row.cells[1]) : nil
            entry.places = isOperator ? [] : maps.flatMap { places[$0.title] ?? [] }.map { "\($0) › \(name)" }
            entry.fits = isOperator ? OperatorWord[name]?.fits?.words ?? [] : []
            let content = maps.lazy.compactMap { $0[name]?.content()?.map }.first
            if let content, content != Language.operators { entry.keys = content.keys.map(\.name) }
            var foreign: Set<String> = []
            for map in maps { foreign.formUnion(map[name]?.foreign ?? []) }
            entry.foreign = foreign.sorted()
            entry.related = neighbours(of: name, row, table)
            return entry
        }
    }

    private static func names(
        of row: ReferencePage.Row, in table: ReferencePage.Table, prefix: String, suffix: String = ""
    ) -> [ReferenceEntry] {
        row.names.map { name in
            let word = prefix + (name.split(separator: ".", maxSplits: 1).first.map(String.init) ?? name)
            var entry = ReferenceEntry(
                // `process.env` and `steps.ID` are found by their roots.
                word: word, kind: .name, owner: prefix.isEmpty ? "" : "`\(prefix.dropLast())`\(suffix)",
                meaning: plain(row.cells.last ?? ""), page: languagePath, section: table.section)
            if row.cells.count > 2 { entry.value = plain(row.cells[1]) }
            entry.related = neighbours(of: name, row, table).map {
                prefix + ($0.split(separator: ".", maxSplits: 1).first.map(String.init) ?? $0)
            }
            return entry
        }
    }

    private static func signs(of row: ReferencePage.Row, in table: ReferencePage.Table) -> [ReferenceEntry] {
        row.names.map { name in
            var entry = ReferenceEntry(
                word: plain(name), kind: .sign, owner: "", meaning: plain(row.cells.last ?? ""), page: languagePath,
                section: table.section)
            entry.related = neighbours(of: name, row, table).map(plain)
            return entry
        }
    }

    private static func functions(of row: ReferencePage.Row, in table: ReferencePage.Table) -> [ReferenceEntry] {
        let calls = row.names
        return calls.map { call in
            let name = functionName(ofCall: call)
            var entry = ReferenceEntry(
                word: name, kind: .function, owner: "", meaning: plain(row.cells.last ?? ""), page: languagePath,
                section: table.section)
            entry.call = call
            entry.types = types(of: name)
            entry.related = calls.map(functionName).filter { $0 != name }
            return entry
        }
    }

    /// The name in a call: `math.abs` of `math.abs(x)`, `split` of `text.split(",")`.
    static func functionName(ofCall call: String) -> String {
        let whole = String(call.prefix { $0 != "(" })
        let library = FunctionLibrary.library
        if library.function(whole) != nil || whole == "cel.bind" { return whole }
        return whole.split(separator: ".").last.map(String.init) ?? whole
    }

    private static func types(of name: String) -> [String] {
        let library = FunctionLibrary.library
        var lines: [String] = []
        for function in [library.function(name), library.method(name)].compactMap(\.self) {
            for overload in function.overloads {
                var parameters = overload.parameters.map(\.description)
                let receiver = function.style == .function ? nil : parameters.first
                if receiver != nil { parameters.removeFirst() }
                let dots = function.isVariadic ? ", …" : ""
                let line = "\(receiver.map { "\($0)." } ?? "")\(name)(\(parameters.joined(separator: ", "))\(dots))"
                let whole = "\(line) → \(overload.result)"
                if !lines.contains(whole) { lines.append(whole) }
            }
        }
        return lines
    }

    private static func failures(of row: ReferencePage.Row, in table: ReferencePage.Table) -> [ReferenceEntry] {
        row.names.map { name in
            var entry = ReferenceEntry(
                word: name, kind: .failure, owner: "", meaning: plain(row.cells[1]), page: languagePath,
                section: table.section)
            entry.advice = row.cells.count > 2 ? plain(row.cells[2]) : nil
            let family = name.prefix { $0 != "." }
            entry.related = table.rows.flatMap(\.names).filter { $0 != name && $0.hasPrefix("\(family).") }
            return entry
        }
    }

    /// The entry of a row whose first cell is the word itself.
    private static func firstCell(
        of row: ReferencePage.Row, in table: ReferencePage.Table, _ kind: ReferenceEntry.Kind
    ) -> ReferenceEntry {
        ReferenceEntry(
            word: row.cells[0], kind: kind, owner: "", meaning: plain(row.cells[1]), page: languagePath,
            section: table.section)
    }

    static func codes(of table: ReferencePage.Table) -> [ReferenceEntry] {
        guard table.header.first == "code" else { return [] }
        return table.rows.flatMap { row in
            row.names.map { name in
                var entry = ReferenceEntry(
                    word: name, kind: .code, owner: table.section, meaning: plain(row.cells[1]), page: messagesPath,
                    section: table.section)
                entry.advice = plain(row.cells[2])
                return entry
            }
        }
    }

    /// The words of a cell without links, and with bars as they are meant. "See below" names the heading that it leads to.
    static func plain(_ cell: String) -> String {
        cell.replacing(/\[([^\]]*)\]\(#?([^)]*)\)/) { link in
            link.1 == "below" ? "\"\(link.2.replacing("-", with: " "))\"" : String(link.1)
        }.replacing("\\|", with: "|")
    }

    /// The other words of the row, then those of the rows around it.
    private static func neighbours(
        of name: String, _ row: ReferencePage.Row, _ table: ReferencePage.Table
    ) -> [String] {
        let own = row.names.filter { $0 != name }
        guard let index = table.rows.firstIndex(where: { $0.line == row.line }) else { return own }
        let around = table.rows.indices.filter { $0 != index && abs($0 - index) <= 2 }.flatMap { table.rows[$0].names }
        return Array((own + around).prefix(6))
    }

    /// By the title of a map: the shortest ways to it from the top of a file.
    private static let places: [String: [String]] = {
        var places: [String: [String]] = [:]
        for root in Language.roots {
            let name = String(root.title.trimmingPrefix(#/an? /#))
            var open = [(map: root, way: name)]
            var seen: [Language.Map] = [root]
            places[root.title, default: []].append(name)
            while !open.isEmpty {
                let (map, way) = open.removeFirst()
                // A step stands in `steps` before anything else.
                for key in map.keys.filter({ $0.name == "steps" }) + map.keys.filter({ $0.name != "steps" }) {
                    for content in key.contents where !seen.contains(content.map) {
                        seen.append(content.map)
                        let name = if case .each = content { "\(key.name) › NAME" } else { key.name }
                        places[content.map.title, default: []].append("\(way) › \(name)")
                        open.append((content.map, "\(way) › \(name)"))
                    }
                }
            }
        }
        return places
    }()
}

extension ValueTypes {
    /// The words of `type` for these types.
    var words: [String] {
        let all: [(ValueTypes, String)] = [
            (.string, "string"), (.integer, "integer"), (.number, "number"), (.boolean, "boolean"),
            (.object, "object"), (.array, "array"), (.null, "null"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}
