package import BatonHTTP
package import BatonJSON

/// Why a value cannot become what is wanted: where it stood, what was wanted, and what was there.
public struct ConversionFailure: Error, Sendable {
    /// One step on the way into a value.
    public enum Step: Sendable, Hashable {
        /// An element of a list, from 0.
        case index(Int)
        /// A member of an object.
        case name(String)
        /// The rest of a JSONPath as it is written, without its `$`: `.a[0].b`.
        case path(String)
    }

    /// `mapping.type` for a value of another type, `mapping.format` for a text that is not written as it must be.
    package var kind: Failure.Kind
    /// In words: "an integer".
    public var wanted: String
    /// The value that was there, on one line, cut when it is long.
    public var got: String
    /// The same inside a sentence: shorter.
    public var brief: String
    /// Where in the value that was converted it stood; empty for the value itself.
    public var position: [Step] = []
    /// For what is missing: what there is in its place, as a part of a sentence: "has id, name".
    public var context: String?
    /// What to do about it, where that is known.
    public var hint: String?

    package init(_ kind: Failure.Kind, wanted: String, got: JSONValue, hint: String? = nil) {
        self.init(kind, wanted: wanted, got: ValueExcerpt.full(got), brief: ValueExcerpt.brief(got), hint: hint)
    }

    /// A value that has no JSON form, by what it is.
    package init(_ kind: Failure.Kind, wanted: String, got: String, brief: String? = nil, hint: String? = nil) {
        self.kind = kind
        self.wanted = wanted
        self.got = got
        self.brief = brief ?? got
        self.hint = hint
    }

    /// The same failure as whoever holds the value sees it.
    package func inside(_ steps: [Step]) -> ConversionFailure {
        var failure = self
        failure.position = steps + position
        return failure
    }

    /// Where it stood, behind the path that led to the value that was converted: `$.orders` gives `$.orders[2].size`,
    /// `orders` gives `orders.2.size`.
    package func place(behind path: String) -> String {
        let isJSONPath = path.utf8.first == UInt8(ascii: "$")
        return position.reduce(path) { path, step in
            switch step {
            case .index(let index): isJSONPath ? "\(path)[\(index)]" : "\(path).\(index)"
            case .name(let name): isJSONPath ? path + JSONReach.step(name) : "\(path).\(name)"
            case .path(let rest): path + rest
            }
        }
    }

    /// Leaves nothing of a secret that would not convert.
    package mutating func hideValue() {
        got = "***"
        brief = "***"
        context = nil
    }
}
