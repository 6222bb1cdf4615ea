import BatonJSON
import BatonSecrets

/// A data file, each row of which is one run of the collection.
///
/// The file itself is named where `rows` reads it as Newman does; else its rows stand in the workflow.
struct PostmanRows {
    struct Column {
        var name: String
        var kind: PostmanVariables.Kind
        /// `integer` or `number`, of a column of a CSV file.
        var type: String?
        /// Whether every row has a value for it.
        var isWhole = true
    }

    /// The file, where it can be named.
    private(set) var file: ImportedRows?
    private(set) var columns: [Column] = []
    /// The rows with their values as Newman reads them; nil where they are too many to be written.
    private(set) var list: [JSONObject]?
    /// The name of a row, where that which rows have by themselves does not tell them apart.
    private(set) var name: ImportText?

    /// Newman runs the collection once where there is no row.
    var isEmpty: Bool { list?.isEmpty ?? false }

    private static let mostFileBytes = 10_000_000
    private static let mostListBytes = 1_000_000
    private static let mostListCells = 50_000

    init(_ file: ImportInput.File) throws(ImportError) {
        try PostmanFile.checkSize(file)
        var reading: (rows: [JSONObject], isAsWritten: Bool)
        if PostmanFile.beginsJSON(file.bytes) {
            reading = try Self.json(file)
            self.file = .json(path: file.path)
        } else {
            guard String(validating: file.bytes, as: UTF8.self) != nil else {
                throw ImportError(
                    .unreadable, path: file.path, message: "The data is not in UTF-8.", advice: "Save it in UTF-8.")
            }
            reading = Self.csv(file.bytes)
            self.file = .csv(path: file.path)
        }
        let isCSV = if case .csv? = self.file { true } else { false }
        columns = Self.columns(of: reading.rows, isCSV: isCSV)
        if !columns.allSatisfy(\.isWhole) || isCSV && columns.contains(where: { $0.kind == .unknown }) {
            reading.isAsWritten = false
        }
        if !findName(reading.rows) {
            number(&reading.rows)
            reading.isAsWritten = false
        }
        if !reading.isAsWritten || file.bytes.count > Self.mostFileBytes { self.file = nil }
        let isShort =
            file.bytes.count <= Self.mostListBytes && reading.rows.count * max(1, columns.count) <= Self.mostListCells
        if isShort { list = reading.rows }
    }

    var types: [(column: String, type: String)] {
        columns.compactMap { column in column.type.map { (column.name, $0) } }
    }

    // MARK: rows

    private static func json(_ file: ImportInput.File) throws(ImportError) -> ([JSONObject], isAsWritten: Bool) {
        guard let rows = try PostmanFile.value(of: file).arrayValue else {
            throw ImportError(
                .wrongKind, path: file.path, message: "The data is no list of rows.",
                advice: "Write a list of objects, one a row.")
        }
        return (rows.map { $0.objectValue ?? JSONObject() }, rows.allSatisfy { $0.objectValue != nil })
    }

    /// Newman leaves out spaces around a cell, takes the last of the columns with one name, and reads a cell without quotes as
    /// a number where ``NewmanNumber`` says so. A record may be shorter or longer than the first one.
    private static func csv(_ bytes: [UInt8]) -> ([JSONObject], isAsWritten: Bool) {
        var reader = CSVReader(bytes)
        let header = reader.record() ?? []
        let names = header.map(\.trimmed)
        var isAsWritten =
            Set(names).count == names.count && !names.contains("") && header.allSatisfy(\.isUsual)
        var rows: [JSONObject] = []
        while let record = reader.record() {
            if record.count != names.count || record.map(\.text) == [""] { isAsWritten = false }
            var row = JSONObject()
            for (name, cell) in zip(names, record) {
                if !cell.isUsual { isAsWritten = false }
                let text = cell.trimmed
                let number = cell.isQuoted ? nil : NewmanNumber.number(text)
                if let number, number.text != text { isAsWritten = false }
                row.append(name, number.map { JSONValue.number($0) } ?? .string(text))
            }
            rows.append(row)
        }
        return (rows, isAsWritten)
    }

    // MARK: columns

    private static func columns(of rows: [JSONObject], isCSV: Bool) -> [Column] {
        var columns: [Column] = []
        var positions: [String: Int] = [:]
        var counts: [Int] = []
        for member in rows.flatMap(\.members) {
            let kind: PostmanVariables.Kind = member.value.stringValue == nil ? .typed : .text
            let type = isCSV ? type(of: member.value) : nil
            if let position = positions[member.name] {
                counts[position] += 1
                if columns[position].kind != kind { columns[position].kind = .unknown }
                if columns[position].type != type { columns[position].type = type == nil ? nil : "number" }
            } else {
                positions[member.name] = columns.count
                counts.append(1)
                columns.append(Column(name: member.name, kind: kind, type: type))
            }
        }
        for (position, count) in counts.enumerated() { columns[position].isWhole = count == rows.count }
        for position in columns.indices where columns[position].kind == .unknown { columns[position].type = nil }
        return columns
    }

    private static func type(of value: JSONValue) -> String? {
        guard let number = value.numberValue else { return nil }
        return Int64(number.text).map { abs($0) < 1 << 53 } ?? false ? "integer" : "number"
    }

    // MARK: names

    /// Takes as many columns into the name of a row as it needs; false where rows are equal.
    private mutating func findName(_ rows: [JSONObject]) -> Bool {
        let texts = columns.map(\.name).filter { name in
            rows.allSatisfy { JSONValue.object($0)[at: name].plainText != nil }
        }
        let named = texts.filter { !$0.isEmpty && !NamedSecrets.isSecret($0) }
        for count in 1...max(1, min(named.count, 20)) {
            let taken = named.prefix(count)
            let keys = Set(rows.map { row in taken.map { JSONValue.object(row)[at: $0].anyText } })
            guard keys.count == rows.count, !taken.isEmpty else { continue }
            // What a row is called by itself.
            if Array(taken) == Array(texts.filter { !SecretNames.documented.contains($0) }.prefix(1)) { return true }
            var name = ImportText()
            for column in taken {
                if !name.isEmpty { name.append(.literal(", ")) }
                name.append(.expression(VariableNames.member(column, of: "row")))
            }
            self.name = name
            return true
        }
        return rows.count <= 1 && !named.isEmpty
    }

    /// Gives each row a number as its name.
    private mutating func number(_ rows: inout [JSONObject]) {
        var column = "iteration"
        while columns.contains(where: { $0.name == column }) { column = "_" + column }
        for index in rows.indices { rows[index].append(column, .number(JSONNumber(index + 1))) }
        name = ImportText(expression: VariableNames.member(column, of: "row"))
    }
}

extension PostmanReader {
    /// Takes over the rows of a data file, as far as there are some.
    mutating func takeRows(_ data: PostmanRows?, into imported: inout ImportedCollection) {
        guard let data, !data.isEmpty else { return }
        imported.rowName = data.name
        if let file = data.file { (imported.rows, imported.rowTypes) = (file, data.types) }
        guard let list = data.list else { return }
        imported.rowList = list.map { row in
            .map(
                row.members.map { member in
                    .init(name: ImportText(member.name), value: cell(member.value, of: member.name))
                }
                    + data.columns.filter { row.position(of: $0.name) == nil }.map {
                        .init(name: ImportText($0.name), value: .null)
                    })
        }
        if imported.rows == nil { imported.rows = .list }
    }

    private mutating func cell(_ value: JSONValue, of column: String) -> ImportedValue {
        switch value {
        case .null: .null
        case .bool(let flag): .boolean(flag)
        case .number(let number): .number(number.text)
        case .string(let text):
            .text(
                NamedSecrets.isSecret(column) && !text.isEmpty
                    ? ImportText(
                        expression: "secrets." + secrets.name(of: text, wanted: column, place: "data file"))
                    : ImportText(text))
        case .array(let items): .list(items.map { cell($0, of: column) })
        case .object(let object):
            .map(object.members.map { .init(name: ImportText($0.name), value: cell($0.value, of: $0.name)) })
        }
    }
}

/// Records of a CSV file as Newman splits them: quotes may hold commas, line breaks and, doubled, quotes.
private struct CSVReader {
    struct Cell {
        var text: String
        var isQuoted: Bool
        /// Whether every reader of CSV sees the same text.
        var isUsual: Bool

        /// Without the spaces around a cell that has no quotes.
        var trimmed: String { isQuoted ? text : Self.trimmed(text) }

        /// Spaces before it are those of ASCII, behind it any.
        static func trimmed(_ text: String) -> String {
            let start = text.unicodeScalars.drop { " \t\n\r".unicodeScalars.contains($0) }
            let kept = start.reversed().drop { $0.properties.isWhitespace || $0 == "\u{FEFF}" }
            return String(String.UnicodeScalarView(kept.reversed()))
        }
    }

    private let bytes: [UInt8]
    private var index = 0
    /// What ends the first line ends the others.
    private var lineEnd: [UInt8]?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// The next record, of one empty cell for an empty line; nil at the end.
    mutating func record() -> [Cell]? {
        guard index < bytes.count else { return nil }
        var cells = [cell()]
        while index < bytes.count, bytes[index] == UInt8(ascii: ",") {
            index += 1
            cells.append(cell())
        }
        index += lineEnd?.count ?? 0
        return cells
    }

    private mutating func isAtLineEnd() -> Bool {
        if let lineEnd { return bytes[index...].starts(with: lineEnd) }
        let ends: [[UInt8]] = [[0x0D, 0x0A], [0x0A], [0x0D]]
        lineEnd = ends.first { bytes[index...].starts(with: $0) }
        return lineEnd != nil
    }

    private mutating func cell() -> Cell {
        var text: [UInt8] = []
        let isQuoted = index < bytes.count && bytes[index] == UInt8(ascii: "\"")
        if isQuoted { index += 1 }
        var isOpen = isQuoted
        var hasMore = false
        while index < bytes.count {
            let byte = bytes[index]
            if isOpen, byte == UInt8(ascii: "\"") {
                index += 1
                isOpen = index < bytes.count && bytes[index] == UInt8(ascii: "\"")
                if !isOpen { continue }
            } else if !isOpen, byte == UInt8(ascii: ",") || isAtLineEnd() {
                break
            }
            if isQuoted, !isOpen { hasMore = true }
            text.append(byte)
            index += 1
        }
        let read = String(decoding: text, as: UTF8.self)
        let isUsual = isQuoted ? !hasMore && !isOpen : !text.contains(UInt8(ascii: "\"")) && Cell.trimmed(read) == read
        return Cell(text: read, isQuoted: isQuoted, isUsual: isUsual)
    }
}

/// Cells that Newman makes numbers of: those that JavaScript takes for a number, with the value that `parseFloat` reads. So `007`
/// is 7, and `0x10` is 0.
private enum NewmanNumber {
    static func number(_ cell: String) -> JSONNumber? {
        let text = trimmed(cell)
        if isZero(text) { return JSONNumber(0) }
        guard isDecimal(text), let value = Double(text), value.isFinite else { return nil }
        return JSONNumber(text: written(value))
    }

    /// Digits of another base, of which `parseFloat` reads the 0 alone.
    private static func isZero(_ text: String) -> Bool {
        guard text.utf8.count > 2, text.hasPrefix("0"), let base = bases[text.lowercased().dropFirst().prefix(1)] else {
            return false
        }
        return text.dropFirst(2).unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && Character(scalar).hexDigitValue.map { $0 < base } ?? false
        }
    }

    private static let bases: [Substring: Int] = ["x": 16, "o": 8, "b": 2]

    private static func isDecimal(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        func digits() -> Int {
            let count = rest.prefix { (0x30...0x39).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        func skips(_ signs: String) -> Bool {
            guard let byte = rest.first, signs.utf8.contains(byte) else { return false }
            rest = rest.dropFirst()
            return true
        }
        _ = skips("+-")
        var count = digits()
        if skips(".") { count += digits() }
        guard count > 0 else { return false }
        if skips("eE") {
            _ = skips("+-")
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    /// The digits as JavaScript writes them: with an exponent from 1e21 on and below 1e-6, and a zero without its sign.
    private static func written(_ value: Double) -> String {
        if value == 0 { return "0" }
        let parts = value.magnitude.description.split(separator: "e")
        let point = parts[0].split(separator: ".")
        var digits = point[0] + (point.count > 1 && point[1] != "0" ? point[1] : "")
        // The value is 0.digits × 10^exponent.
        var exponent = point[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        while digits.first == "0" {
            digits.removeFirst()
            exponent -= 1
        }
        while digits.last == "0" { digits.removeLast() }
        let sign = value < 0 ? "-" : ""
        switch exponent {
        case digits.count...21: return sign + digits + String(repeating: "0", count: exponent - digits.count)
        case 1..<22: return sign + digits.prefix(exponent) + "." + digits.dropFirst(exponent)
        case -5...0: return sign + "0." + String(repeating: "0", count: -exponent) + digits
        default:
            let rest = digits.dropFirst()
            return sign + digits.prefix(1) + (rest.isEmpty ? "" : "." + rest) + "e" + (exponent > 0 ? "+" : "")
                + "\(exponent - 1)"
        }
    }
}
