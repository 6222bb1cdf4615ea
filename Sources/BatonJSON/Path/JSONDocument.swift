/// A JSON text that was checked as a whole; values are created only for the parts that are asked for.
///
/// Each look-up searches members one by one: for many look-ups in a large text, create the whole value once.
package struct JSONDocument: Sendable {
    private let text: [UInt8]
    private let outline: JSONOutline

    /// Throws exactly where `JSONParser.parse` does.
    package init(_ text: [UInt8], limits: JSONParser.Limits = JSONParser.Limits()) throws(JSONParseError) {
        self.text = text
        outline = try text.withUnsafeBytes { bytes -> Result<JSONOutline, JSONParseError> in
            Result { () throws(JSONParseError) in try JSONParser.outline(of: bytes, limits) }
        }.get()
    }

    /// The value of the whole text.
    package var value: JSONValue { withTree { $0.value(at: 0) } ?? .null }

    /// The match of a singular path; nil when there is none or the path is not singular.
    package func value(at path: JSONPath) -> JSONValue? {
        guard let steps = path.query.singular else { return nil }
        return withTree { tree in
            var place = 0
            for step in steps {
                var next: Int?
                switch step {
                case .name(let name): next = tree.member(name, of: place)
                case .index(let index):
                    next = tree.elementCount(of: place).flatMap { JSONPath.position(index, count: $0) }
                        .flatMap { tree.element($0, of: place) }
                case .wildcard, .slice, .filter: break
                }
                guard let next else { return nil }
                place = next
            }
            return tree.value(at: place)
        }
    }

    /// The value that a dotted path leads to; nil when a part of the way is missing.
    package func value(at path: JSONKeyPath) -> JSONValue? {
        withTree { tree in
            var place = 0
            for part in path.parts {
                let isList = tree.elementCount(of: place) != nil
                let next =
                    isList
                    ? JSONPointer.index(part).flatMap { tree.element($0, of: place) } : tree.member(part, of: place)
                guard let next else { return nil }
                place = next
            }
            return tree.value(at: place)
        }
    }

    private func withTree<Result>(_ body: (JSONTree) -> Result?) -> Result? {
        text.withUnsafeBufferPointer { text in
            guard let start = text.baseAddress else { return nil }
            return outline.nodes.withUnsafeBufferPointer { body(JSONTree(start, $0)) }
        }
    }
}
