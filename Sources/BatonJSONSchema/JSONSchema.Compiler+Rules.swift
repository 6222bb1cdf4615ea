import BatonJSON
import BatonRegex

extension JSONSchema.Compiler {
    typealias Place = JSONSchema.Place
    typealias Rule = JSONSchema.Rule

    /// What the keywords of one schema say, those first that are quickly asked; what depends on others comes last.
    mutating func rules(of object: JSONObject, _ place: Place, _ resource: Int) -> [Rule] {
        let dialect = dialect(of: resource, at: place)
        let written = checked(object, place, dialect)
        reportUnlistedNull(object, place)
        var rules: [Rule] = []
        func add(_ keyword: String, _ types: JSONSchema.TypeSet, _ test: JSONSchema.Test?) {
            if let test { rules.append(Rule(keyword: keyword, types: types, test: test)) }
        }
        add("type", .all, written["type"].map { .type(Self.types($0)) })
        add("const", .all, written["const"].map { .const($0) })
        add("enum", .all, written["enum"]?.arrayValue.map { .values(JSONSchema.Values($0)) })
        for (keyword, bound) in Self.bounds {
            add(keyword, .number, written[keyword]?.numberValue.map { .bound(bound, $0) })
        }
        add("multipleOf", .number, written["multipleOf"]?.numberValue.map { .multiple(JSONSchema.Divisor($0)) })
        for (keyword, bound, types) in Self.counts {
            add(keyword, types, written[keyword].map { .count(bound, Self.count($0)) })
        }
        add("format", .string, written["format"]?.stringValue.flatMap { format($0, place, dialect) })
        add("format", .number, written["format"]?.stringValue.flatMap { integerFormat($0, dialect) })
        add("pattern", .string, written["pattern"]?.stringValue.flatMap { pattern($0, place.appending("pattern")) })
        noteInclusions(written, place)
        add("required", .object, written["required"].flatMap { required(Self.names($0), place) })
        add("uniqueItems", .array, written["uniqueItems"] == true ? .unique : nil)
        add("dependentRequired", .object, dependentRequired(written))
        add("$ref", .all, reference(written, place, resource))
        add("$dynamicRef", .all, dynamicReference(written, place, resource))
        add("properties", .object, members(written, place))
        add("propertyNames", .object, child(written, "propertyNames", place).map { .names($0) })
        add("items", .array, elements(written, place))
        add("contains", .array, contains(written, place, dialect))
        add("dependentSchemas", .object, dependentSchemas(written, place))
        let chosen = ["oneOf", "anyOf"].first { written[$0]?.arrayValue != nil }
        let choice = object["$ref"] == nil ? discriminated(object, chosen, place) : nil
        for (keyword, test) in alternatives(written, place) {
            if let choice, keyword == chosen { add("discriminator", .all, choice) } else { add(keyword, .all, test) }
        }
        if chosen == nil { add("discriminator", .all, choice) }
        add("not", .all, child(written, "not", place).map { .not($0) })
        add("if", .all, condition(written, place))
        add("unevaluatedItems", .array, child(written, "unevaluatedItems", place).map { .otherElements($0) })
        add("unevaluatedProperties", .object, child(written, "unevaluatedProperties", place).map { .otherMembers($0) })
        compileUnused(written, place)
        return rules
    }

    /// Compiled only for the mistakes in it: nothing applies it from here.
    private mutating func compileUnused(_ written: JSONObject, _ place: Place) {
        for keyword in ["$defs", "definitions"] {
            for member in written[keyword]?.objectValue?.members ?? [] {
                _ = node(at: place.appending(keyword).appending(member.name))
            }
        }
        _ = child(written, "contentSchema", place)
        for keyword in ["if", "then", "else"] { _ = child(written, keyword, place) }
    }

    // MARK: - Values of keywords

    private static let bounds: [(String, JSONSchema.Bound)] = [
        ("minimum", .least), ("maximum", .most), ("exclusiveMinimum", .above), ("exclusiveMaximum", .below),
    ]

    private static let counts: [(String, JSONSchema.Bound, JSONSchema.TypeSet)] = [
        ("minLength", .least, .string), ("maxLength", .most, .string), ("minItems", .least, .array),
        ("maxItems", .most, .array), ("minProperties", .least, .object), ("maxProperties", .most, .object),
    ]

    private static func types(_ value: JSONValue) -> JSONSchema.TypeSet {
        var types: JSONSchema.TypeSet = []
        for name in value.arrayValue ?? [value] {
            types.formUnion(JSONSchema.TypeSet.named.first { $0.name == name.stringValue }?.set ?? [])
        }
        return types
    }

    /// A whole number; one that no value reaches is as large as any.
    private static func count(_ value: JSONValue) -> Int {
        value.numberValue?.int.map { Int($0) } ?? .max
    }

    private static func names(_ value: JSONValue) -> [String] { value.arrayValue?.compactMap(\.stringValue) ?? [] }

    /// The names without those of members that do not travel in the direction of the values.
    private mutating func required(_ names: [String], _ place: Place) -> JSONSchema.Test? {
        .required(names.filter { !mayExclude($0, at: place) })
    }

    /// `int32` and `int64`, which only OpenAPI has.
    private func integerFormat(_ name: String, _ dialect: Dialect) -> JSONSchema.Test? {
        guard isOpenAPI, dialect.assertsFormats else { return nil }
        return name == "int32"
            ? .integer(format: name, bits: 32) : name == "int64" ? .integer(format: name, bits: 64) : nil
    }

    private mutating func format(_ name: String, _ place: Place, _ dialect: Dialect) -> JSONSchema.Test? {
        guard dialect.assertsFormats else { return nil }
        if let accepts = options.formats[name] { return .format(name, accepts) }
        if isOpenAPI, Self.ownFormats.contains(name) { return nil }
        report(.uncheckedFormat(name, known: options.formats.keys.sorted(), at: place.appending("format")))
        return nil
    }

    private mutating func pattern(_ text: String, _ place: Place) -> JSONSchema.Test? {
        compiled(text, place, isKey: false).map { .pattern($0, written: text) }
    }

    private mutating func compiled(_ text: String, _ place: Place, isKey: Bool) -> Pattern? {
        do {
            return try Pattern(text, in: .ecma262)
        } catch {
            report(.invalidPattern(text, error.message, at: place, isKey: isKey))
            return nil
        }
    }

    // MARK: - Schemas in keywords

    private mutating func child(_ written: JSONObject, _ keyword: String, _ place: Place) -> Int? {
        written[keyword].map { _ in node(at: place.appending(keyword)) }
    }

    private mutating func list(_ written: JSONObject, _ keyword: String, _ place: Place) -> [Int]? {
        guard let schemas = written[keyword]?.arrayValue else { return nil }
        let place = place.appending(keyword)
        return schemas.indices.map { node(at: place.appending("\($0)")) }
    }

    private mutating func named(_ written: JSONObject, _ keyword: String, _ place: Place) -> [(String, Int)] {
        let place = place.appending(keyword)
        return (written[keyword]?.objectValue?.members ?? []).map { ($0.name, node(at: place.appending($0.name))) }
    }

    private mutating func reference(_ written: JSONObject, _ place: Place, _ resource: Int) -> JSONSchema.Test? {
        guard let text = written["$ref"]?.stringValue,
            let target = target(of: text, from: resource, at: place.appending("$ref"))
        else { return nil }
        return .reference(node(at: target.place))
    }

    private mutating func dynamicReference(_ written: JSONObject, _ place: Place, _ resource: Int) -> JSONSchema.Test? {
        guard let text = written["$dynamicRef"]?.stringValue,
            let target = target(of: text, from: resource, at: place.appending("$dynamicRef"))
        else { return nil }
        return .dynamicReference(node(at: target.place), anchor: target.anchor)
    }

    private mutating func members(_ written: JSONObject, _ place: Place) -> JSONSchema.Test? {
        let properties = named(written, "properties", place)
        let patterns = named(written, "patternProperties", place).compactMap { name, schema in
            compiled(name, place.appending("patternProperties").appending(name), isKey: true).map { ($0, schema) }
        }
        let others = child(written, "additionalProperties", place)
        guard !properties.isEmpty || !patterns.isEmpty || others != nil else { return nil }
        return .members(JSONSchema.Members(properties, patterns: patterns, others: others))
    }

    private mutating func elements(_ written: JSONObject, _ place: Place) -> JSONSchema.Test? {
        let prefix = list(written, "prefixItems", place) ?? []
        let rest = child(written, "items", place)
        return prefix.isEmpty && rest == nil ? nil : .elements(prefix: prefix, rest: rest)
    }

    private mutating func contains(_ written: JSONObject, _ place: Place, _ dialect: Dialect) -> JSONSchema.Test? {
        guard let schema = child(written, "contains", place) else { return nil }
        return .contains(
            schema: schema, least: written["minContains"].map(Self.count) ?? 1,
            most: written["maxContains"].map(Self.count))
    }

    private func dependentRequired(_ written: JSONObject) -> JSONSchema.Test? {
        let lists = ["dependentRequired", "dependencies"].flatMap { keyword in
            (written[keyword]?.objectValue?.members ?? []).filter { $0.value.arrayValue != nil }
        }
        return lists.isEmpty ? nil : .dependentRequired(lists.map { ($0.name, Self.names($0.value)) })
    }

    private mutating func dependentSchemas(_ written: JSONObject, _ place: Place) -> JSONSchema.Test? {
        var schemas = named(written, "dependentSchemas", place)
        let older = place.appending("dependencies")
        for member in written["dependencies"]?.objectValue?.members ?? [] where member.value.arrayValue == nil {
            schemas.append((member.name, node(at: older.appending(member.name))))
        }
        return schemas.isEmpty ? nil : .dependentSchemas(schemas.map { (name: $0.0, schema: $0.1) })
    }

    private mutating func alternatives(_ written: JSONObject, _ place: Place) -> [(String, JSONSchema.Test)] {
        var tests: [(String, JSONSchema.Test)] = []
        if let schemas = list(written, "allOf", place) { tests.append(("allOf", .all(schemas))) }
        if let schemas = list(written, "anyOf", place) { tests.append(("anyOf", .any(schemas))) }
        if let schemas = list(written, "oneOf", place) { tests.append(("oneOf", .one(schemas))) }
        return tests
    }

    private mutating func condition(_ written: JSONObject, _ place: Place) -> JSONSchema.Test? {
        // Without branches it still tells which parts were looked at.
        guard let condition = child(written, "if", place) else { return nil }
        return .condition(
            if: condition, then: child(written, "then", place), else: child(written, "else", place))
    }
}
