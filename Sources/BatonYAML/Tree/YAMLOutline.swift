/// The type of a value, without its contents.
public enum YAMLOutline: BitwiseCopyable, Sendable {
    case mapping, sequence
    case scalar(ScalarType)
    /// The value was left out, which is an error that has been reported.
    case missing
}
