package import BatonYAML

/// What workflow files are loaded against: the project's variables and the chosen environment.
package struct LoadingContext: Sendable {
    package let projectVariables: [YAMLEntry]
    package let environment: EnvironmentSpec?
    /// Whether a URL that begins with `/` has a base URL.
    package let hasBaseURL: Bool
    /// The names under `secrets.` that something provides; nil where any may be given later.
    let secrets: [String]?
    let schemas: SchemaLibrary
    /// The API files of the run, each read once.
    let apis: APILibrary
    /// The data files of the run, each looked at once.
    let data: DataLibrary
    /// Reads the files of `rows`; nil where nobody can.
    let projectFiles: (any ProjectFiles)?
    /// The workflows that others need, each looked at once.
    let needed: NeededFiles
    /// The workflows that others call, each loaded once.
    let called: CalledWorkflows
    /// The files that are being loaded, from the one that is run to the one that was called last.
    private(set) var chain: [Link] = []

    struct Link: Sendable {
        /// Absolute, links followed.
        let path: String
        /// As users see it.
        let shown: String
    }

    /// - Parameters:
    ///   - givenSecrets: the names of secrets that the environment's list need not have.
    ///   - mayGetSecrets: whether the files may be run with other secrets than those known here.
    ///   - files: reads what `use` names.
    ///   - schemas: the schemas that files name, shared by all of them.
    package init(
        projectVariables: [YAMLEntry], environment: EnvironmentSpec?, hasBaseURL: Bool, givenSecrets: [String] = [],
        mayGetSecrets: Bool = false, files: (any ProjectFiles)? = nil, schemas: SchemaLibrary = SchemaLibrary()
    ) {
        self.schemas = schemas
        apis = APILibrary(files)
        data = DataLibrary(files)
        projectFiles = files
        needed = NeededFiles(files)
        called = CalledWorkflows(files)
        self.projectVariables = projectVariables
        self.environment = environment
        self.hasBaseURL = hasBaseURL
        secrets = mayGetSecrets ? nil : (environment?.secrets ?? []) + givenSecrets
    }

    /// What a called file is loaded against.
    func calling(_ links: [Link]) -> LoadingContext {
        var context = self
        context.chain = links
        return context
    }
}
