import BatonJSON

/// What the keys of a map want of each other: the readers say it in words, schemas for editors in these.
extension Language {
    enum Rule {
        case all([String])
        case exactlyOne([String])
        case atMostOne([String])
        /// An empty map says nothing.
        case notEmpty
    }

    static func rules(of context: Context) -> [Rule] {
        let all = context.keys.map(\.name)
        return switch context.title {
        case file.title: [.all(["steps"])]
        case step.title, endpoint.title: [.atMostOne(bodyKeys.map(\.name))]
        case quarantine.title: [.all(["until", "reason"])]
        case server.title: [.all(["command"])]
        case closeTo.title: [.all(["value", "tolerance"])]
        case basicAuth.title, digestAuth.title, ntlmAuth.title: [.all(["username", "password"])]
        case apiKey.title: [.all(["value"]), .exactlyOne(["header", "query"])]
        case graphQL.title: [.all(["query"])]
        case fileBody.title: [.all(["path"])]
        case auth.title, binary.title, forEach.title, nextPage.title: [.exactlyOne(all)]
        case multipartPart.title: [.exactlyOne(["file", "text"])]
        case expect.title, execExpect.title, workflowExpect.title, operators.title: [.notEmpty]
        default: []
        }
    }

    /// The kinds of value that a key takes whose shape leaves it open; nil for all. Only a help for editors: what is not
    /// here, the loader says.
    static func kinds(of key: String) -> JSONValue? {
        switch key {
        case "auth": ["type": ["object", "string", "null"]]
        case "cache": ["type": ["object", "string"]]
        case "retry", "length": ["type": ["object", "integer", "string"]]
        case "follow_redirects": ["type": ["object", "boolean"]]
        case "gt", "gte", "lt", "lte": ["type": ["number", "string"]]
        case "duration": ["type": "object"]
        case "type", "is": ["type": ["string", "array"]]
        default: nil
        }
    }

    /// Whether a value that is no map stands for one, such as a path for `{ path, offset, length }`; where not, it is a
    /// mistake.
    static func hasShortForm(_ context: Context) -> Bool {
        ![
            input.title, environment.title, endpoint.title, step.title, recordType.title,
        ].contains(context.title)
    }
}
