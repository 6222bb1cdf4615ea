import BatonHTTP

/// Why a value cannot become what `as` wants.
struct ConversionFailure: Error {
    /// `mapping.type` for a value of another type, `mapping.format` for a text that is not written as it must be.
    var kind: Failure.Kind
    var wanted: String
    /// The value that was there, as readers see it.
    var got: String
    /// Where in a list it stood; empty for the value itself.
    var position: [Int] = []
    var hint: String?
}
