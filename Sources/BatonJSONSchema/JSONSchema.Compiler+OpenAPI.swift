import BatonJSON
import BatonText

extension JSONSchema.Compiler {
    var isOpenAPI: Bool { options.standard != .jsonSchema }

    /// Takes in a document. The schemas of an OpenAPI document stand where no keyword leads to; anchors and identifiers in
    /// them are known all the same.
    mutating func add(_ document: JSONValue, from uri: String) {
        registry.add(document, from: uri)
        guard isOpenAPI else { return }
        let components = Place(document: uri, pointer: JSONPointer(tokens: ["components", "schemas"]))
        for member in document["components"]?["schemas"]?.objectValue?.members ?? [] {
            registry.scan(components.appending(member.name))
        }
    }

    // MARK: - Keywords

    /// The keywords that the Schema Object of OpenAPI 3.0 takes from JSON Schema.
    private static let keywords30: Set<String> = [
        "title", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength",
        "pattern", "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "required", "enum", "type",
        "allOf", "oneOf", "anyOf", "not", "items", "properties", "additionalProperties", "description", "format",
        "default", "readOnly", "writeOnly", "deprecated",
    ]

    /// Keywords of OpenAPI that say nothing about values, or that are read elsewhere.
    private static let ownKeywords: Set<String> = ["discriminator", "nullable", "xml", "externalDocs", "example"]

    /// Formats that OpenAPI names beside those of JSON Schema.
    static let ownFormats: Set<String> = [
        "int32", "int64", "float", "double", "byte", "binary", "password", "char", "decimal", "html", "base64url",
    ]

    /// Whether a keyword belongs to OpenAPI alone.
    func isOwnKeyword(_ name: String) -> Bool {
        isOpenAPI && Self.ownKeywords.contains(name) && !(options.standard == .openAPI31 && name == "nullable")
    }

    /// The keywords of a schema of OpenAPI 3.0, with `exclusiveMinimum` and its like as limits.
    mutating func checked30(_ object: JSONObject, _ place: Place) -> JSONObject {
        if let reference = object["$ref"] {
            // Everything beside a reference is ignored (OpenAPI 3.0, Reference Object).
            guard let keyword = JSONSchema.Keyword.byName["$ref"],
                isRight(reference, keyword, place.appending("$ref"))
            else { return JSONObject() }
            return JSONObject([("$ref", reference)])
        }
        var kept = JSONObject()
        for member in object.members where !member.name.hasPrefix("x-") && !isOwnKeyword(member.name) {
            let place = place.appending(member.name)
            guard Self.keywords30.contains(member.name), let keyword = JSONSchema.Keyword.byName[member.name] else {
                report(.keywordOfOtherVersion(member.name, at: place))
                continue
            }
            if member.value.boolValue != nil, member.name.hasPrefix("exclusive") { continue }
            if isRight(member.value, keyword, place) { kept.append(member.name, member.value) }
        }
        for (flag, limit) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")]
        where object[flag] == true {
            kept[flag] = kept[limit]
            kept[limit] = nil
        }
        return kept
    }

    /// Warns of a schema that takes null by its type and refuses it by its `enum`.
    mutating func reportUnlistedNull(_ object: JSONObject, _ place: Place) {
        guard isOpenAPI, let listed = object["enum"]?.arrayValue, !listed.contains(where: \.isNull) else { return }
        if options.standard == .openAPI30 {
            guard object["nullable"] == true, object["$ref"] == nil else { return }
            report(.unlistedNull("nullable", at: place.appending("nullable")))
        } else if object["type"]?.arrayValue?.contains("null") == true {
            report(.unlistedNull("type", at: place.appending("type")))
        }
    }

    /// Whether `nullable` lets null through: not past an `enum` that does not list it.
    func takesNull(_ object: JSONObject) -> Bool {
        guard options.standard == .openAPI30, object["nullable"] == true, object["$ref"] == nil else { return false }
        return object["enum"]?.arrayValue?.contains(where: \.isNull) ?? true
    }

    // MARK: - readOnly and writeOnly

    /// Where a schema says that its value does not travel in this direction; nil where it does travel.
    mutating func forbidden(_ place: Place, depth: Int = 10) -> Place? {
        guard let word = options.direction?.forbidden, depth > 0, let object = registry.value(at: place)?.objectValue
        else { return nil }
        let isAlone = options.standard == .openAPI30 && object["$ref"] != nil
        if object[word] == true, !isAlone { return place.appending(word) }
        if let target = silentTarget(object, place), let found = forbidden(target, depth: depth - 1) { return found }
        if isAlone { return nil }
        for index in (object["allOf"]?.arrayValue ?? []).indices {
            let member = place.appending("allOf").appending("\(index)")
            if let found = forbidden(member, depth: depth - 1) { return found }
        }
        return nil
    }

    /// A node that no value fits, for a member that does not travel in this direction.
    mutating func forbiddenNode(at place: Place) -> Int {
        let keyword = place.pointer.tokens.last ?? "readOnly"
        let schema = Place(document: place.document, pointer: JSONPointer(tokens: place.pointer.tokens.dropLast()))
        return add(
            JSONSchema.Node(
                place: schema, resource: registry.source(of: schema) ?? 0, verdict: nil,
                rules: [Rule(keyword: keyword, types: .all, test: .forbidden)]))
    }

    /// The names of members that do not travel in this direction, so that `required` does not ask for them: those of
    /// the schema, of what it includes with `allOf`, and of what includes it.
    mutating func forbiddenNames(_ place: Place, depth: Int = 8) -> Set<String> {
        guard options.direction != nil, depth > 0 else { return [] }
        if let known = knownForbidden[place] { return known }
        knownForbidden[place] = []
        var names: Set<String> = []
        guard let object = registry.value(at: place)?.objectValue else { return [] }
        let properties = place.appending("properties")
        for member in object["properties"]?.objectValue?.members ?? [] {
            if forbidden(properties.appending(member.name)) != nil { names.insert(member.name) }
        }
        if let target = silentTarget(object, place) { names.formUnion(forbiddenNames(target, depth: depth - 1)) }
        for index in (object["allOf"]?.arrayValue ?? []).indices {
            names.formUnion(forbiddenNames(place.appending("allOf").appending("\(index)"), depth: depth - 1))
        }
        knownForbidden[place] = names
        return names
    }

    /// Names that `required` of a schema does not ask for.
    mutating func exempt(at place: Place) -> Set<String> {
        forbiddenNames(place).union(inheritedExempt[place] ?? [])
    }

    /// Hands the exempt names on to the schemas that are written in `allOf` itself.
    mutating func handOnExempt(_ written: JSONObject, _ place: Place) {
        guard options.direction != nil, let members = written["allOf"]?.arrayValue else { return }
        let names = exempt(at: place)
        if names.isEmpty { return }
        for (index, member) in members.enumerated() where member["$ref"] == nil {
            inheritedExempt[place.appending("allOf").appending("\(index)"), default: []].formUnion(names)
        }
    }

    // MARK: - discriminator

    /// The rule of a discriminator; nil where it chooses nothing.
    ///
    /// - Parameter keyword: `oneOf` or `anyOf`, among whose schemas it chooses; nil for a schema that others include.
    mutating func discriminated(_ object: JSONObject, _ keyword: String?, _ place: Place) -> JSONSchema.Test? {
        guard isOpenAPI, let written = object["discriminator"] else { return nil }
        let own = place.appending("discriminator")
        guard let property = written["propertyName"]?.stringValue else {
            report(.discriminatorWithoutName(written, at: own))
            return nil
        }
        var targets: [(name: String, schema: Int)] = []
        func add(_ name: String, _ target: Place) {
            if targets.contains(where: { $0.name == name }) { return }
            targets.append((name, node(at: target)))
        }
        for member in written["mapping"]?.objectValue?.members ?? [] {
            guard let reference = member.value.stringValue else { continue }
            let at = own.appending("mapping").appending(member.name)
            if let found = mapped(reference, from: place, at: at) { add(member.name, found) }
        }
        guard let keyword else {
            for (name, child) in inheritors(of: place) { add(name, child) }
            if let name = place.pointer.tokens.last, !targets.isEmpty { add(name, place) }
            return targets.isEmpty
                ? nil
                : .discriminated(JSONSchema.Discriminator(property, targets, alternatives: nil, hasUnnamed: false))
        }
        let list = object[keyword]?.arrayValue ?? []
        let places = list.indices.map { place.appending(keyword).appending("\($0)") }
        var hasUnnamed = false
        for (member, at) in zip(list, places) {
            guard let reference = member["$ref"]?.stringValue, let name = Self.name(in: reference),
                let target = target(of: reference, from: registry.source(of: at) ?? 0, at: at.appending("$ref"))
            else {
                hasUnnamed = true
                continue
            }
            add(name, target.place)
        }
        return .discriminated(
            JSONSchema.Discriminator(
                property, targets, alternatives: (places.map { node(at: $0) }, keyword == "oneOf"),
                hasUnnamed: hasUnnamed))
    }

    /// A value of `mapping`: the name of a schema, or a reference.
    private mutating func mapped(_ reference: String, from place: Place, at written: Place) -> Place? {
        let component = Place(
            document: place.document, pointer: JSONPointer(tokens: ["components", "schemas", reference]))
        if registry.value(at: component) != nil {
            registry.scan(component)
            return component
        }
        return target(of: reference, from: registry.source(of: place) ?? 0, at: written)?.place
    }

    /// The implicit name of a schema: the last part of the reference to it.
    private static func name(in reference: String) -> String? {
        let uri = URIReference(reference)
        if let pointer = uri.fragment.flatMap(URIReference.unescaped), !pointer.isEmpty {
            return (try? JSONPointer.parse(pointer))?.tokens.last
        }
        return uri.path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) }
    }

    /// The components of the same document that include a schema with `allOf`.
    private mutating func inheritors(of place: Place) -> [(String, Place)] {
        let document = TextKey(place.document)
        if inheritors[document] == nil {
            var found: [Place: [(String, Place)]] = [:]
            let root = Place(document: place.document, pointer: JSONPointer(tokens: ["components", "schemas"]))
            for member in registry.value(at: root)?.objectValue?.members ?? [] {
                for part in member.value["allOf"]?.arrayValue ?? [] {
                    guard let object = part.objectValue, let target = silentTarget(object, root) else { continue }
                    found[target, default: []].append((member.name, root.appending(member.name)))
                }
            }
            inheritors[document] = found
        }
        return inheritors[document]?[place] ?? []
    }

    /// Where `$ref` leads within its document; nil, without a report, for any other.
    private func silentTarget(_ object: JSONObject, _ place: Place) -> Place? {
        guard let reference = object["$ref"]?.stringValue, reference.hasPrefix("#/"),
            let text = URIReference.unescaped(String(reference.dropFirst())),
            let pointer = try? JSONPointer.parse(text)
        else { return nil }
        return Place(document: place.document, pointer: pointer)
    }
}
