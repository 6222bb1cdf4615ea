/// Why bytes could not be parsed as XML, in the words of the library.
package struct XMLError: Error, Sendable, Equatable, CustomStringConvertible {
    package var message: String
    /// Counted from 1; 0 where it is not known.
    package var line: Int

    /// The file of a schema in which the mistake is; nil where it is not known.
    package var file: String?

    package init(message: String, line: Int, file: String? = nil) {
        self.message = message
        self.line = line
        self.file = file
    }

    package var description: String { line > 0 ? "line \(line): \(message)" : message }

    /// A message of the library without its final line break.
    static func text(of message: UnsafePointer<CChar>?) -> String {
        guard let message else { return "unknown error" }
        var text = String(cString: message)
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
}
