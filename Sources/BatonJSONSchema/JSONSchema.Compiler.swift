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
    /// - Returns: nil where an issue is no mere warning.
    package static func compile(
        _ document: JSONValue, from uri: String, at fragment: String = "", options: Options = Options(),
        find: @escaping (String) -> Found
    ) -> (schema: JSONSchema?, issues: [Issue]) {
        var compiler = Compiler(options: options, find: find)
        let schema = compiler.compile(document, from: uri, at: fragment)
        return (schema, compiler.issues)
    }

    /// Compiles many schemas at once, which share what they refer to.
    ///
    /// - Parameters:
    ///   - roots: the places of the schemas, in the document or in others that `find` knows.
    /// - Returns: the schemas in the order of their places; nil where an issue is no mere warning.
    package static func compile(
        _ document: JSONValue, from uri: String, roots: [Place], options: Options, find: @escaping (String) -> Found
    ) -> (schemas: [JSONSchema]?, issues: [Issue]) {
        var compiler = Compiler(options: options, find: find)
        let schemas = compiler.compile(document, from: uri, roots: roots)
        return (schemas, compiler.issues)
    }

    /// Compiles documents into nodes; each place is compiled once, however many references lead to it.
    struct Compiler {
        let options: Options
        let find: (String) -> Found
        var registry = Registry()
        private(set) var issues: [Issue] = []
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

        mutating func report(_ issue: Issue) { issues.append(issue) }

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
            guard issues.allSatisfy(\.isWarning) else { return nil }
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
