import BatonJSON

extension JSONSchema {
    /// The language in which schemas without a `$schema` are written.
    package enum Standard: Sendable {
        /// JSON Schema, draft 2020-12.
        case jsonSchema
        /// The Schema Object of Swagger 2.0: that of OpenAPI 3.0 without alternatives, with `x-nullable` and a text as
        /// `discriminator`.
        case swagger20
        /// The Schema Object of OpenAPI 3.0: `nullable`, `exclusiveMinimum` as a flag, nothing beside `$ref`.
        case openAPI30
        /// Draft 2020-12 with the vocabulary of OpenAPI 3.1, which adds `discriminator`.
        case openAPI31

        /// Whether it is a language of its own, made from draft 4, and not JSON Schema with additions.
        var isOfDraft4: Bool { self == .openAPI30 || self == .swagger20 }

        /// Where a document has the schemas that its references name.
        var components: [String] { self == .swagger20 ? ["definitions"] : ["components", "schemas"] }

        /// The flag that lets null through; nil where `type` lists it.
        var nullable: String? { self == .swagger20 ? "x-nullable" : self == .openAPI30 ? "nullable" : nil }
    }

    /// Where a value travels: decides which members `readOnly` and `writeOnly` keep out.
    package enum Direction: Sendable {
        case request, response

        /// The keyword whose members do not travel in this direction.
        var keyword: String { self == .request ? "readOnly" : "writeOnly" }
    }

    /// `discriminator`: the member that tells which schema is meant.
    final class Discriminator: Sendable {
        let property: String
        /// The schemas by the values of the member.
        let targets: [(name: String, schema: Int)]
        /// The schemas among which the member chooses, and whether exactly one of them must fit; nil where the schema
        /// has none, so that others refer to it with `allOf`.
        let alternatives: (schemas: [Int], isOne: Bool)?
        /// Whether an alternative has no name that the member could tell.
        let hasUnnamed: Bool

        init(
            _ property: String, _ targets: [(name: String, schema: Int)],
            alternatives: (schemas: [Int], isOne: Bool)?, hasUnnamed: Bool
        ) {
            self.property = property
            self.targets = targets
            self.alternatives = alternatives
            self.hasUnnamed = hasUnnamed
        }
    }
}

extension JSONSchema.Evaluator {
    /// Judges by the schema that the discriminator names.
    mutating func discriminatedHolds(
        _ discriminator: JSONSchema.Discriminator, _ rule: JSONSchema.Rule, _ node: JSONSchema.Node,
        _ value: JSONValue, _ coverage: inout Coverage
    ) throws(Undecided) -> Bool {
        // A schema that is chosen refers back to the one that chooses it.
        let identity = ObjectIdentifier(discriminator)
        if discriminating.contains(identity) { return true }
        discriminating.append(identity)
        defer { discriminating.removeLast() }
        guard case .object(let object) = value else {
            return try alternativeHolds(discriminator, rule, node, value, &coverage)
        }
        let step = JSONSchema.Violation.Step.name(discriminator.property)
        guard let written = object[discriminator.property] else {
            if discriminator.alternatives == nil { return true }
            note(.missing(because: nil), node, rule, value, at: step)
            return false
        }
        if let name = written.stringValue,
            let target = discriminator.targets.first(where: { $0.name.hasSameBytes(as: name) })
        {
            return try apply(target.schema, value, &coverage)
        }
        if discriminator.hasUnnamed { return try alternativeHolds(discriminator, rule, node, value, &coverage) }
        note(.values(discriminator.targets.map { .string($0.name) }), node, rule, written, at: step)
        return false
    }

    private mutating func alternativeHolds(
        _ discriminator: JSONSchema.Discriminator, _ rule: JSONSchema.Rule, _ node: JSONSchema.Node,
        _ value: JSONValue, _ coverage: inout Coverage
    ) throws(Undecided) -> Bool {
        guard let (schemas, isOne) = discriminator.alternatives else { return true }
        return isOne
            ? try oneHolds(schemas, rule, node, value, &coverage) : try anyHolds(schemas, rule, node, value, &coverage)
    }
}
