import BatonJSON

/// A data file, each row of which is one run of the collection.
struct PostmanRows {
    struct Column {
        var name: String
        var kind: PostmanVariables.Kind
        /// `integer` or `number`, of a column of a CSV file.
        var type: String?
    }

    private(set) var columns: [Column] = []
    let rows: ImportedRows
    /// The name of a row, where the first value of each is not enough to tell them apart.
    private(set) var name: ImportText?
    /// What Newman reads otherwise, for notes.
    private(set) var differences: [String] = []

    init(_ file: ImportInput.File) throws(ImportError) {
        try PostmanFile.checkSize(file)
        if PostmanFile.beginsJSON(file.bytes) {
            rows = .json(path: file.path)
            try readJSON(file)
        } else {
            rows = .csv(path: file.path)
            guard String(validating: file.bytes, as: UTF8.self) != nil else {
                throw ImportError(
                    .unreadable, path: file.path, message: "The data is not in UTF-8.", advice: "Save it in UTF-8.")
            }
            readCSV(file.bytes)
        }
    }

    var types: [(column: String, type: String)] {
        columns.compactMap { column in column.type.map { (column.name, $0) } }
    }

    private mutating func readJSON(_ file: ImportInput.File) throws(ImportError) {
        guard let rows = try PostmanFile.value(of: file).arrayValue else {
            throw ImportError(
                .wrongKind, path: file.path, message: "The data is no list of rows.",
                advice: "Write a list of objects, one a row.")
        }
        var positions: [String: Int] = [:]
        for member in rows.compactMap(\.objectValue).flatMap(\.members) {
            let kind: PostmanVariables.Kind = member.value.stringValue == nil ? .typed : .text
            if let position = positions[member.name] {
                if columns[position].kind != kind { columns[position].kind = .unknown }
            } else {
                positions[member.name] = columns.count
                columns.append(Column(name: member.name, kind: kind))
            }
        }
        let scalars = columns.map(\.name).filter { name in
            rows.allSatisfy { $0[at: name].plainText != nil }
        }
        findName(scalars, rows.map { row in scalars.map { row[at: $0].anyText } })
    }

    /// Takes as many columns into the name of a row as it needs.
    private mutating func findName(_ names: [String], _ rows: [[String]]) {
        let positions = names.indices.filter { !names[$0].isEmpty && !PostmanSecrets.isSecret(names[$0]) }
        for count in 1...max(1, min(positions.count, 20)) {
            let taken = positions.prefix(count)
            let keys = Set(rows.map { row in taken.map { $0 < row.count ? row[$0] : "" } })
            guard keys.count == rows.count else { continue }
            guard count > 1 else { return }
            var name = ImportText()
            for position in taken {
                if !name.isEmpty { name.append(.literal(", ")) }
                name.append(.expression(VariableNames.member(names[position], of: "row")))
            }
            self.name = name
            return
        }
        if rows.count > 1 { differences.append("Some rows are equal; here each must have a name of its own.") }
    }

    // MARK: CSV

    /// What is known of a column from the cells so far.
    private struct Cells {
        var areIntegers = true
        var areNumbers = true
        var hasNumber = false
    }

    /// Newman reads a cell without quotes as a number where it looks like one; here a column has one type.
    private mutating func readCSV(_ bytes: [UInt8]) {
        var reader = CSVReader(bytes)
        let names = reader.record()?.map { trimmed($0.text) } ?? []
        var cells = [Cells](repeating: Cells(), count: names.count)
        var hasSpaces = false
        var rows: [[String]] = []
        while let record = reader.record() {
            rows.append(record.map(\.text))
            for (index, cell) in record.enumerated() where index < names.count {
                let isNumber = !cell.isQuoted && JSONNumber(text: cell.text)?.text == cell.text
                let isInteger = isNumber && Int64(cell.text).map { abs($0) < 1 << 53 } ?? false
                cells[index].areIntegers = cells[index].areIntegers && isInteger
                cells[index].areNumbers = cells[index].areNumbers && isNumber
                cells[index].hasNumber = cells[index].hasNumber || isNumber
                hasSpaces = hasSpaces || !cell.isQuoted && trimmed(cell.text) != cell.text
            }
        }
        findName(names, rows)
        if hasSpaces { differences.append("Newman leaves out spaces around a cell.") }
        for (name, cells) in zip(names, cells) where !name.isEmpty {
            let type = !cells.hasNumber ? nil : cells.areIntegers ? "integer" : cells.areNumbers ? "number" : nil
            if type == nil, cells.hasNumber {
                differences.append("Newman reads some cells of `\(name)` as numbers; here all of them are text.")
            }
            columns.append(Column(name: name, kind: type == nil ? .text : .typed, type: type))
        }
    }
}

/// Records of a CSV file as Newman splits them: quotes may hold commas, line breaks and, doubled, quotes.
private struct CSVReader {
    struct Cell {
        var text: String
        var isQuoted: Bool
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
        while index < bytes.count {
            let byte = bytes[index]
            if isOpen, byte == UInt8(ascii: "\"") {
                index += 1
                isOpen = index < bytes.count && bytes[index] == UInt8(ascii: "\"")
                if !isOpen { continue }
            } else if !isOpen, byte == UInt8(ascii: ",") || isLineEnd(byte) {
                break
            }
            text.append(byte)
            index += 1
        }
        return Cell(text: String(decoding: text, as: UTF8.self), isQuoted: isQuoted)
    }
}
