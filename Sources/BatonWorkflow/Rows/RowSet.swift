package import BatonCEL
package import BatonDiagnostics
import BatonJSON

/// `rows` of a file: what the whole workflow runs once for each of.
///
/// Of a data file only the places of its rows are held: values are read again when a row runs.
package struct RowSet: Sendable {
    enum Source: Sendable {
        /// Written in the workflow; what is computed in them is computed when a row runs.
        case written([Template])
        case file(RowFile)
        /// Rows of a YAML file, as JSON.
        case values(PackedValues)
    }

    let source: Source
    /// The unique names of the rows in reports.
    package let names: [String]
    /// The place of `rows` in the workflow.
    package let range: SourceRange

    /// Gives the value of one row.
    ///
    /// - Parameter read: gives so many bytes of a file from an offset on, the file's path as written, fewer at its end.
    package func value(
        at index: Int, from scope: any TemplateScope,
        reading read: (_ path: String, _ range: Range<Int>) throws(TemplateFailure) -> [UInt8]
    ) throws(TemplateFailure) -> CELValue {
        switch source {
        case .written(let rows): return try Self.filled(rows[index], scope)
        case .values(let values): return CELValue(values[index])
        case .file(let file):
            let bytes = try read(file.path, file.places.range(at: index))
            guard file.places.isUnchanged(bytes, at: index), let value = file.value(of: bytes) else {
                var failure = TemplateFailure(
                    "`\(file.path)` has been changed since the run began: the row `\(names[index])` is no longer where it was",
                    at: range)
                failure.hint = "run again; nothing may write the file while the workflows run"
                throw failure
            }
            return value
        }
    }

    /// One secret member does not make secrets of the others.
    private static func filled(_ row: Template, _ scope: any TemplateScope) throws(TemplateFailure) -> CELValue {
        guard case .map(let members) = row else { return try row.value(from: scope) }
        var map = CELMap()
        for member in members {
            let value = try member.value.value(from: scope)
            scope.noteSecret(value)
            _ = map.insert(.string(try member.key.text(from: scope)), value)
        }
        let whole = CELValue.map(map)
        return whole.isTainted ? .native(ResultView(map)) : whole
    }
}

/// The rows of a CSV or JSON file.
struct RowFile: Sendable {
    enum Form: Sendable {
        case csv(CSVRow)
        case json
    }

    /// As written.
    let path: String
    let form: Form
    let places: RowPlaces

    /// Nil for what is no row, which bytes that were judged once never are.
    func value(of bytes: [UInt8]) -> CELValue? {
        switch form {
        case .json: (try? JSONParser.parse(bytes)).map { CELValue($0) }
        case .csv(let row): (try? CSVRecords.fields(of: bytes)).flatMap { try? row.value(of: $0).get() }
        }
    }
}

/// Values as JSON in one buffer: a fraction of what trees of them take.
struct PackedValues: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []

    mutating func append(_ value: JSONValue) {
        JSONWriter.append(value, to: &bytes)
        ends.append(UInt32(clamping: bytes.count))
    }

    subscript(index: Int) -> JSONValue {
        let start = index == 0 ? 0 : Int(ends[index - 1])
        return (try? JSONParser.parse(Array(bytes[start..<Int(ends[index])]))) ?? .null
    }
}
