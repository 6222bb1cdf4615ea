package import BatonYAML

/// What workflow files are loaded against: the project's variables and the chosen environment.
package struct LoadingContext: Sendable {
    package let projectVariables: [YAMLEntry]
    package let environment: EnvironmentSpec?
    /// Whether a URL that begins with `/` has a base URL.
    package let hasBaseURL: Bool

    package init(projectVariables: [YAMLEntry], environment: EnvironmentSpec?, hasBaseURL: Bool) {
        self.projectVariables = projectVariables
        self.environment = environment
        self.hasBaseURL = hasBaseURL
    }
}
