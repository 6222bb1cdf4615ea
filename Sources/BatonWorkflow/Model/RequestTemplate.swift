package import BatonDiagnostics

/// A request as written in a step, merged with the file's `defaults`.
package final class RequestTemplate: Sendable {
    /// In the letters that are sent: `get` is GET, a word in capitals stays as it is.
    package let method: String
    package let url: TextTemplate
    package let query: [MapTemplate]
    /// From the weakest to the strongest; each says whether it was written on the step itself.
    package let headers: [Sourced<MapTemplate>]
    package let cookies: [MapTemplate]
    package let body: BodyTemplate?
    package let auth: Sourced<AuthTemplate>?
    package let transfer: TransferTemplate
    package let captures: [Capture]
    package let checks: [Check]
    /// Conditions of `expect: { that: … }`.
    package let conditions: [Expression]
    /// Without a `status` check the answer must be 2xx.
    package let checksStatus: Bool

    init(
        method: String, url: TextTemplate, query: [MapTemplate], headers: [Sourced<MapTemplate>],
        cookies: [MapTemplate], body: BodyTemplate?, auth: Sourced<AuthTemplate>?, transfer: TransferTemplate,
        captures: [Capture], checks: [Check], conditions: [Expression], checksStatus: Bool
    ) {
        self.method = method
        self.url = url
        self.query = query
        self.headers = headers
        self.cookies = cookies
        self.body = body
        self.auth = auth
        self.transfer = transfer
        self.captures = captures
        self.checks = checks
        self.conditions = conditions
        self.checksStatus = checksStatus
    }
}

/// A value and whether the step itself wrote it: credentials of `defaults` go only to the environment's origin.
package struct Sourced<Value: Sendable>: Sendable {
    package let value: Value
    package let isOwn: Bool
}

/// Names to values: written out, or one expression that gives a map.
package enum MapTemplate: Sendable {
    case entries([Entry])
    case expression(Expression)

    package struct Entry: Sendable {
        package let key: TextTemplate
        package let value: Template
        package let range: SourceRange
    }
}

package enum BodyTemplate: Sendable {
    case json(Template)
    case form(MapTemplate)
    case text(TextTemplate)
    case multipart(MultipartTemplate)
    /// A path inside the file root.
    case file(TextTemplate)
}

package enum MultipartTemplate: Sendable {
    case parts([Part])
    case expression(Expression)

    package struct Part: Sendable {
        package let name: TextTemplate
        package let content: Content
        package let filename: TextTemplate?
        package let type: TextTemplate?
        package let range: SourceRange
    }

    package enum Content: Sendable {
        case value(Template)
        case file(TextTemplate)
    }
}

package enum AuthTemplate: Sendable {
    case none
    case bearer(TextTemplate)
    case basic(username: TextTemplate, password: TextTemplate)
}

/// How a request travels.
package struct TransferTemplate: Sendable {
    package var timeout: DurationTemplate?
    package var connectTimeout: DurationTemplate?
    /// Nil does not follow.
    package var maxRedirects: Int?
    package var keepsAuthAcrossOrigins = false
    package var httpVersion: String?
    package var verifiesCertificate: Bool?
    package var caFile: TextTemplate?
    package var certificateFile: TextTemplate?
    package var keyFile: TextTemplate?
    package var acceptsCompression: Bool?
    /// In bytes, decoded.
    package var maxResponse: Int?

    package init() {}
}
