/// Why a program could not be started, or a server could not be used.
package struct ProcessError: Error, Sendable, Equatable, CustomStringConvertible {
    package struct Code: Sendable, Hashable {
        private let name: String

        private init(_ name: String) { self.name = name }

        /// The command cannot be split into words.
        package static let command = Code("command")
        package static let notFound = Code("not-found")
        package static let denied = Code("denied")
        /// A file that may be executed and that the system cannot start, or not without a program that is missing.
        package static let noProgram = Code("no-program")
        package static let notStarted = Code("not-started")
        package static let exited = Code("exited")
        package static let notReady = Code("not-ready")
        package static let cancelled = Code("cancelled")
    }

    package var code: Code
    /// One sentence without a full stop.
    package var message: String
    /// The last output of a server.
    package var output: String
    package var exit: ProcessExit?

    init(_ code: Code, _ message: String, output: String = "", exit: ProcessExit? = nil) {
        self.code = code
        self.message = message
        self.output = output
        self.exit = exit
    }

    package var description: String { output.isEmpty ? message : message + "\n" + output }
}
