/// The stream that a program writes to.
enum OutputStream: Sendable {
    case output, errors
}
