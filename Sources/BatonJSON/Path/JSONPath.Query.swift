import BatonRegex

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
