import BatonJSON
import BatonValues

extension JSONSchema {
    /// The documents of one compilation and what can be referred to in them.
    struct Registry {
        /// A schema resource with its base URI.
        struct Source {
            let uri: URIReference
            let root: Place
            /// The nearest `$schema`, its own or one around it.
            let dialect: String?
            var anchors: [TextKey: Place] = [:]
            var dynamicAnchors: [TextKey: Place] = [:]
        }

        private(set) var documents: [TextKey: JSONValue] = [:]
        private(set) var sources: [Source] = []
        private var byURI: [TextKey: Int] = [:]
        private var byRoot: [Place: Int] = [:]
        private var scanned: Set<Place> = []

        /// Takes in a document, and everything in it that has an identifier or an anchor.
        mutating func add(_ document: JSONValue, from uri: String) {
            documents[TextKey(uri)] = document
            let root = Place(document: uri, pointer: JSONPointer())
            let base = URIReference(uri).withoutFragment
            let outer = addSource(root, base, document["$schema"]?.stringValue)
            // A document is found by the URI it came from, whatever it calls itself.
            byURI[TextKey(base.text)] = scan(document, root, outer)
        }

        private mutating func addSource(_ root: Place, _ uri: URIReference, _ dialect: String?) -> Int {
            sources.append(Source(uri: uri, root: root, dialect: dialect))
            byURI[TextKey(uri.text)] = sources.count - 1
            byRoot[root] = sources.count - 1
            return sources.count - 1
        }

        /// The number of the resource that the schema belongs to.
        @discardableResult
        private mutating func scan(_ schema: JSONValue, _ place: Place, _ outer: Int) -> Int {
            guard case .object(let object) = schema, scanned.insert(place).inserted else { return outer }
            var number = outer
            if let id = object["$id"]?.stringValue {
                let uri = URIReference(id).resolved(against: sources[outer].uri)
                if uri.fragment == nil || uri.fragment == "" {
                    number = addSource(
                        place, uri.withoutFragment, object["$schema"]?.stringValue ?? sources[outer].dialect)
                }
            }
            if let name = object["$anchor"]?.stringValue.map({ TextKey($0) }) { sources[number].anchors[name] = place }
            if let name = object["$dynamicAnchor"]?.stringValue.map({ TextKey($0) }) {
                sources[number].anchors[name] = place
                sources[number].dynamicAnchors[name] = place
            }
            for member in object.members {
                guard let keyword = Keyword.byName[member.name] else { continue }
                for (tokens, child) in keyword.shape.schemas(in: member.value) {
                    scan(child, tokens.reduce(place.appending(member.name)) { $0.appending($1) }, number)
                }
            }
            return number
        }

        /// What stands at a place where no keyword leads to, such as a component of a larger document.
        mutating func scan(_ place: Place) {
            guard let schema = value(at: place) else { return }
            scan(schema, place, source(of: place) ?? 0)
        }

        func source(uri: URIReference) -> Int? { byURI[TextKey(uri.text)] }

        func value(at place: Place) -> JSONValue? {
            documents[TextKey(place.document)].flatMap { place.pointer.value(in: $0) }
        }

        /// The innermost resource around a place.
        func source(of place: Place) -> Int? {
            var tokens = place.pointer.tokens
            while true {
                if let found = byRoot[Place(document: place.document, pointer: JSONPointer(tokens: tokens))] {
                    return found
                }
                guard tokens.popLast() != nil else { return nil }
            }
        }
    }
}

extension JSONSchema.Shape {
    /// The schemas in a keyword's value, with the way to each; none where the value has another shape.
    func schemas(in value: JSONValue) -> [(tokens: [String], schema: JSONValue)] {
        switch self {
        case .schema: return [([], value)]
        case .schemas:
            return (value.arrayValue ?? []).enumerated().map { (["\($0.offset)"], $0.element) }
        case .schemasByName, .schemasByPattern:
            return (value.objectValue?.members ?? []).map { ([$0.name], $0.value) }
        case .dependencies:
            return (value.objectValue?.members ?? []).filter { $0.value.arrayValue == nil }.map {
                ([$0.name], $0.value)
            }
        default: return []
        }
    }
}
