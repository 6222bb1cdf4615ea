import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reads a data file once. Mistakes are reported at their places in the file; only the names and places of rows are
/// kept.
struct RowFileReading {
    let data: SourceFile
    /// The path as written in the workflow.
    let path: String
    let used: SourceRange
    let sink: DiagnosticSink

    typealias Result = (source: RowSet.Source, names: [String])
    /// Makes the namer of rows from the type of a row.
    typealias Naming = (CELType) -> RowNamer

    func csv(_ separator: CSVSeparator, types node: YAMLNode?, naming: Naming) -> Result? {
        guard isText else { return nil }
        do throws(CSVError) {
            var records = try CSVRecords(data.bytes, separator)
            guard checkHeader(records.header) else { return nil }
            let columns = records.header.fields
            let row = CSVRow(columns: columns, types: self.types(node, columns), separator: separator)
            var names = RowNames(namer: naming(row.type), sink: sink, used: used)
            var places = RowPlaces()
            var wrong = 0
            while let record = try records.next() {
                if isTooMany(places.count + 1) { return nil }
                if let error = records.error(of: record) {
                    wrong += 1
                    if wrong <= Self.mostTold { sink.report(diagnostic(Message(value: error.message), record.range)) }
                    continue
                }
                switch row.value(of: record.fields) {
                case .success(let value):
                    names.add(value, at: range(record.range))
                    places.append(record.range, of: data.bytes)
                case .failure(let error):
                    wrong += 1
                    if wrong <= Self.mostTold {
                        sink.report(
                            .wrongField(error, in: columns, at: range(record.range(ofField: error.column)), used))
                    }
                }
            }
            names.close()
            if wrong > Self.mostTold { sink.omit(wrong - Self.mostTold) }
            guard wrong == 0 else { return nil }
            return judged(.file(RowFile(path: path, form: .csv(row), places: places)), names, places.count)
        } catch {
            sink.report(.wrongDataFile(path, DataError(message: error.message, line: error.line), data, usedAt: used))
            return nil
        }
    }

    func json(naming: Naming) -> Result? {
        guard isText else { return nil }
        let elements = JSONListElements.ranges(in: data.bytes) ?? []
        if isTooMany(elements.count) { return nil }
        // `DataReader`, which reads the whole file, explains why a text is no list or no JSON.
        guard !elements.isEmpty, let shape = shape(of: elements) else {
            do throws(DataError) {
                if try DataReader.rows(data.bytes, .json).isEmpty { sink.report(.emptyDataFile(path, at: used)) }
            } catch {
                sink.report(.wrongDataFile(path, error, data, usedAt: used))
            }
            return nil
        }
        var names = RowNames(namer: naming(shape.type), sink: sink, used: used)
        var places = RowPlaces()
        for element in elements {
            names.add(CELValue(value(element) ?? .null), at: range(element))
            places.append(element, of: data.bytes)
        }
        names.close()
        return judged(.file(RowFile(path: path, form: .json, places: places)), names, places.count)
    }

    func yaml(naming: Naming) -> Result? {
        do throws(DataError) {
            let rows = try DataReader.rows(data.bytes, .yaml)
            if isTooMany(rows.count) { return nil }
            var shape = RowShape()
            for row in rows { shape.add(row) }
            var names = RowNames(namer: naming(shape.type), sink: sink, used: used)
            var values = PackedValues()
            for row in rows {
                names.add(CELValue(row), at: used)
                values.append(row)
            }
            names.close()
            return judged(.values(values), names, rows.count)
        } catch {
            sink.report(.wrongDataFile(path, error, data, usedAt: used))
            return nil
        }
    }

    // MARK: - Judging

    private static let mostTold = 10

    private func judged(_ source: RowSet.Source, _ names: RowNames, _ count: Int) -> Result? {
        if count == 0 { sink.report(.emptyDataFile(path, at: used)) }
        guard !sink.hasErrors else { return nil }
        return (source, names.names)
    }

    private func isTooMany(_ count: Int) -> Bool {
        if count <= Loop.mostPasses { return false }
        sink.report(.tooManyRows(at: used))
        return true
    }

    private var isText: Bool {
        do throws(DataError) {
            try DataReader.checkText(data.bytes)
            return true
        } catch {
            sink.report(.wrongDataFile(path, error, data, usedAt: used))
            return false
        }
    }

    private func checkHeader(_ header: CSVRecords.Record) -> Bool {
        var names: Set<String> = []
        var isGood = true
        for (index, name) in header.fields.enumerated() {
            let message: Message
            if name.isEmpty {
                message = "column \(index + 1) has no name"
            } else if !names.insert(name).inserted {
                message = "two columns are named `\(name)`"
            } else {
                continue
            }
            isGood = false
            sink.report(diagnostic(message, header.range(ofField: index)))
        }
        return isGood
    }

    private func types(_ node: YAMLNode?, _ columns: [String]) -> [Conversion?] {
        var types = [Conversion?](repeating: nil, count: columns.count)
        for entry in node?.entries ?? [] {
            guard let column = columns.firstIndex(of: entry.keyText) else {
                sink.report(.unknownColumn(entry.keyText, known: columns, at: entry.keyRange))
                continue
            }
            let name = entry.value.scalar?.text ?? ""
            types[column] = Conversion(named: name, form: .rfc3339)
            if types[column] == nil { sink.report(.unknownConversion(name, at: entry.value.range)) }
        }
        return types
    }

    private func shape(of elements: [Range<Int>]) -> RowShape? {
        var shape = RowShape()
        for element in elements {
            guard let value = value(element) else { return nil }
            shape.add(value)
        }
        return shape
    }

    private func value(_ element: Range<Int>) -> JSONValue? {
        data.bytes.withUnsafeBytes { try? JSONParser.parse(UnsafeRawBufferPointer(rebasing: $0[element])) }
    }

    private func range(_ bytes: Range<Int>) -> SourceRange { SourceRange(file: data, bytes) }

    private func diagnostic(_ message: Message, _ bytes: Range<Int>) -> Diagnostic {
        Diagnostic(
            "data.invalid", message, at: range(bytes), notes: [Diagnostic.Note("it is used here", at: used)])
    }
}
