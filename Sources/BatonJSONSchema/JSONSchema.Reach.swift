package import BatonJSON

extension JSONSchema {
    /// All that a schema says of one place in a value, before the value is known: in references, alternatives, conditions
    /// and negations too. It tells which types are spoken of there, so that a text can be read as what it stands for.
    package final class Reach {
        private let schema: JSONSchema
        /// The schemas that keywords of the place around apply here.
        private let direct: [Int]
        /// What `const` and `enum` of places around list here.
        private let inherited: [JSONValue]
        private var children: [[Int]: Reach] = [:]
        /// `direct`, and all schemas that these apply to the same value.
        private lazy var nodes = schema.inPlace(of: direct)
        private lazy var constants = inherited + nodes.flatMap { $0.rules.flatMap(\.test.constants) }

        fileprivate init(_ schema: JSONSchema, _ direct: [Int], _ inherited: [JSONValue] = []) {
            self.schema = schema
            self.direct = direct
            self.inherited = inherited
        }

        /// The types that a keyword names, or says something about; empty where any value is as good as another.
        package private(set) lazy var types: TypeSet = {
            var types = constants.reduce(into: TypeSet()) { $0.formUnion($1.schemaType) }
            for node in nodes {
                if node.takesNull { types.insert(.null) }
                for rule in node.rules {
                    switch rule.test {
                    case .type(let own): types.formUnion(own)
                    // A text that must not be of one type may stand for all others.
                    case .not(let index) where schema.inPlace(of: [index]).contains(where: \.namesTypes):
                        types.formUnion(.scalars)
                    default: if rule.types != .all { types.formUnion(rule.types) }
                    }
                }
            }
            if types.contains(.integer) { types.insert(.number) }
            return types
        }()

        /// What is said of a member.
        package func member(_ name: String) -> Reach {
            child(constants.compactMap { $0[name] }) { test in
                switch test {
                case .members(let members): members.schemas(of: name)
                case .otherMembers(let index): [index]
                default: []
                }
            }
        }

        /// What is said of an element.
        package func element(_ position: Int) -> Reach {
            child(constants.compactMap { $0[position] }) { test in
                switch test {
                case .elements(let prefix, let rest):
                    position < prefix.count ? [prefix[position]] : rest.map { [$0] } ?? []
                case .contains(let index, _, _), .otherElements(let index): [index]
                default: []
                }
            }
        }

        /// The members that `properties` names, in the order of the document.
        package private(set) lazy var declaredNames: [String] = {
            var names = JSONObject()
            for node in nodes {
                for case .members(let members) in node.rules.map(\.test) {
                    for name in members.declared { names[name] = .null }
                }
            }
            return names.members.map(\.name)
        }()

        private func child(_ constants: [JSONValue], _ schemas: (Test) -> [Int]) -> Reach {
            var found: [Int] = []
            for node in nodes {
                for rule in node.rules {
                    for index in schemas(rule.test) where !found.contains(index) { found.append(index) }
                }
            }
            if !constants.isEmpty { return Reach(schema, found, constants) }
            if let known = children[found] { return known }
            let child = Reach(schema, found)
            children[found] = child
            return child
        }

        /// The first of the values that most of the schemas here accept.
        package func best(of values: [JSONValue]) -> JSONValue? {
            var best: (value: JSONValue, count: Int)?
            for value in values {
                let count = direct.count { index in
                    let own = JSONSchema(
                        nodes: schema.nodes, resources: schema.resources, root: index, excluding: schema.excluding)
                    return (try? own.accepts(value)) ?? false
                }
                if count > best?.count ?? -1 { best = (value, count) }
            }
            return best?.value
        }
    }

    /// What the schema says of the value itself.
    package var reach: Reach { Reach(self, [root]) }

    /// Schemas with all that they apply to the same value.
    fileprivate func inPlace(of direct: [Int]) -> [Node] {
        var found: [Node] = []
        var seen = Set(direct)
        var open = Array(direct.reversed())
        while let index = open.popLast() {
            let node = nodes[index]
            found.append(node)
            for next in (node.inPlace + node.chosen).reversed() where seen.insert(next).inserted { open.append(next) }
        }
        return found
    }
}

extension JSONSchema.Node {
    fileprivate var namesTypes: Bool {
        rules.contains { if case .type = $0.test { true } else { false } }
    }

    /// The schemas that a discriminator or a dynamic reference can choose for the same value.
    fileprivate var chosen: [Int] {
        rules.flatMap { rule -> [Int] in
            switch rule.test {
            case .discriminated(let discriminator):
                discriminator.targets.map(\.schema) + (discriminator.alternatives?.schemas ?? [])
            case .dynamicReference(let target, _): [target]
            default: []
            }
        }
    }
}
