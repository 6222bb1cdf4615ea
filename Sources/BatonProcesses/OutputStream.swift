/// Where a program writes.
enum OutputStream: Sendable {
    case output, errors
}
