package import BatonHTTP

/// How a request travels; nil leaves what is built in.
package struct TransferTemplate: Sendable {
    package var timeout: DurationTemplate?
    package var connectTimeout: DurationTemplate?
    /// Nil does not follow.
    package var redirects: RedirectPolicy?
    package var httpVersion: HTTPVersionChoice?
    package var tls: TLSTemplate?
    package var acceptsCompression: Bool?
    /// In bytes, decoded.
    package var maxResponse: Int?
    /// A URL, or `none`.
    package var proxy: TextTemplate?
    package var noProxy: [TextTemplate]?
    package var resolve: [TextTemplate] = []
    package var connectTo: [TextTemplate] = []
    package var unixSocket: TextTemplate?
    /// Bytes a second.
    package var limitRate: Int?
    package var ipVersion: IPVersion?
    package var pathAsIs: Bool?
    package var usesNetrc: Bool?
    /// Where the body goes instead of into memory; a path in the file root.
    package var savePath: TextTemplate?

    package init() {}
}

/// What is written of how requests travel, apart from what holds it: it is larger than all the rest of a request, and most
/// requests say nothing of it.
package indirect enum WrittenTransfer: Sendable {
    case template(TransferTemplate)

    package var template: TransferTemplate {
        switch self {
        case .template(let template): template
        }
    }
}

/// `tls`: it is replaced as a whole by a stronger one.
package struct TLSTemplate: Sendable {
    package var verifiesCertificate = true
    package var ca: TextTemplate?
    package var certificate: TextTemplate?
    package var key: TextTemplate?
    package var keyPassword: TextTemplate?
    package var pin: TextTemplate?
    package var minimumVersion: TLSOptions.Version?
    package var maximumVersion: TLSOptions.Version?

    package init() {}
}
