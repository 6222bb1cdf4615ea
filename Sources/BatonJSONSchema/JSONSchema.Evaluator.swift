import BatonJSON
import BatonValues

extension JSONSchema {
    /// Applies a schema to a value. First only the verdict is asked for; the walk that collects what is wrong is taken
    /// for values that do not fit.
    struct Evaluator {
        let schema: JSONSchema
        private var workLeft: Int
        private var depthLeft: Int
        /// The resources that were entered, the outermost first: where `$dynamicRef` looks.
        private var scope: [Int] = []
        /// Nil while only the verdict counts.
        var collected: Collected?
        var way: [Violation.Step] = []
        /// The text that stands for content that was not looked into; nil where all of the value is known.
        private let unseen: String?
        /// The discriminators that have chosen a schema for the value under way.
        var discriminating: [ObjectIdentifier] = []
        /// Members that do not travel in the direction of the values, as the schemas that hold so far say. The walk that
        /// collects what is wrong tells most of them at once.
        private var excluded: [Violation] = []

        /// Where many elements of a list have the same fault, the first of them stands for all.
        struct Collected {
            private(set) var violations: [Violation] = []
            var more = 0
            let limit: Int
            private var positions: [Kind: Int] = [:]

            init(limit: Int) { self.limit = limit }

            private struct Kind: Hashable {
                let place: Place
                /// Without indices.
                let names: [String?]
            }

            mutating func add(_ violation: Violation) {
                let kind = Kind(place: violation.place, names: violation.way.map(\.name))
                if let position = positions[kind] {
                    if position < violations.count { violations[position].repeats += 1 + violation.repeats }
                    return
                }
                if violations.count < limit {
                    positions[kind] = violations.count
                    violations.append(violation)
                } else {
                    // Known as well, so that it is counted once.
                    if positions.count < 1000 { positions[kind] = limit }
                    more += 1
                }
            }
        }

        init(_ schema: JSONSchema, limits: Limits, unseen: String? = nil) {
            self.schema = schema
            self.unseen = unseen
            workLeft = limits.work
            depthLeft = limits.depth
        }

        mutating func judge(_ value: JSONValue) throws(Undecided) -> Bool {
            var coverage = Coverage(isWanted: false)
            return try apply(schema.root, value, &coverage) && excluded.isEmpty
        }

        mutating func explain(_ value: JSONValue, limit: Int) -> (found: [Violation], more: Int) {
            collected = Collected(limit: limit)
            // What was found before the work became too much is worth telling.
            _ = try? judge(value)
            for violation in excluded { add(violation) }
            return (collected?.violations ?? [], collected?.more ?? 0)
        }

        var isCollecting: Bool { collected != nil }

        mutating func spend(_ amount: Int) throws(Undecided) {
            workLeft -= amount
            guard workLeft > 0 else {
                throw Undecided(message: "the schema is too much work on this document")
            }
        }

        /// Whether the value fits the node; what its keywords looked at, and what they say of members that do not travel,
        /// counts if it does.
        mutating func apply(
            _ index: Int, _ value: JSONValue, _ coverage: inout Coverage
        ) throws(Undecided) -> Bool {
            let node = schema.nodes[index]
            try spend(1)
            if let verdict = node.verdict {
                if !verdict { note(.unexpected, node, nil, value) }
                return verdict
            }
            let before = excluded.count
            if node.excludesMember, !isName, case .name? = way.last { exclude(value, node) }
            let fits = try fits(node, value, &coverage)
            if !fits, excluded.count > before { excluded.removeLast(excluded.count - before) }
            return fits
        }

        private mutating func fits(
            _ node: Node, _ value: JSONValue, _ coverage: inout Coverage
        ) throws(Undecided) -> Bool {
            if node.takesNull, value.isNull { return true }
            let isUnseen = if case .string(let text) = value { text == unseen } else { false }
            guard depthLeft > 0 else {
                throw Undecided(message: "the document and the schema are nested too deeply to be judged")
            }
            depthLeft -= 1
            let isEntered = scope.last != node.resource
            if isEntered { scope.append(node.resource) }
            defer {
                depthLeft += 1
                if isEntered { scope.removeLast() }
            }
            let type = value.schemaType
            var own = Coverage(isWanted: coverage.isWanted || node.needsCoverage)
            var fits = true
            for rule in node.rules where !rule.types.isDisjoint(with: type) {
                if isUnseen, !rule.test.isInclusion { continue }
                // What failed has not looked at anything, so that nearly everything would seem to be left over.
                if !fits, rule.test.needsCoverage { break }
                if try !holds(rule, node, value, &own) {
                    fits = false
                    if !isCollecting { return false }
                }
            }
            if fits, coverage.isWanted { coverage.merge(own) }
            return fits
        }

        private mutating func holds(
            _ rule: Rule, _ node: Node, _ value: JSONValue, _ coverage: inout Coverage
        ) throws(Undecided) -> Bool {
            try spend(1)
            switch rule.test {
            case .reference(let target): return try apply(target, value, &coverage)
            case .dynamicReference(let target, let anchor):
                return try apply(dynamicTarget(anchor) ?? target, value, &coverage)
            case .members(let members): return try membersHold(members, value, &coverage)
            case .elements(let prefix, let rest): return try elementsHold(prefix, rest, value, &coverage)
            case .all(let schemas):
                var fits = true
                for index in schemas where try !apply(index, value, &coverage) {
                    fits = false
                    if !isCollecting { return false }
                }
                return fits
            case .any(let schemas): return try anyHolds(schemas, rule, node, value, &coverage)
            case .one(let schemas): return try oneHolds(schemas, rule, node, value, &coverage)
            case .not(let index):
                var ignored = Coverage(isWanted: false)
                guard try quietly(index, value, &ignored) else { return true }
                note(.negated, node, rule, value)
                return false
            case .condition(let condition, let then, let otherwise):
                let branch = try quietly(condition, value, &coverage) ? then : otherwise
                guard let branch else { return true }
                return try apply(branch, value, &coverage)
            case .dependentSchemas(let schemas):
                guard case .object(let object) = value else { return true }
                var fits = true
                for (name, index) in schemas where object.position(of: name) != nil {
                    if try !apply(index, value, &coverage) { fits = false }
                    if !fits, !isCollecting { return false }
                }
                return fits
            case .contains(let index, let least, let most):
                return try containsHolds(index, least, most, rule, node, value, &coverage)
            case .names(let index): return try namesHold(index, value)
            case .otherMembers(let index): return try otherMembersHold(index, value, &coverage)
            case .otherElements(let index): return try otherElementsHold(index, value, &coverage)
            case .discriminated(let discriminator):
                return try discriminatedHolds(discriminator, rule, node, value, &coverage)
            default: return try scalarHolds(rule, node, value)
            }
        }

        /// The outermost resource in scope that has the anchor.
        private func dynamicTarget(_ anchor: String?) -> Int? {
            guard let anchor = anchor.map({ TextKey($0) }) else { return nil }
            for resource in scope {
                if let index = schema.resources[resource].dynamicAnchors[anchor] { return index }
            }
            return nil
        }

        /// The verdict alone.
        mutating func quietly(
            _ index: Int, _ value: JSONValue, _ coverage: inout Coverage
        ) throws(Undecided) -> Bool {
            let kept = collected
            collected = nil
            defer { collected = kept }
            return try apply(index, value, &coverage)
        }

        // MARK: - What is told

        /// - Parameter rule: nil for the schema `false` itself.
        mutating func note(
            _ finding: Violation.Finding, _ node: Node, _ rule: Rule?, _ value: JSONValue,
            at step: Violation.Step? = nil,
            keyword: String? = nil
        ) {
            guard collected != nil else { return }
            let keyword = keyword ?? rule?.keyword
            add(
                Violation(
                    way: step.map { way + [$0] } ?? way, isName: isName, value: value,
                    keyword: keyword ?? node.place.pointer.tokens.last ?? "false",
                    place: keyword.map(node.place.appending) ?? node.place, finding: finding))
        }

        mutating func add(_ violation: Violation) { collected?.add(violation) }

        private mutating func exclude(_ value: JSONValue, _ node: Node) {
            guard let keyword = schema.excluding else { return }
            let violation = Violation(
                way: way, isName: false, value: value, keyword: keyword, place: node.place.appending(keyword),
                finding: .unexpected)
            if isCollecting { add(violation) } else { excluded.append(violation) }
        }

        /// Whether the name of the last step is judged, and not what stands there.
        var isName = false

        /// Applies a schema one step deeper in the value.
        mutating func apply(
            _ index: Int, _ value: JSONValue, at step: @autoclosure () -> Violation.Step
        ) throws(Undecided) -> Bool {
            var coverage = Coverage(isWanted: false)
            let outer = discriminating
            if !outer.isEmpty { discriminating = [] }
            defer { if !outer.isEmpty { discriminating = outer } }
            guard isCollecting || schema.excluding != nil else { return try apply(index, value, &coverage) }
            way.append(step())
            defer { way.removeLast() }
            return try apply(index, value, &coverage)
        }
    }
}
