extension JSONSchema {
    /// What a schema is compiled with.
    package struct Options: Sendable {
        package var formats: Formats
        /// Whether a text that is not of its `format` does not fit. The draft leaves that open.
        package var assertsFormats: Bool

        package init(formats: Formats = [:], assertsFormats: Bool = true) {
            self.formats = formats
            self.assertsFormats = assertsFormats
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

    /// Turns documents into nodes; each place is compiled once, whoever refers to it.
    struct Compiler {
        let options: Options
        let find: (String) -> Found
        var registry = Registry()
        private(set) var issues: [Issue] = []
        private var nodes: [Node?] = []
        private var numbers: [Place: Int] = [:]
        /// Places that have a number and no node yet.
        private var queue: [Place] = []
        private var dialects: [String: Dialect] = [:]
        /// Documents that could not be had, with the reason.
        private var refused: [String: (message: String, help: String?)] = [:]

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
            registry.add(document, from: uri)
            let start = Place(document: uri, pointer: JSONPointer())
            guard let target = place(ofFragment: fragment, in: 0, of: start, written: "#" + fragment) else {
                return nil
            }
            let root = node(at: target.place)
            compileQueue()
            compileDynamicAnchors()
            let compiled = nodes.compactMap(\.self)
            guard compiled.count == nodes.count else { return nil }
            reportCycles(compiled)
            guard issues.allSatisfy(\.isWarning) else { return nil }
            let resources = registry.sources.map { source in
                Resource(dynamicAnchors: source.dynamicAnchors.compactMapValues { numbers[$0] })
            }
            return JSONSchema(nodes: compiled, resources: resources, root: root)
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
                return Node(place: place, resource: resource, verdict: nil, rules: rules)
            default:
                report(.noSchema(registry.value(at: place), at: place))
                return Node(place: place, resource: resource, verdict: true, rules: [])
            }
        }

        // MARK: - Dialects

        mutating func dialect(of resource: Int, at place: Place) -> Dialect {
            let standard = Dialect(assertsFormats: options.assertsFormats)
            guard let uri = registry.sources[resource].dialect else { return standard }
            if let known = dialects[uri] { return known }
            dialects[uri] = standard
            let bare = URIReference(uri).withoutFragment.text
            if bare == Metaschema.uri { return standard }
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
                if let vocabulary = Vocabulary(uri: member.name) {
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

        // MARK: - References

        /// Where a reference leads, and the dynamic anchor that it names; nil after a report.
        mutating func target(
            of reference: String, from resource: Int, at place: Place
        ) -> (place: Place, anchor: String?)? {
            let uri = URIReference(reference).resolved(against: registry.sources[resource].uri)
            guard let found = self.resource(uri.withoutFragment, at: place) else { return nil }
            return self.place(ofFragment: uri.fragment ?? "", in: found, of: place, written: reference)
        }

        private mutating func place(
            ofFragment fragment: String, in resource: Int, of place: Place, written: String
        ) -> (place: Place, anchor: String?)? {
            let source = registry.sources[resource]
            let root = registry.source(of: source.root).map { registry.sources[$0] } ?? source
            guard !fragment.isEmpty else { return (source.root, nil) }
            guard let text = URIReference.unescaped(fragment) else {
                report(.leadsNowhere(written, at: place, help: "`%` stands before two hexadecimal digits"))
                return nil
            }
            guard text.utf8.first == UInt8(ascii: "/") else {
                if let found = root.anchors[text] { return (found, root.dynamicAnchors[text] == nil ? nil : text) }
                report(.leadsNowhere(written, at: place, guess: (text, root.anchors.keys.sorted())))
                return nil
            }
            guard let pointer = try? JSONPointer.parse(text) else {
                report(.leadsNowhere(written, at: place, help: "`~` is written `~0`, and `/` in a name `~1`"))
                return nil
            }
            let target = Place(
                document: source.root.document,
                pointer: JSONPointer(tokens: source.root.pointer.tokens + pointer.tokens))
            guard registry.value(at: target) != nil else {
                report(.leadsNowhere(written, at: place, guess: nearest(to: pointer, from: source.root)))
                return nil
            }
            registry.scan(target)
            return (target, nil)
        }

        /// The first name of a pointer that is not there, and those that are.
        private func nearest(to pointer: JSONPointer, from root: Place) -> (word: String, known: [String])? {
            guard var value = registry.value(at: root) else { return nil }
            for token in pointer.tokens {
                guard let next = JSONPointer(tokens: [token]).value(in: value) else {
                    return (token, value.objectValue?.members.map(\.name) ?? [])
                }
                value = next
            }
            return nil
        }

        /// The resource with a URI, loaded if need be; nil after a report.
        private mutating func resource(_ uri: URIReference, at place: Place) -> Int? {
            if let known = registry.source(uri: uri) { return known }
            let text = uri.text
            if let (message, help) = refused[text] {
                report(Issue(.reference, message, at: place, help: help))
                return nil
            }
            switch Metaschema.document(text).map(Found.document) ?? find(text) {
            case .document(let document): registry.add(document, from: text)
            case .refused(let message, let help):
                refused[text] = (message, help)
                report(Issue(.reference, message, at: place, help: help))
            }
            return registry.source(uri: uri)
        }

        // MARK: - Cycles

        /// A schema that comes back to itself without going deeper into the value would never be done.
        private mutating func reportCycles(_ nodes: [Node]) {
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
}

extension JSONSchema.Node {
    /// The schemas that it applies to the same value.
    fileprivate var inPlace: [Int] {
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
