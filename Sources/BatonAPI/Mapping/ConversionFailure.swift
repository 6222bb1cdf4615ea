package import BatonHTTP
package import BatonJSON

/// Why a value could not be converted: its place, the wanted type, and the value.
public struct ConversionFailure: Error, Sendable {
    /// One step of a path into a value.
    public enum Step: Sendable, Hashable {
        /// Index of an element of a list, from 0.
        case index(Int)
        /// Name of an object's member.
        case name(String)
        /// The rest of a JSONPath as it is written, without its `$`: `.a[0].b`.
        case path(String)
        /// A part of the response other than its JSON document, in words; no step leads there.
        case part(String)
    }

    /// `mapping.type` for a value of another type, `mapping.format` for a text that is not written as it must be.
    package var kind: Failure.Kind
    /// The wanted type in words: "an integer".
    public var wanted: String
    /// The value as JSON on one line, cut when it is long.
    public var got: String
    /// A shorter form of `got`, for use inside a sentence.
    public var brief: String
    /// Path from the converted value to the value that does not fit; empty for the converted value itself.
    public var position: [Step] = []
    /// For a missing value: what its parent has instead, as a part of a sentence: "has id, name".
    public var context: String?
    /// How to fix it, when that is known.
    public var hint: String?
    /// What to write where the value is right.
    package var acceptance: String?
    /// Whether `got` and `hint` tell of a value, which may be secret. That a value is missing or null is no secret.
    private let isOfValue: Bool
    /// `wanted` without the values that `enum` lists, for a secret; nil where it has none.
    package var wantedOfSecret: String?

    package init(_ kind: Failure.Kind, wanted: String, got: JSONValue, hint: String? = nil) {
        self.init(
            kind, wanted: wanted, got: ValueExcerpt.full(got), brief: ValueExcerpt.brief(got), hint: hint,
            isOfValue: !got.isNull)
    }

    /// A value that is missing, or that has no JSON form, by what it is.
    package init(_ kind: Failure.Kind, wanted: String, got: String, hint: String? = nil) {
        self.init(kind, wanted: wanted, got: got, brief: got, hint: hint, isOfValue: false)
    }

    private init(
        _ kind: Failure.Kind, wanted: String, got: String, brief: String, hint: String?, isOfValue: Bool
    ) {
        self.kind = kind
        self.wanted = wanted
        self.got = got
        self.brief = brief
        self.hint = hint
        self.isOfValue = isOfValue
    }

    /// The same failure, with steps in front of its position.
    package func inside(_ steps: [Step]) -> ConversionFailure {
        var failure = self
        failure.position = steps + position
        return failure
    }

    /// The path of the value that does not fit, given the path of the converted value: `$.orders` gives
    /// `$.orders[2].size`, `orders` gives `orders.2.size`.
    package func place(behind path: String) -> String {
        let isJSONPath = path.utf8.first == UInt8(ascii: "$")
        return position.reduce(path) { path, step in
            switch step {
            case .index(let index): isJSONPath ? "\(path)[\(index)]" : "\(path).\(index)"
            case .name(let name): isJSONPath ? path + JSONReach.step(name) : "\(path).\(name)"
            case .path(let rest): path + rest
            case .part(let words): words
            }
        }
    }

    /// The failure of a secret, without its value and the values that it may have.
    package var hidingValue: ConversionFailure {
        var failure = self
        failure.wanted = wantedOfSecret ?? wanted
        failure.context = nil
        guard isOfValue else { return failure }
        (failure.got, failure.brief, failure.hint) = ("***", "***", nil)
        return failure
    }
}
