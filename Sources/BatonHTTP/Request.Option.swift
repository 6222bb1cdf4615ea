extension Request {
    /// A choice of a request that an engine may be unable to honour.
    public enum Option: String, Sendable, Hashable, CaseIterable {
        /// `TransferOptions.connectTimeout`
        case connectTimeout
        /// `TransferOptions.authentication`: basic authentication.
        case basic
        /// `TransferOptions.authentication`: any other scheme.
        case authentication
        /// `TransferOptions.isCompressed` is false.
        case uncompressed
        /// `TransferOptions.maxResponse`
        case maxResponse
        /// `TransferOptions.maxHeaders`
        case maxHeaders
        /// `TransferOptions.limitRate`
        case limitRate
        /// `TransferOptions.pathAsIs`
        case pathAsIs
        /// `TransferOptions.wantsCertificate`
        case certificate
        /// The headers that were sent are wanted.
        case sentHeaders
        /// `TransferOptions.netrc`
        case netrc
        /// The body of the response goes to a file.
        case savePath
        /// The body of the response is read as a stream of events.
        case events
        /// `TransferOptions.idleTimeout`
        case idleTimeout
        /// How certificates are verified, and which one the client presents.
        case tls
        /// Proxies, and hosts that are reached without.
        case proxy
        /// Addresses and ports of hosts.
        case addresses
        /// `unix_socket`
        case unixSocket
        /// The interface that is sent from.
        case interface
        /// HTTP or IP in one version.
        case version
    }

    /// What the request asks of the engine beyond the defaults, in the order of `Option`.
    ///
    /// A dispatcher that is an engine of its own refuses a request with options that it cannot honour.
    public var askedOptions: [Option] { Option.allCases.filter(asks) }

    private func asks(_ option: Option) -> Bool {
        let standard = TransferOptions.standard
        return switch option {
        case .idleTimeout: options.idleTimeout != nil
        case .connectTimeout: options.connectTimeout != nil
        case .basic: if case .basic? = options.authentication { true } else { false }
        case .authentication: options.authentication != nil && !asks(.basic)
        case .uncompressed: !options.isCompressed
        case .maxResponse: options.maxResponse != nil
        case .maxHeaders: options.maxHeaders != standard.maxHeaders
        case .limitRate: options.limitRate != nil
        case .pathAsIs: options.pathAsIs
        case .certificate: options.wantsCertificate
        case .sentHeaders: options.wantsSentHeaders
        case .netrc: options.netrc
        case .savePath: options.savePlace != nil
        case .events: options.readsStream || bodyStream != nil
        case .tls, .proxy, .addresses, .unixSocket, .interface, .version:
            asks(option, options.connection.values, ConnectionOptions.standard.values)
        }
    }

    private func asks(
        _ option: Option, _ connection: ConnectionOptions.Values, _ standard: ConnectionOptions.Values
    ) -> Bool {
        switch option {
        case .tls: connection.tls != standard.tls
        case .proxy: connection.proxy != nil || connection.noProxy != nil || connection.proxyTLS != standard.proxyTLS
        case .addresses: !connection.resolve.isEmpty || !connection.connectTo.isEmpty
        case .unixSocket: connection.unixSocket != nil
        case .interface: connection.interface != nil
        case .version: connection.httpVersion != .automatic || connection.ipVersion != .any
        default: false
        }
    }
}
