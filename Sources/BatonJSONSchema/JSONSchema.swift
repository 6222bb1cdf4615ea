package import BatonJSON
import BatonValues

/// A compiled JSON Schema (draft 2020-12) with everything that it refers to; it is compiled once and judges any number
/// of values, on several threads at once.
///
/// `Compiler` turns documents into numbered nodes, each a list of `Rule`s; its `Registry` knows the documents and what can
/// be referred to in them, and what is wrong with a schema is a `Diagnostic`. `Evaluator` applies nodes to a value and collects
/// `Violation`s. `Reach` asks the nodes what they say of a place before a value is known. What the Schema Objects of OpenAPI
/// have differently stands in the files of that name.
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

extension JSONSchema {
    /// Which parts of one value keywords have looked at and let pass: what `unevaluatedItems` and
    /// `unevaluatedProperties` leave alone. Nothing is recorded where no keyword needs it.
    struct Coverage {
        let isWanted: Bool
        private var hasAllMembers = false
        /// By position in the object; empty where there is none.
        private var members: [Bool] = []
        private var hasAllElements = false
        /// All elements in front of this position.
        private var prefix = 0
        private var elements: Set<Int> = []

        init(isWanted: Bool) { self.isWanted = isWanted }

        mutating func addAllMembers() { if isWanted { hasAllMembers = true } }

        mutating func addMember(_ position: Int, of count: Int) {
            guard isWanted, !hasAllMembers else { return }
            if members.isEmpty { members = [Bool](repeating: false, count: count) }
            members[position] = true
        }

        func hasMember(_ position: Int) -> Bool { hasAllMembers || (position < members.count && members[position]) }

        mutating func addAllElements() { if isWanted { hasAllElements = true } }

        mutating func addElements(before end: Int) { if isWanted { prefix = max(prefix, end) } }

        mutating func addElement(_ position: Int) { if isWanted { elements.insert(position) } }

        func hasElement(_ position: Int) -> Bool {
            hasAllElements || position < prefix || elements.contains(position)
        }

        /// Takes in what another schema has looked at in the same value.
        mutating func merge(_ other: Coverage) {
            guard isWanted else { return }
            hasAllMembers = hasAllMembers || other.hasAllMembers
            hasAllElements = hasAllElements || other.hasAllElements
            prefix = max(prefix, other.prefix)
            elements.formUnion(other.elements)
            if members.isEmpty {
                members = other.members
            } else {
                for position in other.members.indices where other.members[position] { members[position] = true }
            }
        }
    }
}

extension JSONSchema {
    /// Something wrong, or questionable, in a schema.
    package struct Diagnostic: Sendable {
        /// The value, or the keyword, that is at fault.
        package let place: Place
        /// Whether the last name of the place is meant, and not what stands behind it.
        package let isKey: Bool
        package let isWarning: Bool
        /// A word for its kind: `shape`, `reference`.
        package let code: Code
        package let message: String
        package let help: String?
        /// A word that may be another one misspelt, and those it may be.
        package let guess: (word: String, known: [String])?

        package enum Code: String, Sendable {
            case shape, pattern, reference, cycle, dialect, keyword
        }

        init(
            _ code: Code, _ message: String, at place: Place, isKey: Bool = false, isWarning: Bool = false,
            help: String? = nil, guess: (word: String, known: [String])? = nil
        ) {
            self.place = place
            self.isKey = isKey
            self.isWarning = isWarning
            self.code = code
            self.message = message
            self.help = help
            self.guess = guess
        }
    }

    /// What is found behind a URI.
    package enum Found: Sendable {
        case document(JSONValue)
        /// Why there is none, and what to do about it.
        case refused(String, help: String?)
    }
}

extension JSONSchema {
    /// The value of a keyword, for readers of a schema whose values are not all known yet.
    package enum Part: Sendable {
        /// A value that may be computed: it changes what fits, and never what the schema is made of.
        case value
        /// Part of what the schema is: a reference, an identifier, a type.
        case fixed
        case schema
        case schemas
        case schemasByName

        /// What no keyword is means nothing, so that its value may be anything.
        package static func behind(_ keyword: String) -> Part {
            switch Keyword.byName[keyword]?.shape {
            case .schema: .schema
            case .schemas: .schemas
            case .schemasByName, .schemasByPattern, .dependencies: .schemasByName
            case .types, .reference, .identifier, .anchor, .flagsByURI: .fixed
            case .any, .text, .flag, .list, .number, .positiveNumber, .count, .names, .namesByName, .pattern, nil:
                .value
            }
        }
    }
}

extension JSONSchema {
    /// A value that a keyword does not let pass, as data: words are made where it is shown.
    package struct Violation: Sendable, Equatable {
        package enum Step: Sendable, Hashable {
            case name(String)
            case index(Int)

            var name: String? {
                if case .name(let name) = self { name } else { nil }
            }
        }

        package enum Finding: Sendable, Equatable {
            /// It is of none of these types.
            case type([String])
            case const(JSONValue)
            case values([JSONValue])
            /// `minimum` and its like: the keyword says which way.
            case bound(JSONNumber)
            case multiple(JSONNumber)
            /// `minLength` and its like: the limit, and how many there are.
            case count(Int, actual: Int)
            case pattern(String)
            case format(String)
            /// The positions of two equal elements.
            case duplicate(Int, Int)
            /// The way leads to a member that is not there; `because` names the one that makes it necessary.
            case missing(because: String?)
            /// Nothing may be here.
            case unexpected
            /// How many elements fit, and how many should; nil is any number.
            case contains(found: Int, least: Int, most: Int?)
            /// None of that many alternatives fits; what keeps the nearest of them from it follows.
            case none(of: Int, nearest: Int)
            /// More than one fits where exactly one should: their positions.
            case several([Int], of: Int)
            case negated
        }

        /// From the root of the value that was judged.
        package let way: [Step]
        /// Whether it is the name of the last step that does not fit, and not what stands there.
        package let isName: Bool
        /// What stands there.
        package let value: JSONValue
        package let keyword: String
        /// Where the keyword is written.
        package let place: Place
        package let finding: Finding
        /// At how many more places of the value the same is wrong, other elements of the same lists.
        package internal(set) var repeats = 0
    }
}
