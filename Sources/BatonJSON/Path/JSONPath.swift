import BatonRegex
import BatonValues
import Synchronization

// `JSONPathParser` reads a path by the grammar of RFC 9535 into a `JSONPath.Query`, and `JSONPathEvaluator` applies it to a
// value, segment by segment, with a bound on the work. `JSONReach` tells how far a path leads that finds nothing. Beside
// queries stand three ways to one value: `JSONPointer` (RFC 6901), `JSONKeyPath` with dots, and `JSONPlace`.

/// A query into a JSON value (RFC 9535), parsed, checked for types, and ready to be used from any thread.
package struct JSONPath: Sendable {
    /// The path as it was written.
    package let text: String
    let query: Query

    /// What a query may cost: steps of some nanoseconds each, a found node counted as four for the memory it takes.
    package static let workLimit = 40_000_000

    /// What a part of a path stands for while the value that belongs there is not known.
    package struct StandIn: Sendable {
        package let range: Range<Int>
        /// What is written there, for messages.
        package let written: String

        package init(range: Range<Int>, written: String) {
            self.range = range
            self.written = written
        }
    }

    /// Throws for anything that is not well-formed and well-typed by the RFC, with the place in the path.
    package static func parse(_ text: String, standIns: [StandIn] = []) throws(JSONPathError) -> JSONPath {
        var parser = JSONPathParser(text, standIns: standIns)
        return JSONPath(text: text, query: try parser.path())
    }

    /// Whether the form of the path allows one match at most: only names and indices.
    package var isSingular: Bool { query.singular != nil }

    /// All matches in the RFC's order. Throws when the document makes it too much work.
    package func query(
        _ root: JSONValue, workLimit: Int = workLimit
    ) throws(JSONPathEvaluationError) -> [JSONValue] {
        if let steps = query.singular {
            guard let value = Self.walk(steps, from: root) else { return [] }
            return [value]
        }
        var evaluator = JSONPathEvaluator(root: root, workLimit: workLimit)
        return try evaluator.nodes(of: query, at: root, location: nil).map(\.value)
    }

    /// All matches with their normalized paths, which are singular and name exactly them.
    package func queryNodes(
        _ root: JSONValue, workLimit: Int = workLimit
    ) throws(JSONPathEvaluationError) -> [(path: String, value: JSONValue)] {
        var evaluator = JSONPathEvaluator(root: root, workLimit: workLimit)
        let start = JSONPathLocation.root
        return try evaluator.nodes(of: query, at: root, location: start).map { node in
            ((node.location ?? start).normalizedPath, node.value)
        }
    }

    /// The match of a singular path, straight and without any list; nil when there is none or the path is not
    /// singular.
    package func singularValue(in root: JSONValue) -> JSONValue? {
        guard let steps = query.singular else { return nil }
        return Self.walk(steps, from: root)
    }

    /// A scalar as it may stand in a path; lists and objects have no literals and make the path an error.
    package static func literal(_ value: JSONValue) -> String { JSONWriter.compact(value) }

    static func walk(_ steps: [Selector], from root: JSONValue) -> JSONValue? {
        var value = root
        for step in steps {
            switch step {
            case .name(let name):
                guard case .object(let object) = value, let next = object[name] else { return nil }
                value = next
            case .index(let index):
                guard case .array(let elements) = value, let position = position(index, count: elements.count)
                else { return nil }
                value = elements[position]
            case .wildcard, .slice, .filter: return nil
            }
        }
        return value
    }

    /// The position that an index means, which counts from the end when it is negative.
    static func position(_ index: Int, count: Int) -> Int? {
        let position = index < 0 ? index + count : index
        return position >= 0 && position < count ? position : nil
    }
}

extension JSONPath {
    /// The same as `parse`, but equal paths are parsed once: many files take the same places of their responses.
    ///
    /// For written paths, not for computed ones, so that the number of kept paths is bounded by what people write.
    package static func shared(_ text: String) throws(JSONPathError) -> JSONPath {
        let key = TextKey(text)
        if let known = known.withLock({ $0[key] }) { return known }
        let path = try parse(text)
        known.withLock { known in
            if known.count < mostKnown { known[key] = path }
        }
        return path
    }

    private static let known = Mutex<[TextKey: JSONPath]>([:])
    private static let mostKnown = 4_000
}

extension JSONPath {
    /// Segments applied one after another, from the root (`$`) or from the node under test (`@`).
    struct Query: Sendable {
        let isRelative: Bool
        let segments: [Segment]
        /// The names and indices of a path that has nothing else; nil for any other.
        let singular: [Selector]?

        init(isRelative: Bool, segments: [Segment]) {
            self.isRelative = isRelative
            self.segments = segments
            var steps: [Selector]? = []
            for segment in segments {
                guard !segment.isDescendant, segment.selectors.count == 1, segment.selectors[0].isSingular else {
                    steps = nil
                    break
                }
                steps?.append(segment.selectors[0])
            }
            singular = steps
        }
    }

    struct Segment: Sendable {
        /// Whether it is applied to the node and everything below it (`..`).
        let isDescendant: Bool
        let selectors: [Selector]
    }

    enum Selector: Sendable {
        case name(String)
        case index(Int)
        case wildcard
        case slice(start: Int?, end: Int?, step: Int)
        case filter(Condition)

        var isSingular: Bool {
            switch self {
            case .name, .index: true
            case .wildcard, .slice, .filter: false
            }
        }
    }

    /// A logical expression of a filter.
    indirect enum Condition: Sendable {
        case or([Condition])
        case and([Condition])
        case not(Condition)
        case exists(Query)
        case comparison(Operand, Comparison, Operand)
        case regex(text: Operand, Regex)
    }

    enum Comparison: Sendable {
        case equal, unequal, less, lessOrEqual, greater, greaterOrEqual
    }

    /// Something with one value, or with none ("Nothing").
    indirect enum Operand: Sendable {
        case literal(JSONValue)
        /// A singular query, as its steps.
        case query(steps: [Selector], isRelative: Bool)
        case length(Operand)
        case count(Query)
        case value(Query)
    }

    /// The second argument of `match` and `search`.
    indirect enum Regex: Sendable {
        case compiled(Pattern)
        case computed(Operand, isWhole: Bool)
    }
}

/// Why a text is no JSONPath, and where in it.
package struct JSONPathError: Error, Sendable, Equatable {
    package let message: String
    /// The UTF-8 offsets in the path that are to blame; empty at its end when something is missing.
    package let range: Range<Int>

    package init(message: String, range: Range<Int>) {
        self.message = message
        self.range = range
    }
}

extension JSONPathError: CustomStringConvertible {
    package var description: String { message }
}

/// Why a query was given up: the document makes it too much work, or a regular expression ran away.
package struct JSONPathEvaluationError: Error, Sendable, Equatable {
    package let message: String
}

extension JSONPathEvaluationError: CustomStringConvertible {
    package var description: String { message }
}
