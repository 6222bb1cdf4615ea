package import BatonHTTP
package import BatonLanguage

/// Transfer settings of a request: options, and the texts that a running case fills in.
package struct TransferTemplate: Sendable {
    /// The settings that hold no expressions; all others are as by default.
    package var options = TransferOptions.standard
    package var timeout: DurationTemplate?
    package var connectTimeout: DurationTemplate?
    package var tls: TLSTemplate?
    package var proxy: ProxyTemplate?
    package var noProxy: [TextTemplate]?
    package var resolve: [TextTemplate] = []
    package var connectTo: [TextTemplate] = []
    package var unixSocket: TextTemplate?
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
    /// The settings that hold no expressions; all others are as by default.
    package var options = TLSOptions()
    package var ca: TextTemplate?
    package var certificate: TextTemplate?
    package var key: TextTemplate?
    package var keyPassword: TextTemplate?
    package var pin: TextTemplate?

    package init() {}
}
