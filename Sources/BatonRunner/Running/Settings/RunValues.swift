package import BatonJSON

/// What workflows get from outside of their files, by name.
package struct RunValues: Sendable {
    /// What `secrets` gives.
    package var secrets: [String: String]
    /// The environment variables of this process.
    package var process: [String: String]
    /// `--vars-file` and `--var`: stronger than anything written in workflow and project files.
    package var variables: [String: JSONValue]
    /// `--input`: texts as given.
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
