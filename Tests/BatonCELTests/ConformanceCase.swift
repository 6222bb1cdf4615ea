import BatonCEL
import BatonJSON
import BatonValues

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A case of the public CEL conformance suite.
struct ConformanceCase {
    let group: String
    let section: String
    let name: String
    let expression: String
    let bindings: [(String, CELValue)]
    /// Nil when an error is expected.
    var expected: CELValue?

    /// Unique over the suite.
    var key: String { "\(group)/\(section)/\(name): \(expression)" }
}

enum ConformanceSuite {
    /// Nil where the data is not on this machine.
    static let cases = load()

    /// Nil where the data is not on this machine.
    static func load() -> [ConformanceCase]? {
        for folder in folders() {
            guard let bytes = read(folder + "/cel/cel-cases.json"), let json = try? JSONParser.parse(bytes),
                let groups = json.objectValue
            else { continue }
            return groups.members.flatMap { group in
                (group.value.arrayValue ?? []).compactMap { parse($0, group: group.name) }
            }
        }
        return nil
    }

    private static func folders() -> [String] {
        var folders: [String] = []
        if let folder = getenv("BATON_CONFORMANCE") { folders.append(String(cString: folder)) }
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        folders.append("/\(root)/../shared/conformance")
        return folders
    }

    private static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }

    private static func parse(_ json: JSONValue, group: String) -> ConformanceCase? {
        guard let section = json["section"]?.stringValue, let name = json["name"]?.stringValue,
            let expression = json["expr"]?.stringValue
        else { return nil }
        let bindings = (json["bindings"]?.objectValue?.members ?? []).compactMap { member in
            value(member.value).map { (member.name, $0) }
        }
        return ConformanceCase(
            group: group, section: section, name: name, expression: expression, bindings: bindings,
            expected: json["value"].flatMap(value))
    }

    /// `{ "int": "1" }`, `{ "map": [[k, v]] }` and so on.
    static func value(_ json: JSONValue) -> CELValue? {
        guard let member = json.objectValue?.members.first else { return nil }
        let text = member.value.stringValue ?? ""
        switch member.name {
        case "null": return .null
        case "bool": return member.value.boolValue.map { .bool($0) }
        case "int": return Int64(text).map { .int($0) }
        case "uint": return UInt64(text).map { .uint($0) }
        case "double": return Double(text).map { .double($0) }
        case "string": return .string(text)
        case "bytes_hex": return .bytes(hex(text))
        case "type": return CELValue(.type(CELTypeName(text)))
        case "duration": return DurationText.parse(text).map { .duration($0) }
        case "list": return CELValue(.list((member.value.arrayValue ?? []).compactMap(value)))
        case "map":
            var map = CELMap()
            for entry in member.value.arrayValue ?? [] {
                guard let pair = entry.arrayValue, let key = value(pair[0]), let content = value(pair[1]) else {
                    return nil
                }
                _ = map.insert(key, content)
            }
            return CELValue(.map(map))
        default: return nil
        }
    }

    private static func hex(_ text: String) -> [UInt8] {
        let digits = text.utf8.map { UInt8($0 <= 0x39 ? $0 - 0x30 : ($0 | 0x20) - 0x57) }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

/// An activation with a fixed list of values.
final class FixedActivation: CELActivation {
    private let values: [CELValue?]

    init(_ values: [CELValue?]) { self.values = values }

    func value(at slot: Int) throws(CELError) -> CELValue? { values[slot] }
}
