package import BatonJSON
import BatonValues

extension JSONSchema {
    /// What a schema is compiled with.
    package struct Options: Sendable {
        package var formats: Formats
        /// Whether a text that is not of its `format` does not fit. The draft leaves that open.
        package var assertsFormats: Bool
        package var standard: Standard
        /// Where the values travel; nil where `readOnly` and `writeOnly` keep nothing out.
        package var direction: Direction?

        package init(
            formats: Formats = [:], assertsFormats: Bool = true, standard: Standard = .jsonSchema,
            direction: Direction? = nil
        ) {
            self.formats = formats
            self.assertsFormats = assertsFormats
            self.standard = standard
            self.direction = direction
        }
    }

    /// Compiles a document, or the part of it that a fragment leads to, with all that it refers to.
    ///
    /// - Parameters:
    ///   - uri: where the document comes from: what relative references are relative to.
    ///   - fragment: a JSON Pointer or the name of an anchor; empty for the whole document.
    ///   - find: looks for a document that is referred to, by its URI. The schemas of the draft itself are there.
    /// - Returns: nil where a diagnostic is no mere warning.
    package static func compile(
        _ document: JSONValue, from uri: String, at fragment: String = "", options: Options = Options(),
        find: @escaping (String) -> Found
    ) -> (schema: JSONSchema?, diagnostics: [Diagnostic]) {
        var compiler = Compiler(options: options, find: find)
        let schema = compiler.compile(document, from: uri, at: fragment)
        return (schema, compiler.diagnostics)
    }

    /// Compiles many schemas at once, which share what they refer to.
    ///
    /// - Parameters:
    ///   - roots: the places of the schemas, in the document or in others that `find` knows.
    /// - Returns: the schemas in the order of their places; nil where a diagnostic is no mere warning.
    package static func compile(
        _ document: JSONValue, from uri: String, roots: [Place], options: Options, find: @escaping (String) -> Found
    ) -> (schemas: [JSONSchema]?, diagnostics: [Diagnostic]) {
        var compiler = Compiler(options: options, find: find)
        let schemas = compiler.compile(document, from: uri, roots: roots)
        return (schemas, compiler.diagnostics)
    }

    /// Compiles documents into nodes; each place is compiled once, however many references lead to it.
    struct Compiler {
        let options: Options
        let find: (String) -> Found
        var registry = Registry()
        private(set) var diagnostics: [Diagnostic] = []
        private var nodes: [Node?] = []
        private var numbers: [Place: Int] = [:]
        /// Places that have a number and no node yet.
        private var queue: [Place] = []
        var dialects: [String: Dialect] = [:]
        /// Documents that could not be had, with the reason.
        var refused: [TextKey: (message: String, help: String?)] = [:]
        /// The schemas that have this one in their `allOf`, written out.
        var includers: [Place: Place] = [:]
        /// By document and schema, the components that include the schema.
        var inheritors: [TextKey: [Place: [(String, Place)]]] = [:]

        /// Which keywords mean something.
        struct Dialect: Sendable {
            var vocabularies: Set<Vocabulary> = Set(Vocabulary.allCases)
            var assertsFormats: Bool
        }

        init(options: Options, find: @escaping (String) -> Found) {
            self.options = options
            self.find = find
        }

        mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

        mutating func compile(_ document: JSONValue, from uri: String, at fragment: String) -> JSONSchema? {
            add(document, from: uri)
            let start = Place(document: uri, pointer: JSONPointer())
            guard let target = place(ofFragment: fragment, in: 0, of: start, written: "#" + fragment) else {
                return nil
            }
            return schemas(at: [node(at: target.place)])?.first
        }

        mutating func compile(_ document: JSONValue, from uri: String, roots: [Place]) -> [JSONSchema]? {
            add(document, from: uri)
            let numbers = roots.compactMap { root -> Int? in
                guard resource(URIReference(root.document), at: root) != nil else { return nil }
                registry.scan(root)
                return node(at: root)
            }
            guard numbers.count == roots.count else { return nil }
            return schemas(at: numbers)
        }

        /// Compiles everything that the nodes lead to; nil after an error.
        private mutating func schemas(at roots: [Int]) -> [JSONSchema]? {
            compileQueue()
            compileDynamicAnchors()
            let compiled = nodes.compactMap(\.self)
            guard compiled.count == nodes.count else { return nil }
            reportCycles(compiled)
            guard diagnostics.allSatisfy(\.isWarning) else { return nil }
            let resources = registry.sources.map { source in
                Resource(dynamicAnchors: source.dynamicAnchors.compactMapValues { numbers[$0] })
            }
            let excluding = compiled.contains(where: \.excludesMember) ? options.direction?.keyword : nil
            return roots.map { JSONSchema(nodes: compiled, resources: resources, root: $0, excluding: excluding) }
        }

        /// The number of the node at a place, which is compiled in its turn.
        mutating func node(at place: Place) -> Int {
            if let number = numbers[place] { return number }
            numbers[place] = nodes.count
            nodes.append(nil)
            queue.append(place)
            return nodes.count - 1
        }

        private mutating func compileQueue() {
            while let place = queue.popLast() {
                guard let number = numbers[place] else { continue }
                nodes[number] = compile(place)
            }
        }

        /// Any resource that is entered may be where a `$dynamicRef` ends.
        private mutating func compileDynamicAnchors() {
            var done = 0
            while done < registry.sources.count {
                for place in registry.sources[done].dynamicAnchors.values { _ = node(at: place) }
                done += 1
                compileQueue()
            }
        }

        /// A node without rules stands for one that has errors.
        private mutating func compile(_ place: Place) -> Node {
            let resource = registry.source(of: place) ?? 0
            switch registry.value(at: place) {
            case .bool(let verdict)?: return Node(place: place, resource: resource, verdict: verdict, rules: [])
            case .object(let object)?:
                let rules = rules(of: object, place, resource)
                return Node(
                    place: place, resource: resource, verdict: nil, rules: rules, takesNull: takesNull(object),
                    excludesMember: excludesMember(object))
            default:
                report(.noSchema(registry.value(at: place), at: place))
                return Node(place: place, resource: resource, verdict: true, rules: [])
            }
        }
    }
}

extension JSONSchema.Compiler {
    /// A schema that comes back to itself without going deeper into the value would never be done.
    mutating func reportCycles(_ nodes: [JSONSchema.Node]) {
        var states = [UInt8](repeating: 0, count: nodes.count)
        for start in nodes.indices where states[start] == 0 {
            var stack: [(node: Int, next: [Int])] = [(start, nodes[start].inPlace)]
            states[start] = 1
            while let top = stack.last {
                guard let next = top.next.last else {
                    states[top.node] = 2
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next.removeLast()
                if states[next] == 0 {
                    states[next] = 1
                    stack.append((next, nodes[next].inPlace))
                } else if states[next] == 1 {
                    let cycle = stack.drop { $0.node != next }.map { nodes[$0.node] }
                    let turn = cycle.last { $0.rules.contains { $0.keyword == "$ref" } } ?? nodes[next]
                    report(.cycle(at: turn.place.appending("$ref")))
                }
            }
        }
    }
}

extension JSONSchema.Node {
    /// The schemas that it applies to the same value. A discriminator chooses once for a value, so that it ends.
    var inPlace: [Int] {
        rules.flatMap { rule -> [Int] in
            switch rule.test {
            case .reference(let target): [target]
            case .all(let schemas), .any(let schemas), .one(let schemas): schemas
            case .not(let schema): [schema]
            case .condition(let condition, let then, let otherwise): [condition] + [then, otherwise].compactMap(\.self)
            case .dependentSchemas(let schemas): schemas.map(\.schema)
            default: []
            }
        }
    }
}

extension JSONSchema.Compiler {
    mutating func dialect(of resource: Int, at place: Place) -> Dialect {
        let standard = Dialect(assertsFormats: options.assertsFormats)
        guard let uri = registry.sources[resource].dialect else { return standard }
        if let known = dialects[uri] { return known }
        dialects[uri] = standard
        let bare = URIReference(uri).withoutFragment.text
        if bare == JSONSchema.Metaschema.uri { return standard }
        if isOpenAPI, bare.hasPrefix("https://spec.openapis.org/oas/") { return standard }
        if let draft = Self.draft(bare) {
            report(.otherDraft(draft, at: registry.sources[resource].root.appending("$schema")))
            return standard
        }
        let written = registry.sources[resource].root.appending("$schema")
        guard let number = self.resource(URIReference(bare), at: written),
            let metaschema = registry.value(at: registry.sources[number].root)
        else { return standard }
        let dialect = self.dialect(metaschema["$vocabulary"]?.objectValue, standard, at: written)
        dialects[uri] = dialect
        return dialect
    }

    private mutating func dialect(_ written: JSONObject?, _ standard: Dialect, at place: Place) -> Dialect {
        guard let written else { return standard }
        var dialect = Dialect(vocabularies: [.core], assertsFormats: standard.assertsFormats)
        for member in written.members {
            if let vocabulary = JSONSchema.Vocabulary(uri: member.name) {
                dialect.vocabularies.insert(vocabulary)
                if vocabulary == .formatAssertion { dialect.assertsFormats = true }
            } else if member.value == true {
                report(.unknownVocabulary(member.name, at: place))
            }
        }
        return dialect
    }

    /// `draft-07`, for the URI of an earlier draft.
    private static func draft(_ uri: String) -> String? {
        let rest = URIReference(uri)
        guard rest.authority == "json-schema.org", rest.scheme == "http" || rest.scheme == "https" else {
            return nil
        }
        switch rest.path {
        case "/draft-03/schema": return "draft-03"
        case "/draft-04/schema": return "draft-04"
        case "/draft-06/schema": return "draft-06"
        case "/draft-07/schema": return "draft-07"
        case "/draft/2019-09/schema": return "draft 2019-09"
        default: return nil
        }
    }
}

extension JSONSchema.Compiler {
    /// Warns of keywords for another type than `type` says: `properties` beside `type: array` checks nothing.
    mutating func tellOfOtherTypes(_ object: JSONObject, _ place: Place) {
        guard !isOpenAPI, let type = object["type"] else { return }
        let types = type.stringValue.map { [$0] } ?? type.arrayValue?.compactMap(\.stringValue) ?? []
        guard !types.isEmpty else { return }
        for member in object.members {
            guard let wanted = Self.typeOfKeyword[member.name],
                !types.contains(wanted), wanted != "number" || !types.contains("integer")
            else { continue }
            report(.keywordOfOtherType(member.name, wanted, types, at: place.appending(member.name)))
        }
    }

    /// The only type of which a keyword checks something.
    private static let typeOfKeyword: [String: String] = {
        let keywords = [
            "object": [
                "properties", "patternProperties", "additionalProperties", "propertyNames", "required",
                "minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties",
            ],
            "array": [
                "items", "prefixItems", "contains", "minContains", "maxContains", "minItems", "maxItems",
                "uniqueItems", "unevaluatedItems",
            ],
            "string": ["minLength", "maxLength", "pattern"],
            "number": ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
        ]
        var types: [String: String] = [:]
        for (type, names) in keywords { for name in names { types[name] = type } }
        return types
    }()
}
