/// What a value is, without what is in it.
public enum YAMLOutline: BitwiseCopyable, Sendable {
    case mapping, sequence
    case scalar(ScalarType)
    /// Nothing was written, which is an error that has been reported.
    case missing
}
