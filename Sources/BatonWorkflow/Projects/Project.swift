package import BatonDiagnostics
package import BatonYAML

/// baton.yaml: where things are, and the environments that workflows can run in.
package final class Project: Sendable {
    package let file: SourceFile
    /// The folder of baton.yaml; every path in it is relative to it.
    package let folder: String
    package let name: String
    package let workflows: String
    package let reports: String
    package let history: String
    package let variables: YAMLEntries
    /// API files that every workflow may call, by their names there.
    package let uses: [UsedFile]
    /// `schemas`: the files that stand for URIs.
    package let schemas: [SchemaLibrary.Mapping]
    package let environments: [EnvironmentSpec]
    package let defaultEnvironment: String?
    package let cacheLimits: CacheLimits
    /// Workflows that run before everything, and after everything.
    package let before: [Frame]
    package let after: [Frame]

    package struct Frame: Sendable {
        /// As written; it counts from the project's folder.
        package let path: String
        package let range: SourceRange
    }

    /// How many bytes the cache may hold; nil: as many as it does by itself.
    package struct CacheLimits: Sendable {
        package var memory: Int?
        package var disk: Int?
    }

    /// An API file under its name.
    package struct UsedFile: Sendable {
        package let name: String
        /// As written; it counts from the project's folder.
        package let path: String
        package let range: SourceRange
    }

    init(
        file: SourceFile, folder: String, name: String, workflows: String, reports: String, history: String,
        variables: YAMLEntries, uses: [UsedFile] = [], schemas: [SchemaLibrary.Mapping],
        environments: [EnvironmentSpec],
        defaultEnvironment: String?, cacheLimits: CacheLimits, before: [Frame] = [], after: [Frame] = []
    ) {
        self.uses = uses
        self.before = before
        self.after = after
        self.cacheLimits = cacheLimits
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

/// One of the project's environments; there is one object of each, since every file is loaded against it.
package final class EnvironmentSpec: Sendable {
    package let name: String
    package let baseURL: TextTemplate?
    /// Read again in the scope of each file, since values may be computed.
    package let headers: YAMLNode?
    package let auth: YAMLNode?
    package let timeout: YAMLNode?
    package let proxy: YAMLNode?
    package let tls: YAMLNode?
    package let cache: YAMLNode?
    package let variables: YAMLEntries
    package let secrets: [String]
    package let trusted: [TextTemplate]
    package let session: SessionSpec
    package let server: ServerSpec?
    package let range: SourceRange

    init(
        name: String, baseURL: TextTemplate?, headers: YAMLNode?, auth: YAMLNode?, timeout: YAMLNode?, proxy: YAMLNode?,
        tls: YAMLNode?, cache: YAMLNode?, variables: YAMLEntries, secrets: [String], trusted: [TextTemplate],
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
        self.variables = variables
        self.secrets = secrets
        self.trusted = trusted
        self.session = session
        self.server = server
        self.range = range
    }
}

/// What sessions of an environment keep beside cookies.
package struct SessionSpec: Sendable {
    /// Names of headers, in any case of letters.
    package var headers: [String] = []
    package var scope = Scope.workflow

    /// Who shares kept headers; cookies always stay with their workflow.
    package enum Scope: String, Sendable, CaseIterable {
        case workflow
        case run
    }

    package init() {}
}

/// A server that a run starts and stops.
package struct ServerSpec: Sendable {
    package let command: TextTemplate
    package let ready: String
    /// Microseconds.
    package let within: Int64
    package let reuse: Bool
    /// The secrets that it gets, which are variables of its environment.
    package let secrets: [String]
    package let range: SourceRange
}

extension EnvironmentSpec {
    /// Whether a secret can be named so: `secrets.NAME` must be an expression.
    package static func isSecretName(_ name: String) -> Bool { Scope.isIdentifier(name) }
}
