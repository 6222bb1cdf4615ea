import BatonJSON
import BatonRegex
import BatonValues

extension JSONSchema.Compiler {
    var isOpenAPI: Bool { options.standard != .jsonSchema }

    /// Takes in a document. The schemas of an OpenAPI document stand where no keyword leads to; anchors and identifiers in
    /// them are known all the same.
    mutating func add(_ document: JSONValue, from uri: String) {
        registry.add(document, from: uri)
        guard isOpenAPI else { return }
        let components = JSONPointer(tokens: options.standard.components)
        for member in components.value(in: document)?.objectValue?.members ?? [] {
            registry.scan(Place(document: uri, pointer: components).appending(member.name))
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

    /// Of these, the keywords that say something of values and that Swagger 2.0 does not have.
    private static let newKeywords30: Set<String> = ["oneOf", "anyOf", "not", "writeOnly"]

    /// Keywords of OpenAPI that say nothing about values, or that are read elsewhere.
    private static let ownKeywords: Set<String> = ["discriminator", "nullable", "xml", "externalDocs", "example"]

    /// Formats that OpenAPI names beside those of JSON Schema.
    static let ownFormats: Set<String> = [
        "int32", "int64", "float", "double", "byte", "binary", "password", "char", "decimal", "html", "base64url",
    ]

    /// Whether a keyword belongs to OpenAPI alone.
    func isOwnKeyword(_ name: String) -> Bool {
        isOpenAPI && Self.ownKeywords.contains(name) && (name != "nullable" || options.standard == .openAPI30)
    }

    /// The keywords of a schema of Swagger 2.0 or OpenAPI 3.0, with `exclusiveMinimum` and its like as limits.
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
            let isNew = options.standard == .swagger20 && Self.newKeywords30.contains(member.name)
            guard !isNew, Self.keywords30.contains(member.name), let keyword = JSONSchema.Keyword.byName[member.name]
            else {
                report(.keywordOfOtherVersion(member.name, options.standard, at: place))
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
        if let flag = options.standard.nullable {
            guard object[flag] == true, object["$ref"] == nil else { return }
            report(.unlistedNull(flag, at: place.appending(flag)))
        } else if object["type"]?.arrayValue?.contains("null") == true {
            report(.unlistedNull("type", at: place.appending("type")))
        }
    }

    /// Whether `nullable` lets null through: not past an `enum` that does not list it. `x-nullable` does so beside `$ref`
    /// too, because it is an extension, which no rule of Swagger 2.0 takes away.
    func takesNull(_ object: JSONObject) -> Bool {
        guard let flag = options.standard.nullable, object[flag] == true else { return false }
        if object["$ref"] != nil { return options.standard == .swagger20 }
        return object["enum"]?.arrayValue?.contains(where: \.isNull) ?? true
    }

    // MARK: - readOnly and writeOnly

    /// Whether a member that the schema describes does not travel in the direction of the values.
    func excludesMember(_ object: JSONObject) -> Bool {
        guard let keyword = options.direction?.keyword, object[keyword] == true else { return false }
        return !options.standard.isOfDraft4 || object["$ref"] == nil
    }

    /// Whether a member of that name may be one that does not travel, so that `required` does not ask for it: by the schema,
    /// by one that it applies to the same value, or by one that includes it with `allOf`.
    mutating func mayExclude(_ name: String, at place: Place) -> Bool {
        guard options.direction != nil else { return false }
        var search = ExclusionSearch(name: name)
        var current: Place? = place
        while let outer = current {
            if mayExclude(outer, &search) { return true }
            current = includers[outer]
        }
        return false
    }

    /// A search for schemas that say of a member that it does not travel.
    private struct ExclusionSearch {
        let name: String
        /// The schemas of the object and of the member that were looked at.
        var seenOfObject: Set<Place> = []
        var seenOfMember: Set<Place> = []
    }

    private mutating func mayExclude(_ place: Place, _ search: inout ExclusionSearch) -> Bool {
        guard search.seenOfObject.insert(place).inserted, let object = registry.value(at: place)?.objectValue else {
            return false
        }
        for member in memberPlaces(search.name, object, place) where mayExcludeMember(member, &search) { return true }
        for next in inPlace(object, place) where mayExclude(next, &search) { return true }
        return false
    }

    private mutating func mayExcludeMember(_ place: Place, _ search: inout ExclusionSearch) -> Bool {
        guard search.seenOfMember.insert(place).inserted, let object = registry.value(at: place)?.objectValue else {
            return false
        }
        if excludesMember(object) { return true }
        for next in inPlace(object, place) where mayExcludeMember(next, &search) { return true }
        return false
    }

    /// The schemas that an object's schema applies to a member.
    private func memberPlaces(_ name: String, _ object: JSONObject, _ place: Place) -> [Place] {
        if options.standard.isOfDraft4, object["$ref"] != nil { return [] }
        var places: [Place] = []
        if object["properties"]?[name] != nil { places.append(place.appending("properties").appending(name)) }
        for member in object["patternProperties"]?.objectValue?.members ?? []
        where (try? Pattern(member.name, in: .ecma262).matches(name)) == true {
            places.append(place.appending("patternProperties").appending(member.name))
        }
        return places.isEmpty ? [place.appending("additionalProperties")] : places
    }

    /// The schemas that one applies, or may apply, to the same value.
    private mutating func inPlace(_ object: JSONObject, _ place: Place) -> [Place] {
        var places: [Place] = []
        if let reference = object["$ref"]?.stringValue,
            let target = target(of: reference, from: registry.source(of: place) ?? 0, at: place.appending("$ref"))
        {
            places.append(target.place)
            if options.standard.isOfDraft4 { return places }
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            for index in (object[keyword]?.arrayValue ?? []).indices {
                places.append(place.appending(keyword).appending("\(index)"))
            }
        }
        return places
    }

    /// Notes for the schemas that are written in `allOf` itself what includes them.
    mutating func noteInclusions(_ written: JSONObject, _ place: Place) {
        guard options.direction != nil, let members = written["allOf"]?.arrayValue else { return }
        for (index, member) in members.enumerated() where member["$ref"] == nil {
            includers[place.appending("allOf").appending("\(index)")] = place
        }
    }

    // MARK: - discriminator

    /// The rule of a discriminator; nil where it chooses nothing.
    ///
    /// - Parameter keyword: `oneOf` or `anyOf`, among whose schemas it chooses; nil for a schema that others include.
    mutating func discriminated(_ object: JSONObject, _ keyword: String?, _ place: Place) -> JSONSchema.Test? {
        guard isOpenAPI, let written = object["discriminator"] else { return nil }
        let own = place.appending("discriminator")
        let name = options.standard == .swagger20 ? written : written["propertyName"]
        guard let property = name?.stringValue else {
            report(.discriminatorWithoutName(written, options.standard, at: own))
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
            document: place.document, pointer: JSONPointer(tokens: options.standard.components + [reference]))
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

    /// The components of the same document that include a schema with `allOf`, themselves or by another one.
    private mutating func inheritors(of place: Place) -> [(String, Place)] {
        let document = TextKey(place.document)
        if inheritors[document] == nil {
            var found: [Place: [(String, Place)]] = [:]
            let root = Place(document: place.document, pointer: JSONPointer(tokens: options.standard.components))
            for member in registry.value(at: root)?.objectValue?.members ?? [] {
                for part in member.value["allOf"]?.arrayValue ?? [] {
                    guard let object = part.objectValue, let target = silentTarget(object, root) else { continue }
                    found[target, default: []].append((member.name, root.appending(member.name)))
                }
            }
            inheritors[document] = found
        }
        let direct = inheritors[document] ?? [:]
        var all: [(String, Place)] = []
        var seen: Set<Place> = [place]
        var open = [place]
        while let parent = open.popLast() {
            for child in direct[parent] ?? [] where seen.insert(child.1).inserted {
                all.append(child)
                open.append(child.1)
            }
        }
        return all
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
