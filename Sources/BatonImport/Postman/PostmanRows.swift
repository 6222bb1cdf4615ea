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
    /// a number where it looks like one. A record may be shorter or longer than the first one.
    private static func csv(_ bytes: [UInt8]) -> ([JSONObject], isAsWritten: Bool) {
        var reader = CSVReader(bytes)
        let header = reader.record() ?? []
        let names = header.map { trimmed($0.text) }
        var isAsWritten =
            Set(names).count == names.count && !names.contains("") && header.allSatisfy(\.isUsual)
        var rows: [JSONObject] = []
        while let record = reader.record() {
            if record.count != names.count { isAsWritten = false }
            var row = JSONObject()
            for (name, cell) in zip(names, record) {
                if !cell.isUsual { isAsWritten = false }
                let text = cell.isQuoted ? cell.text : trimmed(cell.text)
                let number = cell.isQuoted ? nil : JSONNumber(text: text).flatMap { $0.text == text ? $0 : nil }
                let value = number.map { JSONValue.number($0) } ?? .string(text)
                row.append(name, value)
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
    }

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// The next record that is not empty; nil at the end.
    mutating func record() -> [Cell]? {
        while index < bytes.count, isLineEnd(bytes[index]) { index += 1 }
        guard index < bytes.count else { return nil }
        var cells = [cell()]
        while index < bytes.count, bytes[index] == UInt8(ascii: ",") {
            index += 1
            cells.append(cell())
        }
        return cells
    }

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

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
            } else if !isOpen, byte == UInt8(ascii: ",") || isLineEnd(byte) {
                break
            }
            if isQuoted, !isOpen { hasMore = true }
            text.append(byte)
            index += 1
        }
        let read = String(decoding: text, as: UTF8.self)
        let isUsual = isQuoted ? !hasMore && !isOpen : !text.contains(UInt8(ascii: "\"")) && trimmed(read) == read
        return Cell(text: read, isQuoted: isQuoted, isUsual: isUsual)
    }
}
