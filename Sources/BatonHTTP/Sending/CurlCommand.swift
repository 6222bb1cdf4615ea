package import BatonValues

/// A shell command that repeats a request with `curl`, byte for byte where curl can.
///
/// Secrets are hidden before a word is quoted, because quoting can split a secret. Bytes that are not text are written
/// with escapes; a secret in them has to be masked in the finished line too.
package struct CurlCommand {
    /// A text of the command in parts: what may be shown, `***`, and variables of the shell in place of secrets.
    package typealias Hiding = (_ text: String, _ isURL: Bool) -> [ShellWord.Part]

    private let hiding: Hiding
    private var words: [String] = ["curl"]
    /// The command that writes the body to curl's standard input, and its pipe sign; empty if curl needs no input.
    private var pipe = ""

    private init(_ hiding: @escaping Hiding) {
        self.hiding = hiding
    }

    package static func text(for request: Request, mask: (String) -> String = { $0 }) -> String {
        text(for: request) { text, _ in [.text(mask(text))] }
    }

    package static func text(for request: Request, hiding: Hiding) -> String {
        withoutActuallyEscaping(hiding) { text(for: request, CurlCommand($0)) }
    }

    private static func text(for request: Request, _ start: CurlCommand) -> String {
        var command = start
        command.addMethod(request)
        if request.url.host.utf8.first == UInt8(ascii: "[") { command.add("--globoff") }
        command.add(request.url.userInfo == nil ? request.url.text : request.url.description, isURL: true)
        command.addHeaders(request)
        command.addBody(request.body)
        command.addAuthentication(request)
        command.addEncodings(request)
        command.addOptions(request.options)
        command.addConnection(request.options.connection.values)
        command.addTLS(request.options.connection.values.tls)
        command.addVersions(request.options.connection.values.tls)
        return command.pipe + command.words.joined(separator: " ")
    }

    private mutating func add(_ option: String, isURL: Bool = false) {
        words.append(ShellWord.quote(hiding(option, isURL)))
    }

    /// The text with `***` for each secret, also for one that is a variable of the shell: the text is escaped further.
    private func mask(_ text: String) -> String {
        hiding(text, false).map { if case .text(let text) = $0 { text } else { "***" } }.joined()
    }

    private mutating func add(_ option: String, _ value: String?) {
        guard let value else { return }
        words.append(option)
        words.append(ShellWord.quote(hiding(value, false)))
    }

    private mutating func addMethod(_ request: Request) {
        if request.method == .head { return add("--head") }
        let implied: Method = request.body.isNone ? .get : .post
        if request.method != implied { add("-X", request.method.rawValue) }
    }

    private mutating func addHeaders(_ request: Request) {
        let keepsCookies = request.options.redirects != nil && request.session != nil
        for field in request.headers {
            if keepsCookies, field.name.lowercased() == "cookie", field.value.contains("=") {
                add("--cookie", field.value)
                continue
            }
            if case .multipart = request.body, field.name.lowercased() == "content-type" {
                // curl chooses the boundary between the parts itself.
                add("-H", "\(field.name): \(MediaType.text(field.value, without: "boundary"))")
                continue
            }
            add("-H", field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        // An empty file name: curl reads no cookies, but keeps those of the responses on the way.
        if keepsCookies { add("--cookie", "") }
        for name in ["User-Agent", "Accept"] where !request.headers.contains(name) { add("-H", "\(name):") }
        if request.body.isNone {
            if request.method.announcesEmptyBody { add("-H", "Content-Length: 0") }
            return
        }
        if isLarge(request.body) { add("-H", "Expect:") }
        guard !request.headers.contains("content-type") else { return }
        switch request.body {
        case .none, .multipart: break
        case .bytes(_, let type), .file(_, _, _, let type), .stream(_, let type):
            add("-H", type.map { "Content-Type: \($0)" } ?? "Content-Type:")
        }
    }

    /// Whether curl would send `Expect: 100-continue` and wait before it sends the body.
    private func isLarge(_ body: RequestBody) -> Bool {
        switch body {
        case .bytes(let bytes, _): bytes.count > 1 << 20
        case .none: false
        case .multipart, .file, .stream: true
        }
    }

    private mutating func addBody(_ body: RequestBody) {
        switch body {
        case .none: break
        case .bytes(let bytes, _):
            if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) {
                return add("--data-raw", text)
            }
            pipe = "printf \(ShellWord.printfFormat(bytes)) | "
            add("--data-binary", "@-")
        case .multipart(let parts):
            for part in parts { addPart(part) }
        case .file(let file, let offset, let length, _):
            guard offset > 0 || length != nil else { return add("--data-binary", "@\(file.path)") }
            pipe = "tail -c +\(offset + 1) \(ShellWord.quote(file.path)) | "
            if let length { pipe += "head -c \(length) | " }
            add("--data-binary", "@-")
        case .stream: add("--data-binary", "@-")
        }
    }

    private mutating func addPart(_ part: MultipartPart) {
        var text: String
        switch part.content {
        case .bytes(let bytes):
            let value = String(decoding: bytes, as: UTF8.self)
            if part.filename == nil, part.contentType == nil { return add("--form-string", "\(part.name)=\(value)") }
            text = "\(part.name)=\(Self.quoted(mask(value)))"
        case .file(let file):
            text = "\(part.name)=@\(Self.quoted(file.path))"
        }
        if let type = part.sentContentType { text += ";type=\(type)" }
        if let filename = part.filename { text += ";filename=\(Self.quoted(filename))" }
        add("--form", text)
    }

    /// The text in double quotes, with the escapes of curl's `--form` syntax.
    private static func quoted(_ text: String) -> String { "\"\(text.backslashing("\""))\"" }

    private mutating func addAuthentication(_ request: Request) {
        switch request.options.authentication {
        case nil: break
        case .basic(let username, let password): add("--user", "\(username):\(password)")
        case .digest(let username, let password):
            add("--digest")
            add("--user", "\(username):\(password)")
        case .ntlm(let username, let password):
            add("--ntlm")
            add("--user", "\(username):\(password)")
        case .negotiate:
            add("--negotiate")
            add("--user", ":")
        case .aws(let signature):
            add("--aws-sigv4", "aws:amz:\(signature.region):\(signature.service)")
            add("--user", "\(signature.accessKey):\(signature.secretKey)")
            if let token = signature.sessionToken { add("-H", "X-Amz-Security-Token: \(token)") }
        case .oauth2: add("-H", "Authorization: Bearer \(request.authorization?.token ?? "***")")
        // What it adds to the request is known only when it has been added.
        case .custom: break
        }
    }

    private mutating func addEncodings(_ request: Request) {
        guard request.options.isCompressed else { return }
        let isDefault = request.options.offersEncodings && !request.headers.contains("accept-encoding")
        // A range of an encoded body cannot be decoded, so the request asks for no encoding.
        if isDefault, request.headers.contains("range") { return add("-H", "Accept-Encoding: identity") }
        add("--compressed")
        if !request.options.offersEncodings { add("-H", "Accept-Encoding:") }
    }

    private mutating func addOptions(_ options: TransferOptions) {
        if let redirects = options.redirects {
            add(redirects.keepsCredentials ? "--location-trusted" : "--location")
            add("--max-redirs", "\(redirects.maximum)")
        }
        add("--max-time", options.timeout.curlText)
        add("--connect-timeout", options.connectTimeout?.curlText)
        add("--limit-rate", options.limitRate.map { "\($0)" })
        if options.readsStream { add("-N") }
        if options.pathAsIs { add("--path-as-is") }
        if options.netrc { add("--netrc-optional") }
        add("--output", options.savePlace?.path)
    }

    private mutating func addConnection(_ options: ConnectionOptions.Values) {
        add("--proxy", options.proxy)
        add("--noproxy", options.noProxy)
        addTLS(options.proxyTLS, "--proxy-")
        for entry in options.resolve { add("--resolve", entry) }
        for entry in options.connectTo { add("--connect-to", entry) }
        add("--unix-socket", options.unixSocket)
        add("--interface", options.interface)
        switch options.httpVersion {
        case .automatic: break
        case .http10: add("--http1.0")
        case .http11: add("--http1.1")
        case .http2: add("--http2")
        case .http2PriorKnowledge: add("--http2-prior-knowledge")
        }
        switch options.ipVersion {
        case .any: break
        case .v4: add("--ipv4")
        case .v6: add("--ipv6")
        }
    }

    /// The options of TLS with the server, or with an `https` proxy: curl's names begin with `proxy-` there.
    private mutating func addTLS(_ tls: TLSOptions, _ prefix: String = "--") {
        if !tls.verify { add(prefix + "insecure") }
        // A PEM that stands in the program is named by a file that whoever runs the command has to have.
        add(prefix + "cacert", tls.ca.map { TLSOptions.shown($0, as: "ca.pem") })
        add(prefix + "cert", tls.certificate.map { TLSOptions.shown($0, as: "certificate.pem") })
        if tls.hasPKCS12Certificate { add(prefix + "cert-type", "P12") }
        add(prefix + "key", tls.key.map { TLSOptions.shown($0, as: "key.pem") })
        add(prefix + "pass", tls.keyPassword)
        add(prefix + "pinnedpubkey", tls.pin)
    }

    private mutating func addVersions(_ tls: TLSOptions) {
        if let version = tls.minimumVersion { add("--tlsv\(version.rawValue)") }
        add("--tls-max", tls.maximumVersion?.rawValue)
    }
}

extension Duration {
    /// Seconds with up to three decimals.
    fileprivate var curlText: String {
        let (seconds, attoseconds) = components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        guard milliseconds > 0 else { return "\(seconds)" }
        return "\(seconds).\("\(1000 + milliseconds)".dropFirst())"
    }
}
