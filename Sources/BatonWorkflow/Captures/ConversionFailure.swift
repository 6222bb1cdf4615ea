import BatonHTTP
import BatonJSON

/// Why a value cannot become what `as` wants.
struct ConversionFailure: Error {
    /// `mapping.type` for a value of another type, `mapping.format` for a text that is not written as it must be.
    var kind: Failure.Kind
    var wanted: String
    /// The value that was there, as readers see it.
    var got: String
    /// The same inside a sentence.
    var brief: String
    /// Where in a list it stood; empty for the value itself.
    var position: [Int] = []
    var hint: String?

    init(_ kind: Failure.Kind, wanted: String, got: JSONValue, hint: String? = nil) {
        self.init(kind, wanted: wanted, got: Shown.json(got), brief: Shown.brief(got), hint: hint)
    }

    /// A value that has no JSON form, by what it is.
    init(_ kind: Failure.Kind, wanted: String, got: String, brief: String? = nil, hint: String? = nil) {
        self.kind = kind
        self.wanted = wanted
        self.got = got
        self.brief = brief ?? got
        self.hint = hint
    }

    mutating func hideValue() {
        got = "***"
        brief = "***"
    }
}
