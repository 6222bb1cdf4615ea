import BatonFiles
import BatonHTTP

extension TransferSettings {
    /// Throws `request.bad_input` for a setting that cannot be used; no message shows a password.
    ///
    /// - Parameters:
    ///   - isSecure: whether TLS is spoken; else its files are not read and need not exist.
    ///   - isProxySecure: the same for the TLS that is spoken with the proxy.
    func check(isSecure: Bool, isProxySecure: Bool) throws(Failure) {
        if let proxy, !proxy.isEmpty { try refuse(ProxyText.violation(in: proxy), "proxy") }
        for entry in noProxy ?? [] { try refuse(ProxyExceptions.violation(in: entry), "noProxy") }
        for entry in resolve ?? [] { try refuse(HostMapping.violation(inResolve: entry), "resolve") }
        for entry in connectTo ?? [] { try refuse(HostMapping.violation(inConnectTo: entry), "connectTo") }
        if let unixSocket { try refuse(UnixSocketText.violation(in: unixSocket), "unixSocket") }
        if interface?.isEmpty == true { try refuse("it is empty", "interface") }
        if let connectTimeout, connectTimeout <= .zero { try refuse("no time is left to connect", "connectTimeout") }
        if let limitRate, limitRate <= 0 {
            try refuse("with \(limitRate) bytes per second nothing arrives", "limitRate")
        }
        if let maxHeaders, maxHeaders <= 0 { try refuse("no response has so few bytes of headers", "maxHeaders") }
        if let tls { try check(tls, "tls", isSecure) }
        if let proxyTLS { try check(proxyTLS, "proxyTLS", isProxySecure) }
    }

    private func check(_ tls: TLSOptions, _ name: String, _ isSecure: Bool) throws(Failure) {
        if let low = tls.minimumVersion, let high = tls.maximumVersion, high < low {
            try refuse("`maximumVersion` \(high.rawValue) is below `minimumVersion` \(low.rawValue)", name)
        }
        if tls.certificate == nil, tls.key != nil || tls.keyPassword != nil {
            try refuse("a key is of use only with the `certificate` that it belongs to", name)
        }
        if let pin = tls.pin, PinnedKey.isHash(pin) {
            try refuse(
                PinnedKey.violation(inHashes: pin).map {
                    "\($0): write `sha256//` and the SHA-256 of the public key in base64"
                }, "\(name).pin")
        }
        guard isSecure else { return }
        try checkFile(tls.certificate, "\(name).certificate")
        try checkFile(tls.key, "\(name).key")
        if let ca = tls.ca, !Folder.isFolder(ca) { try checkFile(ca, "\(name).ca") }
        if let pin = tls.pin, !PinnedKey.isHash(pin) {
            try checkFile(pin, "\(name).pin")
            if let bytes = try? FileReading.bytes(of: pin, limit: 1 << 20), !PinnedKey.isPublicKey(bytes) {
                try refuse("`\(pin)` holds no public key in PEM or DER", "\(name).pin")
            }
        }
    }

    private func refuse(_ violation: String?, _ name: String) throws(Failure) {
        guard let violation else { return }
        // The settings have the names of workflow files there.
        let words = violation.replacing("unix_socket", with: "unixSocket").replacing("connect_to", with: "connectTo")
        throw Failure(.badInput, "`transfer.\(name)`: \(words)")
    }

    private func checkFile(_ path: String?, _ name: String) throws(Failure) {
        guard let path, TLSOptions.pem(path) == nil else { return }
        do throws(FileError) {
            try FileReading.check(path, written: path)
        } catch {
            try refuse(error.message, name)
        }
    }
}
