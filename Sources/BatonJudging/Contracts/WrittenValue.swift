import BatonJSON
import BatonJSONSchema

/// A value as a URL, a header or a form has it: texts, of which only the schema tells what they stand for.
indirect enum WrittenValue {
    /// A value whose type is certain: JSON.
    case known(JSONValue)
    /// Content that is not looked into, such as that of files: any value.
    case unread
    case text(String)
    case list([WrittenValue])
    case object([(name: String, value: WrittenValue)])
    /// Ways to take the same text apart, the plainest first.
    case either([WrittenValue])

    /// Stands for unread content in readings.
    static let unseen = "<content that is not read>"

    /// One value where there may be a list: `a` is the text, or a list of it.
    static func single(_ text: String) -> WrittenValue {
        .either([.text(text), .list([.text(text)])] + (text.isEmpty ? [.list([])] : []))
    }

    /// Members by their names, in the order of the first of each; what a name has several times is a list.
    static func members(_ pairs: [(name: String, text: String)]) -> WrittenValue {
        let texts = Dictionary(grouping: pairs) { $0.name }.mapValues { $0.map(\.text) }
        var seen: Set<String> = []
        return .object(
            pairs.filter { seen.insert($0.name).inserted }.map { pair in
                let own = texts[pair.name] ?? []
                return (pair.name, own.count == 1 ? single(own[0]) : .list(own.map { .text($0) }))
            })
    }

    /// Whether it is an empty text, in its plainest way.
    var isEmptyText: Bool {
        switch self {
        case .text(let text): text.isEmpty
        case .either(let ways): ways.first?.isEmptyText ?? false
        case .known, .unread, .list, .object: false
        }
    }

    // MARK: - Readings

    /// Readings of one value, at most. Beyond it, the parts of a value are read each by itself.
    private static let mostReadings = 64

    /// The values that it can stand for where a schema says something of it; never none.
    ///
    /// A reading counts only if the schema speaks of its type: a text is no text where the schema speaks of numbers alone,
    /// because every bound of a number lets texts pass. What can be read as nothing that the schema speaks of stays a text.
    func readings(at reach: JSONSchema.Reach) -> [JSONValue] {
        switch self {
        case .known(let value): return [value]
        case .unread: return [.string(Self.unseen)]
        case .text(let text): return Self.scalars(text, reach.types)
        case .list(let elements):
            return Self.combined(elements.enumerated().map { ($1, reach.element($0)) }).map { .array($0) }
        case .object(let members):
            return Self.combined(members.map { ($0.value, reach.member($0.name)) }).map { values in
                .object(JSONObject(Array(zip(members.map(\.name), values))))
            }
        case .either(let ways):
            let spoken = ways.filter { !$0.types.isDisjoint(with: reach.types) }
            return (spoken.isEmpty ? Array(ways.prefix(1)) : spoken).flatMap { $0.readings(at: reach) }
        }
    }

    private var types: JSONSchema.TypeSet {
        switch self {
        case .known(let value): value.schemaType
        case .unread: .all
        case .text: .scalars
        case .list: .array
        case .object: .object
        case .either(let ways): ways.reduce(into: []) { $0.formUnion($1.types) }
        }
    }

    private static func scalars(_ text: String, _ types: JSONSchema.TypeSet) -> [JSONValue] {
        var found: [JSONValue] = []
        if let value = typed(text), types.contains(value.schemaType) { found.append(value) }
        if types.contains(.string) || found.isEmpty { found.append(.string(text)) }
        return found
    }

    /// A number, a boolean or null that is written exactly so.
    private static func typed(_ text: String) -> JSONValue? {
        switch text {
        case "true": .bool(true)
        case "false": .bool(false)
        case "null": .null
        default: JSONNumber(text: text).map { .number($0) }
        }
    }

    /// All ways to read each of the parts.
    private static func combined(_ parts: [(value: WrittenValue, reach: JSONSchema.Reach)]) -> [[JSONValue]] {
        var choices = parts.map { $0.value.readings(at: $0.reach) }
        let count = choices.reduce(1) { min($0 * min($1.count, mostReadings + 1), mostReadings + 1) }
        if count > mostReadings {
            for index in choices.indices where choices[index].count > 1 {
                choices[index] = parts[index].reach.best(of: choices[index]).map { [$0] } ?? choices[index]
            }
        }
        return (0..<choices.reduce(1) { $0 * $1.count }).map { number in
            var rest = number
            return choices.map { values in
                defer { rest /= values.count }
                return values[rest % values.count]
            }
        }
    }
}
