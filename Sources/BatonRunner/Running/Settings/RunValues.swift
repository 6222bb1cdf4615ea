package import BatonJSON

/// Values from outside of the workflow files, by name.
package struct RunValues: Sendable {
    /// The values of `secrets`.
    package var secrets: [String: String]
    /// The environment variables of this process.
    package var process: [String: String]
    /// `--vars-file` and `--var`; they override the values in workflow and project files.
    package var variables: [String: JSONValue]
    /// `--input`, as unparsed text.
    package var inputs: [String: String]

    package init(
        secrets: [String: String] = [:], process: [String: String] = [:], variables: [String: JSONValue] = [:],
        inputs: [String: String] = [:]
    ) {
        self.secrets = secrets
        self.process = process
        self.variables = variables
        self.inputs = inputs
    }
}
