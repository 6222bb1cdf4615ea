import BatonWorkflow
import BatonYAML

/// Which map of the language stands where: what the tables of the reference and its examples are held against.
enum LanguageContexts {
    static let all = [
        Language.file, Language.input, Language.defaults, Language.defaultExpect, Language.step,
        Language.followRedirects, Language.tls, Language.auth, Language.basicAuth, Language.digestAuth,
        Language.ntlmAuth, Language.apiKey, Language.multipartPart, Language.graphQL, Language.binary,
        Language.fileBody, Language.retry, Language.forEach, Language.paginate, Language.nextPage,
        Language.expect, Language.operators, Language.closeTo, Language.capture, Language.captureSubject,
        Language.project,
        Language.environment,
        Language.environmentSession, Language.server, Language.api, Language.recordType, Language.field,
        Language.endpoint, Language.sample, Language.cache, Language.projectCache,
    ]

    /// What the value of a key holds, where that is a map of the language.
    enum Child {
        case one(Language.Context)
        /// The values of a map with names of the user's own.
        case each(Language.Context)
        case list(Language.Context)
    }

    private static let children: [String: [String: Child]] = [
        Language.file.title: [
            "inputs": .each(Language.input), "defaults": .one(Language.defaults), "setup": .list(Language.step),
            "steps": .list(Language.step), "teardown": .list(Language.step),
        ],
        Language.defaults.title: [
            "auth": .one(Language.auth), "expect": .one(Language.defaultExpect), "tls": .one(Language.tls),
            "follow_redirects": .one(Language.followRedirects), "retry": .one(Language.retry),
            "cache": .one(Language.cache),
        ],
        Language.defaultExpect.title: [
            "headers": .each(Language.operators), "duration": .one(Language.operators),
        ],
        Language.step.title: [
            "auth": .one(Language.auth), "expect": .one(Language.expect), "tls": .one(Language.tls),
            "follow_redirects": .one(Language.followRedirects), "multipart": .each(Language.multipartPart),
            "graphql": .one(Language.graphQL), "binary": .one(Language.binary), "file": .one(Language.fileBody),
            "capture": .each(Language.capture), "retry": .one(Language.retry),
            "for_each": .one(Language.forEach), "paginate": .one(Language.paginate), "steps": .list(Language.step),
            "cache": .one(Language.cache),
        ],
        Language.auth.title: [
            "basic": .one(Language.basicAuth), "digest": .one(Language.digestAuth), "ntlm": .one(Language.ntlmAuth),
            "api_key": .one(Language.apiKey),
        ],
        Language.paginate.title: ["next": .one(Language.nextPage)],
        Language.api.title: [
            "types": .each(Language.recordType), "endpoints": .each(Language.endpoint),
            "auth": .one(Language.auth), "tls": .one(Language.tls), "cache": .one(Language.cache),
        ],
        Language.recordType.title: ["fields": .each(Language.field)],
        Language.endpoint.title: [
            "inputs": .each(Language.input), "auth": .one(Language.auth), "tls": .one(Language.tls),
            "sample": .one(Language.sample), "cache": .one(Language.cache), "result": .each(Language.capture),
        ],
        Language.capture.title: ["in": .one(Language.captureSubject)],
        Language.project.title: [
            "environments": .each(Language.environment), "cache": .one(Language.projectCache),
        ],
        Language.environment.title: [
            "auth": .one(Language.auth), "tls": .one(Language.tls),
            "session": .one(Language.environmentSession), "server": .one(Language.server),
            "cache": .one(Language.cache),
        ],
    ]

    /// Keys of `expect` that hold names and their checks.
    private static let named: Set = ["headers", "cookies", "xpath", "certificate"]
    /// Keys of `expect` and operators whose value is data, or something that is no map of operators.
    private static let literal: Set = ["json", "json_includes", "schema", "that", "snapshot"]
    /// Operators that hold operators.
    private static let nested: Set = ["length", "each", "any", "none", "not"]

    static func child(of key: String, in context: Language.Context) -> Child? {
        switch context.title {
        case Language.expect.title:
            if named.contains(key) { return .each(Language.operators) }
            return literal.contains(key) ? nil : .one(Language.operators)
        case Language.operators.title:
            if key == "close_to" { return .one(Language.closeTo) }
            return nested.contains(key) ? .one(Language.operators) : nil
        default:
            return children[context.title]?[key]
        }
    }
}

/// The keys and operators that files use, by the title of the map that they stand in.
struct KeyUsage {
    private(set) var used: [String: Set<String>] = [:]

    mutating func read(_ node: YAMLNode, as context: Language.Context) {
        for entry in node.entries ?? [] {
            used[context.title, default: []].insert(entry.keyText)
            switch LanguageContexts.child(of: entry.keyText, in: context) {
            case .one(let inner)?: read(entry.value, as: inner)
            case .each(let inner)?: for item in entry.value.entries ?? [] { read(item.value, as: inner) }
            case .list(let inner)?: for item in entry.value.items ?? [] { read(item, as: inner) }
            case nil: break
            }
        }
    }

    /// What the language has in this map and no file used, in the order of the table.
    ///
    /// What an endpoint, an API file and a sample have in common with steps is shown with steps.
    func missing(in context: Language.Context) -> [String] {
        let isLikeStep = [Language.api.title, Language.endpoint.title, Language.sample.title].contains(context.title)
        return context.keys.map(\.name).filter { name in
            if used[context.title]?.contains(name) == true { return false }
            return !(isLikeStep && used[Language.step.title]?.contains(name) == true)
        }
    }
}
