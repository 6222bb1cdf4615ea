import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reads `rows`; their number and names are known before the run.
///
/// `DataReader` turns the bytes of a file into rows, for `rows` and for loops, and `DataLibrary` checks each file once.
struct RowsReader {
    /// Templates in a scope that knows the roots but no variables, which are computed anew for each row.
    let templates: TemplateReader
    /// The file of the workflow.
    let file: SourceFile
    let files: (any ProjectFiles)?

    private var scope: Scope { templates.scope }
    private var sink: DiagnosticSink { templates.sink }

    /// The rows; nil after a report. `row` is declared in any case.
    func rows(_ node: YAMLNode) -> RowSet? {
        if let items = node.items { return written(items, name: nil, node) }
        guard node.isMapping else {
            scope.declareRow(.dyn)
            sink.report(.computedRows(node))
            return nil
        }
        let entries = MapReader(sink: sink).entries(of: node, as: Language.Rows.map)
        func entry(_ name: String) -> MapReader.Entry? { entries.first { $0.name == name } }
        let settings: Set = ["name", "types", "separator", "together"]
        guard let source = entries.first(where: { !settings.contains($0.name) }) else {
            scope.declareRow(.dyn)
            return nil
        }
        let name = entry("name")?.value
        let isTogether = entry("together")?.value.scalar?.text == "true"
        if source.name == "list" {
            var rows = written(source.value.items ?? [], name: name, source.value)
            rows?.isTogether = isTogether
            return rows
        }
        guard let format = DataFormat(source.name, separator: .read(entry("separator"), into: sink)) else {
            return nil
        }
        let path = templates.text(source.value)
        guard let written = path.literal else {
            scope.declareRow(.dyn)
            sink.report(.computedRowFile(at: path.range))
            return nil
        }
        guard let found = data(written, usedAt: path.range) else {
            scope.declareRow(.dyn)
            return nil
        }
        let reading = RowFileReading(data: found, path: written, used: path.range, sink: sink)
        let result =
            switch format {
            case .csv(let separator): reading.csv(separator, types: entry("types")?.value) { namer(name, for: $0) }
            case .json: reading.json { namer(name, for: $0) }
            case .yaml, .lines: reading.yaml { namer(name, for: $0) }
            }
        guard let result else {
            if !scope.hasRows { scope.declareRow(.dyn) }
            return nil
        }
        return RowSet(source: result.source, names: result.names, range: path.range, isTogether: isTogether)
    }

    private func data(_ path: String, usedAt range: SourceRange) -> SourceFile? {
        guard let files else { return nil }
        do throws(ProjectFileError) {
            return try files.read(try files.locate(path, for: file), for: file)
        } catch {
            sink.report(.wrongDataFile(path, DataError(message: error.message), nil, usedAt: range))
            return nil
        }
    }

    private func written(_ items: YAMLItems, name: YAMLNode?, _ node: YAMLNode) -> RowSet? {
        if items.isEmpty { sink.report(.noRows(at: node.range)) }
        let rows = items.map(templates.template)
        var shape = RowShape()
        for row in rows { shape.add(row) }
        var names = RowNames(namer: namer(name, for: shape.type), sink: sink, used: node.range)
        for (row, item) in zip(rows, items) { names.add(CELValue(row.plainValue), at: item.range) }
        names.close()
        guard !sink.hasErrors else { return nil }
        return RowSet(source: .written(rows), names: names.names, range: node.range)
    }

    /// Declares `row`, and reads the template of the rows' names.
    private func namer(_ node: YAMLNode?, for type: CELType) -> RowNamer {
        scope.declareRow(type)
        guard let node else { return RowNamer(template: nil) }
        let own = Scope(namingRowsOf: type)
        return RowNamer(template: TemplateReader(scope: own, sink: sink).text(node))
    }
}

extension Template {
    /// The literal values of a row, for its name; null for other values.
    fileprivate var plainValue: JSONValue {
        switch self {
        case .literal(let value): value
        case .text, .expression, .list: .null
        case .map(let members):
            .object(
                JSONObject(
                    members.compactMap { member in
                        guard let key = member.key.literal, case .literal(let value) = member.value else { return nil }
                        return (key, value)
                    }))
        }
    }
}

extension CSVSeparator {
    /// The separator that a file names; a comma after a report, and where none is written.
    static func read(_ entry: MapReader.Entry?, into sink: DiagnosticSink) -> CSVSeparator {
        guard let entry else { return .comma }
        if let separator = CSVSeparator(entry.value.scalar?.text ?? "") { return separator }
        sink.report(Diagnostic("workflow.wrong-value", "`separator` \(wanted)", at: entry.value.range))
        return .comma
    }
}
