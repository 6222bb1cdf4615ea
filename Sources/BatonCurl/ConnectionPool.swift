import BatonFiles
import BatonHTTP
import CLibCurl

/// The connections of one loop that were made with the same options, and the handles that use them.
///
/// libcurl itself compares some of these options before it reuses a connection, but not all of them (an interface, a
/// proxy's password, a client key). So each set of options has its own multi handle, with its own connections, DNS
/// cache and TLS sessions.
final class ConnectionPool {
    /// The properties that all connections of a pool share.
    struct Key: Hashable {
        var options: ConnectionOptions
        /// Set only for a scheme that authenticates the connection instead of the request.
        var authentication: Authentication?
    }

    let key: Key
    private let isAuthenticated: Bool
    let multi: UnsafeMutableRawPointer
    unowned let loop: LoopThread
    private let environment: CurlEnvironment
    private let connectTo: CurlList
    private let proxies: (plain: ProxyInUse?, secure: ProxyInUse?)
    private let exceptions: ProxyExceptions
    private var idle: [EasyHandle] = []
    /// The most recently added origins.
    private var origins: [Persistence] = []
    /// The oldest origin beyond this limit is forgotten, which may cost a connection but keeps the search short.
    private static let originLimit = 64
    /// The number of transfers that were started and have not ended.
    var activeCount = 0 {
        didSet { if activeCount > connectionLimit / 2 { raiseConnectionLimit() } }
    }
    /// Whether the file of certificates that the environment names can be read without a wait; nil before TLS is first used.
    private var readableFile: Bool?
    /// libcurl counts connections in use against its limit; if all of them were in use, no idle one would be kept. Idle ones
    /// hold an eighth of the process's descriptors at most.
    private var connectionLimit = min(128, max(2, SystemCall.descriptorLimit / 8))
    /// The time of the next call that libcurl wants even if no socket is ready, in nanoseconds of the loop's clock.
    var deadline: UInt64?
    var isDue = false
    /// Increases with each use, so that the least recently used pool can be found.
    var lastUse: UInt64 = 0

    /// Nil when memory is exhausted.
    init?(key: Key, loop: LoopThread, environment: CurlEnvironment) {
        guard CurlLibrary.isReady, let multi = curl_multi_init() else { return nil }
        self.key = key
        isAuthenticated = key.authentication != nil
        self.multi = multi
        self.loop = loop
        self.environment = environment
        let values = key.options.values
        connectTo = CurlList(values.connectTo + values.resolve.map(ConnectTo.entry))
        if let proxy = values.proxy {
            let own = proxy.isEmpty ? nil : ProxyInUse(proxy)
            proxies = (own, own)
        } else {
            proxies = (environment.httpProxy, environment.httpsProxy)
        }
        exceptions = ProxyExceptions(values.noProxy ?? (values.proxy == nil ? environment.noProxy : nil) ?? "")
        let me = Unmanaged.passUnretained(self).toOpaque()
        _ = baton_multi_set_socket_callback(multi, ConnectionPool.watchSocket, me)
        _ = baton_multi_set_timer_callback(multi, ConnectionPool.setTimer, me)
        // Multiplexing is off, because several requests on one HTTP/2 connection would all fail with it.
        _ = baton_multi_set_long(multi, CURLMOPT_PIPELINING, 0)
        _ = baton_multi_set_long(multi, CURLMOPT_MAXCONNECTS, connectionLimit)
    }

    /// Closes the connections, which calls back into the loop. Must be called when no transfer is active.
    func close() {
        idle.removeAll()
        curl_multi_cleanup(multi)
    }

    private func raiseConnectionLimit() {
        connectionLimit *= 2
        _ = baton_multi_set_long(multi, CURLMOPT_MAXCONNECTS, connectionLimit)
    }

    /// Most requests have no authentication that belongs to their connection.
    func isFor(_ authentication: Authentication?) -> Bool {
        guard let authentication else { return !isAuthenticated }
        return key.authentication == authentication
    }

    func takeHandle() -> EasyHandle? {
        idle.popLast() ?? EasyHandle(pool: self)
    }

    func giveBack(_ handle: EasyHandle) {
        // Before 8.1, libcurl appends a line that begins with whitespace, at the start of the next response's headers,
        // to a header of the handle's last response, which it has freed. So its handles are reused from 8.1 on only.
        if idle.count < 64, CurlLibrary.version >= 0x080100 || handle.renew() { idle.append(handle) }
    }

    func persistence(of url: URLText) -> Persistence {
        for persistence in origins where persistence.url.hasSameOrigin(as: url) { return persistence }
        if origins.count >= Self.originLimit { origins.removeFirst() }
        let persistence = Persistence(url: url)
        origins.append(persistence)
        return persistence
    }

    private static let watchSocket: curl_socket_callback = { easy, socket, what, pool, _ in
        guard let pool else { return 0 }
        let me = Unmanaged<ConnectionPool>.fromOpaque(pool).takeUnretainedValue()
        me.loop.watch(socket, what, for: me)
        if what != CURL_POLL_REMOVE { EasyHandle.of(easy)?.socket = socket }
        return 0
    }

    private static let setTimer: curl_multi_timer_callback = { _, milliseconds, pool in
        guard let pool else { return 0 }
        let me = Unmanaged<ConnectionPool>.fromOpaque(pool).takeUnretainedValue()
        me.isDue = milliseconds == 0
        me.deadline = milliseconds > 0 ? me.loop.now() + UInt64(milliseconds) * 1_000_000 : nil
        return 0
    }
}

extension ConnectionPool {
    /// Sets the options that are equal for all requests of the pool.
    func setOptions(of handle: EasyHandle) {
        let values = key.options.values
        handle.set(CURLOPT_NOSIGNAL, 1)
        // Without it, a handle can be removed only when its name lookup has ended, and all other transfers wait for it.
        handle.set(CURLOPT_QUICK_EXIT, 1)
        handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        handle.set(CURLOPT_MAXAGE_CONN, loop.idleTimes.longest)
        loop.setSocketCallbacks(of: handle)
        if let list = connectTo.start { handle.set(CURLOPT_CONNECT_TO, pointer: list) }
        if let path = values.unixSocket { handle.set(CURLOPT_UNIX_SOCKET_PATH, path) }
        if let interface = values.interface { handle.set(CURLOPT_INTERFACE, interface) }
        if let version = values.httpVersion.curlValue { handle.set(CURLOPT_HTTP_VERSION, version) }
        // Before 8.0, libcurl sends the HTTP/2 preface again on a connection that it reuses in this mode.
        let mustConnectAnew = values.httpVersion == .http2PriorKnowledge && CurlLibrary.version < 0x080000
        if mustConnectAnew { handle.set(CURLOPT_FORBID_REUSE, 1) }
        switch values.ipVersion {
        case .any: break
        case .v4: handle.set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V4))
        case .v6: handle.set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V6))
        }
    }

    /// Sets the options of TLS. Plain HTTP needs none of them, and no look at the files that they name.
    func setTLS(of handle: EasyHandle) {
        let values = key.options.values
        setTLS(values.tls, .server, of: handle)
        if proxies.plain?.isSecure == true || proxies.secure?.isSecure == true {
            setTLS(values.proxyTLS, .proxy, of: handle)
        }
    }

    /// Always sets a proxy, or an empty one, so that libcurl does not read the environment for each connection.
    func setProxy(of handle: EasyHandle, _ proxy: ProxyInUse?) {
        handle.set(CURLOPT_PROXY, proxy?.url ?? "")
        // libcurl knows some forms of addresses only, so the pool chooses.
        handle.set(CURLOPT_NOPROXY, "")
    }

    /// The user's `.netrc`; nil for the one that libcurl finds.
    var netrcFile: String? { environment.netrcFile }

    /// The proxy on the way to a URL; nil without one, and for a host that `no_proxy` names.
    func proxy(for url: URLText) -> ProxyInUse? {
        let proxy = url.isSecure ? proxies.secure : proxies.plain
        return proxy == nil || exceptions.contains(host: url.host) ? nil : proxy
    }

    /// Whether TLS to a server may stand inside TLS to a proxy: of such a server's certificate libcurl says only that the
    /// handshake failed, but the alert that it sends says why.
    var hasSecureProxy: Bool { proxies.secure?.isSecure == true }

    /// libcurl's names of the options of TLS: with the server, and with an `https` proxy.
    private struct TLSNames {
        let verifyPeer, verifyHost, caFolder, caFile, certificate, type, key, password, pin, version: CURLoption
        /// Those for what is in memory.
        let caBlob, certificateBlob, keyBlob: CURLoption

        static let server = TLSNames(
            verifyPeer: CURLOPT_SSL_VERIFYPEER, verifyHost: CURLOPT_SSL_VERIFYHOST, caFolder: CURLOPT_CAPATH,
            caFile: CURLOPT_CAINFO, certificate: CURLOPT_SSLCERT, type: CURLOPT_SSLCERTTYPE, key: CURLOPT_SSLKEY,
            password: CURLOPT_KEYPASSWD, pin: CURLOPT_PINNEDPUBLICKEY, version: CURLOPT_SSLVERSION,
            caBlob: CURLOPT_CAINFO_BLOB, certificateBlob: CURLOPT_SSLCERT_BLOB, keyBlob: CURLOPT_SSLKEY_BLOB)
        static let proxy = TLSNames(
            verifyPeer: CURLOPT_PROXY_SSL_VERIFYPEER, verifyHost: CURLOPT_PROXY_SSL_VERIFYHOST,
            caFolder: CURLOPT_PROXY_CAPATH, caFile: CURLOPT_PROXY_CAINFO, certificate: CURLOPT_PROXY_SSLCERT,
            type: CURLOPT_PROXY_SSLCERTTYPE, key: CURLOPT_PROXY_SSLKEY, password: CURLOPT_PROXY_KEYPASSWD,
            pin: CURLOPT_PROXY_PINNEDPUBLICKEY, version: CURLOPT_PROXY_SSLVERSION,
            caBlob: CURLOPT_PROXY_CAINFO_BLOB, certificateBlob: CURLOPT_PROXY_SSLCERT_BLOB,
            keyBlob: CURLOPT_PROXY_SSLKEY_BLOB)
    }

    private func setTLS(_ tls: TLSOptions, _ names: TLSNames, of handle: EasyHandle) {
        if !tls.verify {
            handle.set(names.verifyPeer, 0)
            handle.set(names.verifyHost, 0)
        } else {
            // So that a certificate for another host is told with its names.
            handle.set(CURLOPT_CERTINFO, 1)
        }
        setAuthorities(tls, names, of: handle)
        if let certificate = tls.certificate {
            handle.set(names.certificate, or: names.certificateBlob, certificate)
            if tls.hasPKCS12Certificate { handle.set(names.type, "P12") }
        }
        // The key may stand with the certificate: in its file libcurl finds it by itself.
        if let key = tls.key ?? tls.certificate.flatMap(TLSOptions.pem) {
            handle.set(names.key, or: names.keyBlob, key)
        }
        // Without a password OpenSSL would ask for one on the terminal, and wait.
        if tls.certificate != nil || tls.key != nil { handle.set(names.password, tls.keyPassword ?? "") }
        if let pin = tls.pin { handle.set(names.pin, pin) }
        if tls.minimumVersion != nil || tls.maximumVersion != nil {
            // The maximum is stored 16 bits above the minimum in one number.
            let minimum = tls.minimumVersion?.curlValue ?? 0
            handle.set(names.version, minimum | (tls.maximumVersion?.curlValue ?? 0) << 16)
        }
    }

    /// Where the trusted certificates of the pool's connections come from.
    func authorities(of tls: TLSOptions) -> Authorities {
        if let ca = tls.ca { return .option(ca) }
        if let file = environment.certificateFile, let variable = environment.certificateVariable {
            return .environment(file: file, variable: variable)
        }
        return .system(file: CurlLibrary.certificateFile)
    }

    /// Whether reading the file may wait forever, as that of a pipe does.
    private static func blocks(_ file: String) -> Bool {
        do throws(FileError) {
            try FileReading.check(file, written: file)
            return false
        } catch {
            return error.code == .notRegular
        }
    }

    /// What libcurl reads in place of what is no file.
    private static let noCertificates = "/dev/null"

    /// libcurl caches the parsed certificates across connections only if no folder of certificates is set. Reading the
    /// system's file costs about 20 ms, so the folder, which has the same certificates, is not set.
    private func setAuthorities(_ tls: TLSOptions, _ names: TLSNames, of handle: EasyHandle) {
        switch authorities(of: tls) {
        case .option(let pem) where TLSOptions.pem(pem) != nil:
            handle.set(names.caFolder, nil)
            handle.set(names.caFile, or: names.caBlob, pem)
        case .option(let path):
            let isFolder = Folder.isFolder(path)
            handle.set(names.caFolder, isFolder ? path : nil)
            handle.set(names.caFile, isFolder ? nil : path)
        case .environment(let file, _):
            handle.set(names.caFolder, nil)
            let isReadable = readableFile ?? !Self.blocks(file)
            readableFile = isReadable
            handle.set(names.caFile, isReadable ? file : Self.noCertificates)
        case .system(let file):
            if file != nil { handle.set(names.caFolder, nil) }
        }
    }
}

/// `resolve` by means of `CURLOPT_CONNECT_TO`: the entries of `CURLOPT_RESOLVE` would stay in the DNS cache, where
/// other requests find them.
enum ConnectTo {
    /// `HOST:PORT:ADDRESS` as `HOST:PORT:ADDRESS:PORT`.
    static func entry(resolving text: String) -> String {
        let parts = HostMapping.parts(text, count: 3)
        guard parts.count == 3 else { return text }
        var address = String(parts[2])
        if address.utf8.first != UInt8(ascii: "["), address.utf8.contains(UInt8(ascii: ":")) {
            address = "[\(address)]"
        }
        return "\(parts[0]):\(parts[1]):\(address):\(parts[1])"
    }
}

extension HTTPVersionChoice {
    fileprivate var curlValue: Int? {
        switch self {
        case .automatic: nil
        case .http10: 1
        case .http11: 2
        case .http2: 3
        case .http2PriorKnowledge: 5
        }
    }
}

extension TLSOptions.Version {
    fileprivate var curlValue: Int {
        switch self {
        case .tls10: 4
        case .tls11: 5
        case .tls12: 6
        case .tls13: 7
        }
    }
}
