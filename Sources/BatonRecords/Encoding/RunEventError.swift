/// Why a line is not an event that this version can read.
package struct RunEventError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: Sendable {
        /// Not JSON, or a member is missing or of the wrong type.
        case malformed
        /// Written by a later version: `v` is larger than the version supported here.
        case newer
        /// An event type that this version does not know; a reader may skip it.
        case unknownType
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
