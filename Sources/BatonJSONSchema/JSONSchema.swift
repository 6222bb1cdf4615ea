package import BatonJSON
import BatonValues

/// A compiled JSON Schema (draft 2020-12) with everything that it refers to; it is compiled once and judges any number
/// of values, on several threads at once.
package final class JSONSchema: Sendable {
    /// What formats mean, by the name that `format` has; a name that is not here is an annotation.
    package typealias Formats = [String: @Sendable (String) -> Bool]

    /// What a value may cost before the judging is given up.
    package struct Limits: Sendable {
        /// Keywords applied, elements compared.
        package var work: Int
        /// Schemas applied within schemas.
        package var depth: Int

        package init(work: Int = 50_000_000, depth: Int = 800) {
            self.work = work
            self.depth = depth
        }
    }

    /// Why a value could not be judged; it neither fits nor does it not.
    package struct Undecided: Error, Sendable, Equatable {
        package let message: String
    }

    let nodes: [Node]
    let resources: [Resource]
    let root: Int
    /// The keyword that keeps members out: `readOnly` or `writeOnly`; nil where no schema has it.
    let excluding: String?

    init(nodes: [Node], resources: [Resource], root: Int, excluding: String? = nil) {
        self.nodes = nodes
        self.resources = resources
        self.root = root
        self.excluding = excluding
    }

    /// Whether a value fits. Throws when that would take too much work.
    ///
    /// - Parameter unseen: a text that stands for content that was not looked into, and fits wherever a value may be.
    package func accepts(
        _ value: JSONValue, unseen: String? = nil, limits: Limits = Limits()
    ) throws(Undecided) -> Bool {
        var evaluator = Evaluator(self, limits: limits, unseen: unseen)
        return try evaluator.judge(value)
    }

    /// Where and how a value does not fit, in the order of the value.
    ///
    /// - Returns: at most `limit` of them, and how many more there are. Where telling them takes too much work, only
    ///   those found till then.
    package func violations(
        of value: JSONValue, unseen: String? = nil, limit: Int = 20, limits: Limits = Limits(work: 3_000_000)
    ) -> (found: [Violation], more: Int) {
        var evaluator = Evaluator(self, limits: limits, unseen: unseen)
        return evaluator.explain(value, limit: limit)
    }

    /// Whether every value fits, whatever the schema's keywords say about it otherwise.
    package var acceptsEverything: Bool {
        let node = nodes[root]
        return node.verdict ?? node.rules.isEmpty
    }
}

extension JSONSchema {
    /// A schema of its own, with its own base URI: a document, or a part of one that has an `$id`.
    struct Resource: Sendable {
        /// By name, the nodes with a `$dynamicAnchor`.
        var dynamicAnchors: [TextKey: Int] = [:]
    }

    /// One schema, compiled.
    final class Node: Sendable {
        let place: Place
        let resource: Int
        /// What `true` and `false` say without looking.
        let verdict: Bool?
        let rules: [Rule]
        /// Whether it must know which parts of a value its other keywords have looked at.
        let needsCoverage: Bool
        /// Whether null fits, whatever the rules say.
        let takesNull: Bool
        /// Whether a member that it describes does not travel in the direction of the values: an annotation, which counts
        /// where the schema holds.
        let excludesMember: Bool

        init(
            place: Place, resource: Int, verdict: Bool?, rules: [Rule], takesNull: Bool = false,
            excludesMember: Bool = false
        ) {
            self.takesNull = takesNull
            self.excludesMember = excludesMember
            self.place = place
            self.resource = resource
            self.verdict = verdict
            self.rules = rules
            needsCoverage = rules.contains(where: \.test.needsCoverage)
        }
    }

    /// A place in one of the documents.
    package struct Place: Sendable, Hashable {
        /// The URI that the document was loaded from.
        package let document: String
        package let pointer: JSONPointer

        package static func == (left: Place, right: Place) -> Bool {
            left.pointer == right.pointer && left.document.hasSameBytes(as: right.document)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(TextKey(document))
            hasher.combine(pointer)
        }

        package init(document: String, pointer: JSONPointer) {
            self.document = document
            self.pointer = pointer
        }

        func appending(_ token: String) -> Place { Place(document: document, pointer: pointer.appending(token)) }
    }
}
