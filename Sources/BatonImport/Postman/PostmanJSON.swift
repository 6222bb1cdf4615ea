import BatonJSON

/// How the reader looks into JSON that people and many programs wrote: what is missing or of another type reads as absent.
extension JSONValue {
    /// The member, null where there is none.
    subscript(at name: String) -> JSONValue {
        guard case .object(let object) = self, let position = object.position(of: name) else { return .null }
        return object.members[position].value
    }

    /// The first of the members that is there.
    func first(_ names: String...) -> JSONValue {
        names.lazy.map { self[at: $0] }.first { !$0.isNull } ?? .null
    }

    var list: [JSONValue] { arrayValue ?? [] }

    /// A text, a number or a boolean as text.
    var plainText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    /// The value as text, whatever it is; of null the empty one.
    var anyText: String {
        if let plainText { return plainText }
        return isNull ? "" : JSONWriter.compact(self)
    }

    /// The bytes of all texts within.
    var textBytes: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .array(let items): items.reduce(items.count) { $0 + $1.textBytes }
        case .object(let object): object.members.reduce(0) { $0 + $1.name.utf8.count + $1.value.textBytes }
        case .null, .bool, .number: 8
        }
    }

    var isTrue: Bool { self == .bool(true) || stringValue == "true" }

    /// Old exports say `enabled`, newer ones `disabled`.
    var isDisabled: Bool { self[at: "disabled"].isTrue || self[at: "enabled"] == .bool(false) }

    /// A description is a text, or an object that holds one.
    var descriptionText: String? {
        let text = self[at: "description"][at: "content"].stringValue ?? self[at: "description"].stringValue
        return text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
}

/// What a file is, by what stands in it.
enum PostmanKind {
    case collection(JSONValue)
    case collectionOfVersion1
    case variables(JSONValue)
    case backup
    case other

    init(_ value: JSONValue) {
        // The API of Postman wraps what it returns.
        let wrapped = value[at: "collection"]
        let value = wrapped.objectValue == nil ? value : wrapped
        let schema = value[at: "info"][at: "schema"].stringValue ?? ""
        if value[at: "requests"].arrayValue != nil && value[at: "item"].isNull || schema.contains("/collection/v1") {
            self = .collectionOfVersion1
        } else if value[at: "info"].objectValue != nil || value[at: "item"].arrayValue != nil {
            self = .collection(value)
        } else if value[at: "collections"].arrayValue != nil {
            self = .backup
        } else {
            let variables = value[at: "environment"].objectValue == nil ? value : value[at: "environment"]
            self = variables[at: "values"].arrayValue == nil ? .other : .variables(variables)
        }
    }

    var name: String {
        switch self {
        case .collection: "a collection"
        case .collectionOfVersion1: "a collection of version 1"
        case .variables(let value):
            value[at: "_postman_variable_scope"].stringValue == "globals"
                ? "a file of global variables" : "an environment"
        case .backup: "a backup of all collections"
        case .other: "no file of Postman"
        }
    }
}

/// Reads the files of a source into JSON, whether they are JSON or YAML.
enum PostmanFile {
    /// Larger files are refused before they are parsed: their tree takes many times as much memory.
    static let mostBytes = 64_000_000

    static func value(of file: ImportInput.File) throws(ImportError) -> JSONValue {
        try checkSize(file)
        do throws(JSONParseError) {
            return try JSONParser.parse(file.bytes)
        } catch {
            throw ImportError(
                .unreadable, path: file.path, line: error.line, message: "This is no JSON: \(error.message)",
                advice: "Export it from Postman again, as Collection v2.1.")
        }
    }

    /// YAML where the first character begins no JSON.
    static func valueOfEither(_ file: ImportInput.File) throws(ImportError) -> JSONValue {
        beginsJSON(file.bytes) ? try value(of: file) : try PostmanYAML.value(of: file)
    }

    static func checkSize(_ file: ImportInput.File) throws(ImportError) {
        guard file.bytes.count > mostBytes else { return }
        throw ImportError(
            .tooLarge, path: file.path,
            message: "The file has \(file.bytes.count) bytes; at most \(mostBytes) can be read.",
            advice: "Export folders of the collection as collections of their own.")
    }

    static func beginsJSON(_ bytes: [UInt8]) -> Bool {
        let spaces: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        let first = bytes.prefix(1000).first { !spaces.contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}
