/// A request of the source with what happens before and after it.
package struct ImportedRequest: Sendable {
    package var name: String
    package var description: String?
    package var method = "GET"
    /// The URL without the query that stands in ``query``; path variables are resolved.
    package var url: ImportText
    package var query: [ImportedField] = []
    package var headers: [ImportedField] = []
    package var auth: ImportedAuth = .inherited
    package var body: ImportedBody?
    package var settings = ImportedSettings()
    /// Why it is not sent although the source has it, as the reason of a skipped step.
    package var skipped: String?
    /// What the scripts of collection, folders and request do before it is sent, in their order.
    package var before: [ImportedStatement] = []
    /// What they do with the response, in their order.
    package var after: [ImportedStatement] = []
    package var samples: [ImportedSample] = []
    /// While a script is read: that it stands for what comes at the end of the script, by its number.
    package var mark: Int?
    /// What is not carried over, and is neither of the scripts'.
    package var notes: [ImportNote] = []

    package init(name: String, url: ImportText) {
        self.name = name
        self.url = url
    }
}

/// A parameter, a header or a field of a form.
package struct ImportedField: Sendable {
    package var name: ImportText
    package var value: ImportText
    package var description: String?
    /// Written as a comment, not sent.
    package var isDisabled = false

    package init(name: ImportText, value: ImportText, description: String? = nil, isDisabled: Bool = false) {
        self.name = name
        self.value = value
        self.description = description
        self.isDisabled = isDisabled
    }
}

package enum ImportedBody: Sendable {
    /// JSON whose texts may hold expressions.
    case json(ImportedValue)
    case form([ImportedField])
    case multipart([ImportedPart])
    /// Text with its Content-Type where the source says one.
    case text(ImportText, type: String?)
    case xml(ImportText)
    case graphql(query: ImportText, variables: ImportedValue?, operation: ImportText?)
    case file(path: ImportText)
}

package struct ImportedPart: Sendable {
    package enum Content: Sendable {
        case text(ImportText)
        case file(path: ImportText)
    }

    package var name: ImportText
    package var content: Content
    package var type: String?
    package var fileName: ImportText?
    package var description: String?
    package var isDisabled = false

    package init(name: ImportText, content: Content) {
        self.name = name
        self.content = content
    }
}

package enum ImportedAuth: Sendable {
    /// What the folder around it, or the collection, says.
    case inherited
    case none
    case bearer(ImportText)
    case basic(username: ImportText, password: ImportText)
    case digest(username: ImportText, password: ImportText)
    case ntlm(username: ImportText, password: ImportText)
    case apiKey(name: ImportText, value: ImportText, inQuery: Bool)
    /// The keys of `aws` in the order of the reference's table: docs/reference/auth.md.
    case aws([(key: String, value: ImportText)])
    /// The keys of `oauth2`.
    case oauth2([(key: String, value: ImportText)])
}

package struct ImportedSettings: Sendable {
    package var followsRedirects: Bool?
    package var maximumRedirects: Int?
    package var verifiesCertificate: Bool?
    package var httpVersion: String?
    package var timeoutMilliseconds: Int?
    package var proxy: ImportText?
    package var sendsNoCookies = false
    /// Headers that Baton adds and the source leaves out.
    package var removedHeaders: [String] = []

    package init() {}
}

/// A saved example of a response.
package struct ImportedSample: Sendable {
    package var name: String
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: String?

    package init(name: String, status: Int, headers: [(name: String, value: String)], body: String?) {
        self.name = name
        self.status = status
        self.headers = headers
        self.body = body
    }
}
