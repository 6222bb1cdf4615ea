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
