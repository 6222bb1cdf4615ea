package import BatonSecrets
package import BatonYAML
import Synchronization

/// The facts that are known while workflow files are loaded, such as the project's variables and the chosen
/// environment.
///
/// The folder holds what one file may know of others: the project with its environments, API files (`APIFile`), needed and
/// called workflows. Each is read once in a run, by a reader that the caller passes, and kept here.
package final class LoadingContext: Sendable {
    package let projectVariables: YAMLEntries
    /// API files that every workflow may call; those that a file names itself take precedence.
    let projectUses: [Project.UsedFile]
    /// `defaults` of baton.yaml, read again in the scope of each file.
    let projectDefaults: YAMLNode?
    /// The locks of a file that names none. What is called runs under those of its caller.
    let projectLocks: [String]
    package let environment: EnvironmentSpec?
    /// The names that expressions find under `env.vars.`.
    let environmentVariables: [String]
    /// All environments of the project.
    let environments: [EnvironmentSpec]
    /// Whether a URL that begins with `/` has a base URL.
    package let hasBaseURL: Bool
    /// Whether the environment is fixed; `baton check` without an environment leaves it open.
    var isChosen: Bool { environment != nil || secrets != nil }
    /// The names that expressions find under `secrets.`; nil where any may be given later.
    let secrets: [String]?
    let schemas: SchemaLibrary
    /// The names of secret fields.
    let secretNames: SecretNames
    /// The API files of the run, each read once.
    let apis: APILibrary
    /// The data files of the run, each checked once.
    let data: DataLibrary
    /// Reads the files of `rows`; nil where files cannot be read.
    let projectFiles: (any ProjectFiles)?
    /// The workflows that other workflows need, each checked once.
    let needed: NeededFiles
    /// The workflows that other workflows call, each loaded once.
    let called: CalledWorkflows
    /// The contexts of files that run only in other environments.
    private let others: OtherContexts
    /// The stack of files that are being loaded: the file of the run first, the innermost called file last.
    let chain: [Link]

    struct Link: Sendable {
        /// The absolute path with symbolic links resolved.
        let path: String
        /// The path as messages show it.
        let shown: String
    }

    /// - Parameters:
    ///   - projectUses: `use` of baton.yaml, and so on.
    ///   - environments: all environments of the project, with the chosen one.
    ///   - givenSecrets: the names of secrets that the environment's list need not have.
    ///   - mayGetSecrets: whether the files may be run with other secrets than those known here.
    ///   - files: reads the files that workflow files name.
    ///   - schemas: the schemas that files name, shared by all of them.
    package init(
        projectVariables: YAMLEntries, projectUses: [Project.UsedFile] = [],
        projectDefaults: YAMLNode? = nil, projectLocks: [String] = [], environment: EnvironmentSpec?,
        environments: [EnvironmentSpec] = [],
        hasBaseURL: Bool, givenSecrets: [String] = [],
        mayGetSecrets: Bool = false, secretNames: SecretNames = .documented, files: (any ProjectFiles)? = nil,
        schemas: SchemaLibrary = SchemaLibrary()
    ) {
        self.secretNames = secretNames
        self.schemas = schemas
        self.environments = environments
        others = OtherContexts()
        apis = APILibrary(files)
        data = DataLibrary(files)
        projectFiles = files
        needed = NeededFiles(files)
        called = CalledWorkflows(files)
        self.projectVariables = projectVariables
        self.projectUses = projectUses
        self.projectDefaults = projectDefaults
        self.projectLocks = projectLocks
        self.environment = environment
        environmentVariables = environment?.variables.map(\.keyText) ?? []
        self.hasBaseURL = hasBaseURL
        secrets = mayGetSecrets ? nil : (environment?.secrets ?? []) + givenSecrets
        chain = []
    }

    private init(_ other: LoadingContext, chain: [Link]) {
        schemas = other.schemas
        secretNames = other.secretNames
        environments = other.environments
        others = other.others
        apis = other.apis
        data = other.data
        projectFiles = other.projectFiles
        needed = other.needed
        called = other.called
        projectVariables = other.projectVariables
        projectUses = other.projectUses
        projectDefaults = other.projectDefaults
        projectLocks = []
        environment = other.environment
        environmentVariables = other.environmentVariables
        hasBaseURL = other.hasBaseURL
        secrets = other.secrets
        self.chain = chain
    }

    /// The context for loading files that run only in these environments: the first of them, with any secrets. The
    /// files do not run now, but their mistakes are reported.
    func elsewhere(_ names: [String]) -> LoadingContext {
        let name = names.first { name in environments.contains { $0.name == name } } ?? ""
        return others.context(name) {
            LoadingContext(
                projectVariables: projectVariables, projectUses: projectUses, projectDefaults: projectDefaults,
                projectLocks: projectLocks, environment: environments.first { $0.name == name },
                environments: environments, hasBaseURL: true, mayGetSecrets: true, secretNames: secretNames,
                files: projectFiles, schemas: schemas)
        }
    }

    /// The context in which a called file is loaded.
    func calling(_ links: [Link]) -> LoadingContext {
        LoadingContext(self, chain: links)
    }
}

/// The contexts of other environments, each made once.
private final class OtherContexts: Sendable {
    private let contexts = Mutex<[String: LoadingContext]>([:])

    func context(_ name: String, _ make: () -> LoadingContext) -> LoadingContext {
        contexts.withLock { contexts in
            if let context = contexts[name] { return context }
            let context = make()
            contexts[name] = context
            return context
        }
    }
}
