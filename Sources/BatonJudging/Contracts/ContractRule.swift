package import BatonDiagnostics
package import BatonHTTP
package import BatonLanguage

/// A contract with the settings of one environment or API file.
package struct ContractRule: Sendable {
    /// What a violation does.
    package enum Severity: String, Sendable, CaseIterable {
        case failure, warning, none
    }

    package let contract: Contract
    package var request = Severity.failure
    package var response = Severity.failure
    package var undeclaredRequest = Severity.failure
    package var undeclaredResponse = Severity.failure
    /// What stands before the contract's paths; nil for the paths of its servers and of the base URL.
    package var basePath: String?
    package var ignored: [IgnoredPath] = []
    /// Whether the contract belongs to an API file, whose requests all are held against it, wherever they go.
    package var isOfAPI = false

    package init(_ contract: Contract) { self.contract = contract }

    package mutating func holdNothing() {
        (request, response, undeclaredRequest, undeclaredResponse) = (.none, .none, .none, .none)
    }

    package var holdsNothing: Bool {
        [request, response, undeclaredRequest, undeclaredResponse].allSatisfy { $0 == .none }
    }

    package func severity(_ violation: ContractViolation) -> Severity {
        let severity =
            switch violation.subject {
            case .request: request
            case .response: response
            case .undeclaredRequest: undeclaredRequest
            case .undeclaredResponse: undeclaredResponse
            }
        return severity == .failure && violation.isAdvice ? .warning : severity
    }

    /// Whether nothing of the operation is held against the contract.
    package func ignores(_ operation: Contract.Operation) -> Bool {
        ignored.contains { $0.matches(operation.method, operation.path) }
    }
}

/// What a contract says of a request.
package enum ContractMatch: Sendable {
    /// The operation, and the percent-encoded values in the path.
    case operation(Int, values: [(name: String, text: String)])
    /// The path is there, but not with this method; the methods that are.
    case noMethod([String], path: String)
    case noPath
    /// The request goes to another server, or is ignored.
    case outside
}

extension ContractRule {
    /// - Parameter base: the base URL of the environment.
    package func match(_ method: String, _ url: URLText, base: URLText?) -> ContractMatch {
        let isOwn = base.map(url.hasSameOrigin) ?? false
        guard isOfAPI || isOwn || contract.origins.contains(url.origin) else { return .outside }
        let path = url.path
        if ignored.contains(where: { $0.matches(method, path) }) { return .outside }
        var best = ContractMatch.noPath
        for (prefix, servers) in prefixes(url, base: isOwn && !isOfAPI ? base : nil) {
            guard let rest = Self.rest(of: path, behind: prefix) else { continue }
            if ignored.contains(where: { $0.matches(method, rest) }) { return .outside }
            switch contract.find(method, rest, at: servers) {
            case .operation(let index, let values):
                return ignores(contract.operations[index]) ? .outside : .operation(index, values: values)
            case .noMethod(let methods, let path): best = .noMethod(methods, path: path)
            case .noPath, .outside: break
            }
        }
        return best
    }

    /// What can stand before the contract's paths in a URL, each with the numbers of the servers that have it; the
    /// longest comes first.
    ///
    /// - Parameter base: the base URL that the request goes to, which stands for the document's servers; nil where it goes
    ///   elsewhere.
    private func prefixes(_ url: URLText, base: URLText?) -> [(path: String, servers: Set<Int>)] {
        if let basePath { return [(basePath, Set(contract.servers.indices))] }
        var prefixes: [String: Set<Int>] = [:]
        for (number, servers) in contract.servers.enumerated() {
            for server in servers where isOfAPI || base != nil || server.origin.map({ $0 == url.origin }) ?? true {
                prefixes[server.path, default: []].insert(number)
            }
        }
        if let base { prefixes[Self.withoutSlash(base.path), default: []].insert(0) }
        return prefixes.map { (path: $0, servers: $1) }.sorted { $0.path.utf8.count > $1.path.utf8.count }
    }

    package static func withoutSlash(_ path: String) -> String {
        var path = path
        while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return path
    }

    private static func rest(of path: String, behind prefix: String) -> String? {
        if prefix.isEmpty { return path }
        guard path.utf8.starts(with: prefix.utf8) else { return nil }
        let rest = String(path[path.utf8.index(path.startIndex, offsetBy: prefix.utf8.count)...])
        return rest.isEmpty ? "/" : rest.utf8.first == UInt8(ascii: "/") ? rest : nil
    }
}

/// An entry of `ignore`: a path, with a method before it or without; `*` stands for any text.
package struct IgnoredPath: Sendable {
    let method: String?
    /// The texts between the stars.
    private let parts: [String]

    /// Nil for a text that is no path.
    package init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard let path = words.last, words.count <= 2, path.hasPrefix("/") || path.hasPrefix("*") else { return nil }
        method = words.count == 2 ? words[0].uppercased() : nil
        parts = path.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    }

    func matches(_ method: String, _ path: String) -> Bool {
        if let own = self.method, own != method { return false }
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return path == parts.first }
        guard path.hasPrefix(first) else { return false }
        var rest = path.dropFirst(first.count)
        // The earliest place of each part leaves most of the path to the others.
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.count >= last.count && rest.hasSuffix(last)
    }
}

/// A way in which a request or its response breaks a contract, in masked words.
package struct ContractViolation: Sendable {
    package enum Subject: Sendable {
        /// What the contract declares of requests: parameters and body.
        case request
        /// What it declares of responses: content type, headers and body.
        case response
        /// A path, method, body or query parameter that the contract does not have.
        case undeclaredRequest
        /// A status or a body that the contract does not have.
        case undeclaredResponse
    }

    package let subject: Subject
    /// One line that can stand alone.
    package let message: String
    package var expected: String?
    package var actual: String?
    package var differences: [StepFailure.Difference] = []
    package var moreDifferences = 0
    package var hint: String?
    /// The place in the contract.
    package let range: SourceRange
    /// Whether it is a warning at most: most servers ignore undeclared query parameters, and many documents leave out the
    /// bodies of errors.
    var isAdvice = false
    /// Whether it is the status that the contract does not have.
    package var isStatus = false

    init(_ subject: Subject, _ message: String, isAdvice: Bool = false, at range: SourceRange) {
        self.subject = subject
        self.isAdvice = isAdvice
        self.message = message
        self.range = range
    }
}

extension Language {
    /// `contract` of an environment or an API file, in its long form.
    package enum Contract {
        package static let contract = Key(
            "contract", .any, "An OpenAPI document that every request and its response are held against.",
            takes: "path or map",
            holds: .one(map), kinds: [.text, .map], example: "contract: openapi.yaml")
        package static let file = Key(
            "file", .plainText,
            "The document, OpenAPI 3.0 or 3.1 or Swagger 2.0 in YAML or JSON, relative to this file.",
            example: "file: openapi.yaml")
        package static let basePath = Key(
            "base_path", .plainText,
            "What stands before the paths of the document.",
            unlessWritten: "the paths of its `servers`, in an environment also the path of the base URL",
            example: "base_path: /v1")
        private static let severities = Values.all(of: ContractRule.Severity.self)
        package static let request = Key(
            "request", .plainText,
            "What a request is that breaks the document: by its path, its parameters, its media type or its body.",
            unlessWritten: "`failure`",
            values: severities, example: "request: warning")
        package static let response = Key(
            "response", .plainText,
            "What a response is that breaks the document: by its content type, its headers or its body.",
            unlessWritten: "`failure`",
            values: severities, example: "response: warning")
        package static let undeclaredRequest = Key(
            "undeclared_request", .plainText,
            "What a request is whose path, method or body the document does not have.", unlessWritten: "`failure`",
            values: severities, example: "undeclared_request: warning")
        package static let undeclaredResponse = Key(
            "undeclared_response", .plainText,
            "What a response is whose status the document does not have.", unlessWritten: "`failure`",
            values: severities, example: "undeclared_response: warning")
        package static let ignore = Key(
            "ignore", .textList,
            "Paths that nothing is held against, and that do not count as not covered; `*` stands for any text, and a method may stand before the path.",
            example: "ignore: [/health]")
        private static let subjects = [request, response, undeclaredRequest, undeclaredResponse]
        package static let map = Map("`contract`", [file, basePath] + subjects + [ignore], rules: [.all([file])])
        /// `contract` of one request: what differs there.
        package static let ofRequest = Map("`contract` of a request", subjects)
    }
}
