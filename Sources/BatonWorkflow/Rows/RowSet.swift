package import BatonCEL
package import BatonDiagnostics
package import BatonJSON
import BatonJudging
package import BatonLanguage

/// The rows of a workflow (`rows`), for each of which the whole workflow runs once.
///
/// For a data file, only the places of its rows are kept; the values are read again when a row runs.
package struct RowSet: Sendable {
    package enum Source: Sendable {
        /// Rows written in the workflow; expressions in them are evaluated when a row runs.
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
    /// Whether all rows run on one machine where several share a run.
    package var isTogether = false

    package init(source: Source, names: [String], range: SourceRange, isTogether: Bool = false) {
        self.source = source
        self.names = names
        self.range = range
        self.isTogether = isTogether
    }

    /// Gives the value of one row.
    ///
    /// - Parameter read: reads a range of a file, whose path is as written; gives fewer bytes at the end of the file.
    package func value(
        at index: Int, from scope: any TemplateScope,
        reading read: (_ path: String, _ range: Range<Int>) throws(StepFailure) -> [UInt8]
    ) throws(StepFailure) -> CELValue {
        switch source {
        case .written(let rows): return try Self.filled(rows[index], scope)
        case .values(let values): return CELValue(values[index])
        case .file(let file):
            let bytes = try read(file.path, file.places.range(at: index))
            guard file.places.isUnchanged(bytes, at: index), let value = file.value(of: bytes) else {
                throw StepFailure(
                    "`\(file.path)` has been changed since the run began: the row `\(names[index])` is no longer where it was",
                    hint: "run again; nothing may write the file while the workflows run", at: range)
            }
            return value
        }
    }

    /// The value of a row; a secret member does not make the other members secret.
    private static func filled(_ row: Template, _ scope: any TemplateScope) throws(StepFailure) -> CELValue {
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
package struct RowFile: Sendable {
    package enum Form: Sendable {
        case csv(CSVRow)
        case json
    }

    /// The path as written.
    let path: String
    let form: Form
    let places: RowPlaces

    package init(path: String, form: Form, places: RowPlaces) {
        self.path = path
        self.form = form
        self.places = places
    }

    /// The row of these bytes; nil for invalid bytes, which cannot occur in bytes that have not changed since they were
    /// checked.
    func value(of bytes: [UInt8]) -> CELValue? {
        switch form {
        case .json: (try? JSONParser.parse(bytes)).map { CELValue($0) }
        case .csv(let row): (try? CSVRecords.fields(of: bytes, row.separator)).flatMap { try? row.value(of: $0).get() }
        }
    }
}

/// Values as JSON in one buffer, which takes a fraction of the memory of trees of values.
package struct PackedValues: Sendable {

    package init() {
    }
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []

    package mutating func append(_ value: JSONValue) {
        JSONWriter.append(value, to: &bytes)
        ends.append(UInt32(clamping: bytes.count))
    }

    subscript(index: Int) -> JSONValue {
        let start = index == 0 ? 0 : Int(ends[index - 1])
        return (try? JSONParser.parse(Array(bytes[start..<Int(ends[index])]))) ?? .null
    }
}

extension Language {
    /// `rows` written as a map.
    package enum Rows {
        package static let csv = ForEach.csv.restated(
            .text, "A CSV file (RFC 4180): each record is a row, a map of the header's names to texts.", takes: "path")
        package static let json = ForEach.json.restated(.text, "A JSON file that holds a list.", takes: "path")
        package static let yaml = ForEach.yaml.restated(.text, "A YAML file that holds a list.", takes: "path")
        package static let list = Key(
            "list", .list, "The rows themselves, where they need a `name`.", example: "list: [{ user: ada }]")
        package static let name = Key(
            "name", .text, "What a row is called in reports.",
            unlessWritten: "its first value that is no list or map and not called as secrets are",
            example: "name: $(row.user)")
        package static let types = Key(
            "types", .map,
            "Columns of a CSV file that hold something else than text: `integer`, `number`, `boolean`, `date`, `url` or `json`.",
            example: "types: { status: integer }")
        package static let separator = ForEach.separator
        package static let together = Key(
            "together", .boolean, "Whether all rows run on one machine where several share a run.",
            unlessWritten: "`false`")
        package static let map = Map(
            "`rows`", [csv, json, yaml, list, name, types, separator, together],
            rules: [.exactlyOne([csv, json, yaml, list]), .needs([types, separator], csv)])
    }
}

/// The places of the rows in a file, each with a hash that shows whether the row changed: 16 bytes per row.
package struct RowPlaces: Sendable {

    package init() {
    }
    private struct Place {
        var start: UInt32
        var count: UInt32
        /// The hash of the row's bytes, which differs between two runs of the program.
        var print: Int
    }

    private var places: [Place] = []

    package var count: Int { places.count }

    package mutating func append(_ range: Range<Int>, of bytes: [UInt8]) {
        let row = bytes.withUnsafeBytes { Self.print(UnsafeRawBufferPointer(rebasing: $0[range])) }
        places.append(
            Place(start: UInt32(clamping: range.lowerBound), count: UInt32(clamping: range.count), print: row))
    }

    /// The place of a row in its file.
    func range(at index: Int) -> Range<Int> {
        let start = Int(places[index].start)
        return start..<start + Int(places[index].count)
    }

    func isUnchanged(_ bytes: [UInt8], at index: Int) -> Bool {
        bytes.count == Int(places[index].count) && bytes.withUnsafeBytes(Self.print) == places[index].print
    }

    private static func print(_ bytes: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: bytes)
        return hasher.finalize()
    }
}
