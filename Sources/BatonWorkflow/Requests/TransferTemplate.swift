package import BatonHTTP
package import BatonLanguage

/// Transfer settings of a request; nil keeps the default.
package struct TransferTemplate: Sendable {
    package var timeout: DurationTemplate?
    package var connectTimeout: DurationTemplate?
    /// The policy for redirects; nil to follow none.
    package var redirects: RedirectPolicy?
    package var httpVersion: HTTPVersionChoice?
    package var tls: TLSTemplate?
    package var acceptsCompression: Bool?
    /// The maximum size of the decoded body, in bytes.
    package var maxResponse: Int?
    package var proxy: ProxyTemplate?
    package var noProxy: [TextTemplate]?
    package var resolve: [TextTemplate] = []
    package var connectTo: [TextTemplate] = []
    package var unixSocket: TextTemplate?
    /// The maximum rate in bytes per second.
    package var limitRate: Int?
    package var ipVersion: IPVersion?
    package var pathAsIs: Bool?
    package var usesNetrc: Bool?
    /// The path, in the file root, of the file that the body is written to instead of memory.
    package var savePath: TextTemplate?

    package init() {}
}

/// Transfer settings in a separate allocation, because they are larger than the rest of a request, and most requests
/// have none.
package indirect enum WrittenTransfer: Sendable {
    case template(TransferTemplate)

    package var template: TransferTemplate {
        switch self {
        case .template(let template): template
        }
    }
}

/// `proxy`, which one of higher precedence replaces as a whole.
package struct ProxyTemplate: Sendable {
    /// The URL, or `none`.
    package var url: TextTemplate
    /// What is spoken with an `https` proxy.
    package var tls: TLSTemplate?

    package init(url: TextTemplate, tls: TLSTemplate? = nil) {
        self.url = url
        self.tls = tls
    }
}

/// `tls`, which one of higher precedence replaces as a whole.
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
