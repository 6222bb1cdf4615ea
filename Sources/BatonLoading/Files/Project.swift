package import BatonDiagnostics
package import BatonLanguage
package import BatonSecrets
package import BatonWorkflow
package import BatonYAML

/// The contents of baton.yaml: the places of files, and the environments that workflows can run in.
package final class Project: Sendable {
    package let file: SourceFile
    /// The folder of baton.yaml; every path in it is relative to it.
    package let folder: String
    package let name: String
    package let workflows: String
    package let reports: String
    package let history: String
    package let variables: YAMLEntries
    /// API files that every workflow may call, with the names for calls.
    package let uses: [UsedFile]
    /// The files that stand for URIs (`schemas`).
    package let schemas: [SchemaLibrary.Mapping]
    package let environments: [EnvironmentSpec]
    package let defaultEnvironment: String?
    package let cacheLimits: CacheLimits
    /// The names of secret fields.
    package let secretNames: SecretNames
    /// Workflows that run before (`before`) and after (`after`) all others.
    package let before: [Frame]
    package let after: [Frame]

    /// Whether a check that looked at nothing fails.
    package let isStrict: Bool
    /// Read again in the scope of each file, because values may be computed.
    package let defaults: YAMLNode?
    /// The locks of every workflow that names none itself.
    package let locks: [String]
    /// How many workflows run at a time, unless the command line says it; nil for as many as there are processors.
    package let jobs: Int?

    package struct Frame: Sendable {
        /// The path as written, relative to the project's folder.
        package let path: String
        package let range: SourceRange
    }

    /// The maximum number of bytes in the cache; nil for the defaults.
    package struct CacheLimits: Sendable {
        package var memory: Int?
        package var disk: Int?
    }

    /// An API file with its name.
    package struct UsedFile: Sendable {
        package let name: String
        /// The path as written, relative to the project's folder.
        package let path: String
        package let range: SourceRange
    }

    init(
        file: SourceFile, folder: String, name: String, workflows: String, reports: String, history: String,
        variables: YAMLEntries, uses: [UsedFile] = [], schemas: [SchemaLibrary.Mapping],
        environments: [EnvironmentSpec],
        defaultEnvironment: String?, cacheLimits: CacheLimits, secretNames: SecretNames, before: [Frame] = [],
        after: [Frame] = [], isStrict: Bool = false, defaults: YAMLNode? = nil, locks: [String] = [], jobs: Int? = nil
    ) {
        self.defaults = defaults
        self.locks = locks
        self.jobs = jobs
        self.uses = uses
        self.isStrict = isStrict
        self.before = before
        self.after = after
        self.cacheLimits = cacheLimits
        self.secretNames = secretNames
        self.schemas = schemas
        self.file = file
        self.folder = folder
        self.name = name
        self.workflows = workflows
        self.reports = reports
        self.history = history
        self.variables = variables
        self.environments = environments
        self.defaultEnvironment = defaultEnvironment
    }
}

/// An environment of the project, shared by all files that are loaded.
package final class EnvironmentSpec: Sendable {
    package let name: String
    package let baseURL: TextTemplate?
    /// The nodes are read again in the scope of each file, because values may be computed.
    package let headers: YAMLNode?
    package let auth: YAMLNode?
    package let timeout: YAMLNode?
    package let proxy: YAMLNode?
    package let tls: YAMLNode?
    package let cache: YAMLNode?
    package let contract: YAMLNode?
    package let variables: YAMLEntries
    package let secrets: [String]
    package let trusted: [TextTemplate]
    package let session: SessionSpec
    package let server: ServerSpec?
    package let range: SourceRange

    init(
        name: String, baseURL: TextTemplate?, headers: YAMLNode?, auth: YAMLNode?, timeout: YAMLNode?, proxy: YAMLNode?,
        tls: YAMLNode?, cache: YAMLNode?, contract: YAMLNode? = nil, variables: YAMLEntries, secrets: [String],
        trusted: [TextTemplate],
        session: SessionSpec, server: ServerSpec?, range: SourceRange
    ) {
        self.name = name
        self.baseURL = baseURL
        self.headers = headers
        self.auth = auth
        self.timeout = timeout
        self.proxy = proxy
        self.tls = tls
        self.cache = cache
        self.contract = contract
        self.variables = variables
        self.secrets = secrets
        self.trusted = trusted
        self.session = session
        self.server = server
        self.range = range
    }
}

extension EnvironmentSpec {
    /// The same environment with nothing but its name, its transfer settings and its variables.
    package var withoutCredentials: EnvironmentSpec {
        EnvironmentSpec(
            name: name, baseURL: baseURL, headers: nil, auth: nil, timeout: timeout, proxy: proxy, tls: tls, cache: nil,
            variables: variables, secrets: secrets, trusted: [], session: SessionSpec(), server: nil, range: range)
    }
}

/// A server that a run starts and stops.
package struct ServerSpec: Sendable {
    package let command: TextTemplate
    package let ready: String
    /// The time until the server must be ready, in microseconds.
    package let within: Int64
    package let reuse: Bool
    /// The secrets that the server gets as environment variables.
    package let secrets: [String]
    package let range: SourceRange
}

extension EnvironmentSpec {
    /// Whether the name is valid for a secret: `secrets.NAME` must be an expression.
    package static func isSecretName(_ name: String) -> Bool { Language.isIdentifier(name) }
}
