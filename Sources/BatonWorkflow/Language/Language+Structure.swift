/// Which map of the language stands where, by the titles of the maps: what schemas for editors and the tests of the
/// reference are made from.
extension Language {
    /// What the value of a key holds, where that is a map of the language or holds some.
    ///
    /// Where the key takes something shorter as well, such as a path instead of `{ path, offset, length }`, this is
    /// about its maps.
    package enum Content: Sendable {
        case one(Context)
        /// The values of a map with names of the user's own.
        case each(Context)
        case list(Context)

        package var context: Context {
            switch self {
            case .one(let context), .each(let context), .list(let context): context
            }
        }
    }

    /// The maps that a file begins with.
    package static let roots = [file, project, api]

    /// Maps that stand at a key only where another key does: `expect` beside `exec`, and beside `workflow`.
    private static let variants = [execExpect, workflowExpect]

    /// Every map of the language: what can be reached from the top of some file.
    package static let contexts: [Context] = {
        var found: [Context] = []
        var titles: Set<String> = []
        func visit(_ context: Context) {
            guard titles.insert(context.title).inserted else { return }
            found.append(context)
            for key in context.keys {
                if let content = content(of: key.name, in: context) { visit(content.context) }
            }
        }
        for root in roots + variants { visit(root) }
        return found
    }()

    private static let structure: [String: [String: Content]] = [
        file.title: [
            "inputs": .each(input), "needs": .each(need), "rows": .one(rows), "quarantine": .one(quarantine),
            "defaults": .one(defaults),
            "setup": .list(step),
            "steps": .list(step), "teardown": .list(step),
        ],
        defaults.title: [
            "auth": .one(auth), "expect": .one(defaultExpect), "tls": .one(tls),
            "follow_redirects": .one(followRedirects), "retry": .one(retry),
            "cache": .one(cache),
        ],
        defaultExpect.title: [
            "headers": .each(operators), "duration": .one(operators),
        ],
        step.title: [
            "auth": .one(auth), "expect": .one(expect), "tls": .one(tls),
            "follow_redirects": .one(followRedirects), "multipart": .each(multipartPart),
            "graphql": .one(graphQL), "binary": .one(binary), "file": .one(fileBody),
            "capture": .each(capture), "retry": .one(retry),
            "for_each": .one(forEach), "paginate": .one(paginate), "steps": .list(step), "parallel": .list(step),
            "cache": .one(cache),
        ],
        auth.title: [
            "basic": .one(basicAuth), "digest": .one(digestAuth), "ntlm": .one(ntlmAuth),
            "api_key": .one(apiKey),
        ],
        paginate.title: ["next": .one(nextPage)],
        api.title: [
            "types": .each(recordType), "endpoints": .each(endpoint),
            "auth": .one(auth), "tls": .one(tls), "follow_redirects": .one(followRedirects), "cache": .one(cache),
        ],
        recordType.title: ["fields": .each(field)],
        endpoint.title: [
            "inputs": .each(input), "auth": .one(auth), "tls": .one(tls),
            "follow_redirects": .one(followRedirects), "multipart": .each(multipartPart), "graphql": .one(graphQL),
            "binary": .one(binary), "file": .one(fileBody),
            "sample": .one(sample), "cache": .one(cache), "result": .each(capture),
        ],
        sample.title: ["binary": .one(binary), "file": .one(fileBody)],
        capture.title: ["in": .one(captureSubject)],
        project.title: [
            "environments": .each(environment), "cache": .one(projectCache),
        ],
        environment.title: [
            "auth": .one(auth), "tls": .one(tls),
            "session": .one(environmentSession), "server": .one(server),
            "cache": .one(cache),
        ],
    ]

    /// Keys of `expect` that hold names and their checks.
    private static let named: Set = ["headers", "cookies", "xpath", "certificate"]
    /// Keys of `expect` and operators whose value is data, or something that is no map of operators.
    private static let literal: Set = ["json", "json_includes", "schema", "that", "snapshot"]
    /// Operators that hold operators.
    private static let nested: Set = ["length", "each", "any", "none", "not"]

    /// Nil for a key whose value holds no map of the language.
    ///
    /// - Parameter siblings: the keys beside it.
    package static func content(of key: String, in context: Context, beside siblings: [String] = []) -> Content? {
        switch context.title {
        case step.title where key == "expect" && siblings.contains("exec"): return .one(execExpect)
        case step.title where key == "expect" && siblings.contains("workflow"): return .one(workflowExpect)
        case expect.title, execExpect.title, workflowExpect.title:
            if named.contains(key) { return .each(operators) }
            return literal.contains(key) ? nil : .one(operators)
        case operators.title:
            if key == "close_to" { return .one(closeTo) }
            return nested.contains(key) ? .one(operators) : nil
        default:
            return structure[context.title]?[key]
        }
    }
}
