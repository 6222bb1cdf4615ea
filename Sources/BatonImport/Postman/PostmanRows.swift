import BatonJSON

/// A data file, each row of which is one run of the collection.
struct PostmanRows {
    struct Column {
        var name: String
        var kind: PostmanVariables.Kind
    }

    private(set) var columns: [Column] = []
    let rows: ImportedRows

    init(_ file: ImportInput.File) throws(ImportError) {
        try PostmanFile.checkSize(file)
        if PostmanFile.beginsJSON(file.bytes) {
            rows = .json(path: file.path)
            try readJSON(file)
        } else {
            rows = .csv(path: file.path)
            guard let text = String(validating: file.bytes, as: UTF8.self) else {
                throw ImportError(
                    .unreadable, path: file.path, message: "The data is not in UTF-8.",
                    advice: "Save it in UTF-8.")
            }
            columns = Self.header(text).map { Column(name: $0, kind: .text) }
        }
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
    }

    /// The names in the first record; a name in quotes may hold commas and, doubled, quotes.
    private static func header(_ text: String) -> [String] {
        var names: [String] = []
        var name = ""
        var isQuoted = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{FEFF}" where names.isEmpty && name.isEmpty: break
            case "\"": isQuoted.toggle()
            case ",", "\n", "\r":
                if isQuoted {
                    name.unicodeScalars.append(scalar)
                    break
                }
                names.append(trimmed(name))
                name = ""
                if scalar != "," { return names.filter { !$0.isEmpty } }
            default: name.unicodeScalars.append(scalar)
            }
        }
        return (names + [trimmed(name)]).filter { !$0.isEmpty }
    }
}
