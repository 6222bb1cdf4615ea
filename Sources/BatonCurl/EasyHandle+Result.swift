import BatonFiles
import BatonHTTP
import CLibCurl

/// The result of a finished transfer.
extension EasyHandle {
    /// Stores the transfer's result, and returns how many connections were made for it.
    func settle(_ transfer: Transfer, _ code: CURLcode) -> Int {
        let connectionCount = connectionCount
        transfer.end = Transfer.End(result(of: transfer, code, isReused: connectionCount == 0))
        return connectionCount
    }

    private func result(of transfer: Transfer, _ code: CURLcode, isReused: Bool) -> Transfer.Outcome {
        if code == CURLE_OK {
            if let failure = HeadWords.failure(transfer) {
                transfer.sink?.discard()
                return .failure(failure)
            }
            guard var failure = EndWords.failure(transfer) else {
                return .success(response(to: transfer, isReused: isReused))
            }
            transfer.sink?.discard()
            failure.response = response(to: transfer, isReused: isReused)
            return .failure(failure)
        }
        switch transfer.abort {
        case .switched, .stopped, .cutOff: return .success(response(to: transfer, isReused: isReused))
        default: break
        }
        transfer.sink?.discard()
        var failure: Failure
        if let abort = transfer.abort {
            failure = AbortWords.failure(abort, transfer)
        } else if let failure = reader?.failure {
            return .failure(failure)
        } else {
            failure = ErrorTable.failure(for: code, errorContext(transfer, code))
        }
        if transfer.wasAnswered, transfer.header.isFinal {
            failure.response = response(to: transfer, isReused: isReused)
        }
        return .failure(failure)
    }

    private func response(to transfer: Transfer, isReused: Bool) -> Response {
        var response = Response(
            status: transfer.header.status, httpVersion: transfer.header.version, headers: transfer.header.headers,
            url: transfer.request.url)
        if !transfer.header.trailers.isEmpty { response.trailers = transfer.header.trailers }
        if !transfer.header.interim.isEmpty { response.interim = transfer.header.interim }
        complete(&response, transfer, isReused: isReused)
        return response
    }

    /// Adds the body, and libcurl's information about the connection.
    private func complete(_ response: inout Response, _ transfer: Transfer, isReused: Bool) {
        swap(&response.body, &transfer.body)
        response.size = transfer.bodySize
        response.silentRepeats = transfer.silentRepeats
        response.isReusedConnection = isReused
        response.timings = timings(isReused: isReused)
        response.requestBytes = baton_easy_get_long(easy, CURLINFO_REQUEST_SIZE)
        if reader != nil { response.requestBytes += Int(baton_easy_get_offset(easy, CURLINFO_SIZE_UPLOAD_T)) }
        if let address = baton_easy_get_text(easy, CURLINFO_PRIMARY_IP) {
            response.remoteAddress = String(cString: address)
        }
        if transfer.request.options.wantsCertificate, transfer.request.url.isSecure {
            response.certificate = certificate
        }
        response.sentHeaders = transfer.sentHeaders
        response.remotePort = baton_easy_get_long(easy, CURLINFO_PRIMARY_PORT)
    }

    /// The time of each phase. libcurl counts all times from the start of the transfer; a phase is the difference of
    /// two.
    private func timings(isReused: Bool) -> Response.Timings {
        var timings = Response.Timings()
        let total = baton_easy_get_offset(easy, CURLINFO_TOTAL_TIME_T)
        let sent = baton_easy_get_offset(easy, CURLINFO_PRETRANSFER_TIME_T)
        let first = baton_easy_get_offset(easy, CURLINFO_STARTTRANSFER_TIME_T)
        var ready: curl_off_t = 0
        if !isReused {
            let named = baton_easy_get_offset(easy, CURLINFO_NAMELOOKUP_TIME_T)
            let connected = baton_easy_get_offset(easy, CURLINFO_CONNECT_TIME_T)
            let secured = baton_easy_get_offset(easy, CURLINFO_APPCONNECT_TIME_T)
            timings.dns = Int64(named)
            timings.connect = Int64(max(connected - named, 0))
            timings.tls = Int64(max(secured - connected, 0))
            ready = max(named, connected, secured)
        }
        timings.send = Int64(max(sent - ready, 0))
        timings.wait = Int64(max(first - sent, 0))
        timings.receive = Int64(max(total - max(first, sent), 0))
        timings.total = Int64(total)
        return timings
    }

    private func errorContext(_ transfer: Transfer, _ code: CURLcode) -> ErrorContext {
        let request = transfer.request
        var context = ErrorContext(server: request.url.hostAndPort, host: request.url.host)
        context.detail = detail
        context.systemError = Int32(truncatingIfNeeded: baton_easy_get_long(easy, CURLINFO_OS_ERRNO))
        // libcurl tells why a socket could not be connected, and not why there was none.
        if code == CURLE_COULDNT_CONNECT, context.systemError == 0, SystemErrors.hasNoDescriptor {
            context.systemError = SystemErrors.tooManyFiles
        }
        context.hasName = baton_easy_get_offset(easy, CURLINFO_NAMELOOKUP_TIME_T) > 0
        context.isConnected = transfer.wasSent
        context.hasResponse = transfer.wasAnswered
        context.lacksCertificate = transfer.lacksCertificate
        context.sentAlert = transfer.sentAlert
        context.hasHead = transfer.wasAnswered && transfer.header.isComplete
        context.receivedBytes = transfer.bodySize
        context.expectedBytes = transfer.header.contentLength
        context.timeout = transfer.timeout
        context.idleTimeout = transfer.request.options.idleTimeout?.wholeMilliseconds
        context.elapsed = Int(baton_easy_get_offset(easy, CURLINFO_TOTAL_TIME_T) / 1000)
        context.connectTimeout = request.options.connectTimeout?.wholeMilliseconds
        context.connectStatus = baton_easy_get_long(easy, CURLINFO_HTTP_CONNECTCODE)
        let proxyError = baton_easy_get_long(easy, CURLINFO_PROXY_ERROR)
        context.proxyError = CURLproxycode(rawValue: UInt32(truncatingIfNeeded: proxyError))
        let values = request.options.connection.values
        context.unixSocket = values.unixSocket
        context.interface = values.interface
        context.ipVersion = values.ipVersion
        context.proxy = pool.proxy(for: request.url)
        let tls = context.isAboutProxy ? values.proxyTLS : values.tls
        context.tls = tls
        context.authorities = pool.authorities(of: tls)
        if code == CURLE_PEER_FAILED_VERIFICATION { context.certificateNames = certificate?.names ?? [] }
        if code == CURLE_SSL_CERTPROBLEM { context.keyFile = Self.keyFile(tls) }
        return context
    }

    /// Looks into the file of the client's key, of which libcurl says only that it could not use it.
    private static func keyFile(_ tls: TLSOptions) -> ErrorContext.KeyFile {
        guard let place = tls.key ?? tls.certificate,
            let text = TLSOptions.pem(place)
                ?? FileReading.head(of: place, count: 65_536).map({ String(decoding: $0, as: UTF8.self) })
        else { return .other }
        guard text.contains("PRIVATE KEY-----") else { return .other }
        return text.contains("ENCRYPTED") ? .encrypted : .plain
    }
}

/// Responses that libcurl accepts although their head is incomplete.
enum HeadWords {
    static func failure(_ transfer: Transfer) -> Failure? {
        // Computed only for a failure, because this function runs for every response.
        var server: String { transfer.request.url.hostAndPort }
        guard transfer.header.status > 0 else { return Failure(.protocol, "\(server) answered without a status") }
        guard transfer.header.isComplete else {
            return Failure(.reset, "\(server) closed the connection in the middle of its headers")
        }
        if transfer.header.isFinal { return nil }
        return Failure(.reset, "\(server) closed the connection after an interim response, without a final one")
    }
}

/// Responses that libcurl accepts although the end of their body did not arrive.
enum EndWords {
    static func failure(_ transfer: Transfer) -> Failure? {
        if transfer.hasTLSEnd == false {
            let server = transfer.request.url.hostAndPort
            return Failure(
                .reset,
                "\(server) closed the connection after \(transfer.bodySize) bytes, without the word of TLS that they are all",
                cause: "no close_notify")
        }
        guard let decoder = transfer.decoder, !decoder.isComplete else { return nil }
        let server = transfer.request.url.hostAndPort
        return Failure(.encoding, "the body from \(server) ends before its Content-Encoding does: it is cut off")
    }
}

/// Failures for transfers that this client stopped.
enum AbortWords {
    static func endlessAuthentication(_ request: Request, _ count: Int) -> Failure {
        Failure(.unauthorized, "\(request.url.hostAndPort) asked for credentials \(count) times and accepted none")
    }

    static func failure(_ abort: Transfer.Abort, _ transfer: Transfer) -> Failure {
        let server = transfer.request.url.hostAndPort
        switch abort {
        case .cancelled:
            return Failure(.cancelled, "cancelled while \(server) was to answer")
        case .repeated:
            let method = transfer.request.method.rawValue
            return Failure(
                .reset, "\(server) closed a kept connection without a response; a \(method) is not sent twice")
        case .endlessAuthentication(let count):
            return endlessAuthentication(transfer.request, count)
        case .switched:
            return Failure(.protocol, "\(server) switches to another protocol")
        case .stopped:
            return Failure(.cancelled, "the reader of the body from \(server) wants no more")
        case .cutOff:
            return Failure(.timeout, "the body from \(server) goes on without end")
        case .headersTooLarge:
            return Failure(
                .tooLarge, "\(server) sent more than \(transfer.request.options.maxHeaders) bytes of headers")
        case .malformed(let words):
            return Failure(.protocol, "\(server) \(words)")
        case .bodyTooLarge:
            return Failure(
                .tooLarge, "the body from \(server) is larger than max_response, \(transfer.bodyLimit) bytes")
        case .encoding(let words):
            return Failure(.encoding, "the body from \(server) \(words)")
        case .nameless:
            return Failure(
                .tlsHostname,
                "the certificate of \(server) is for no host: it has no subject alternative names (RFC 9525)")
        case .body(let failure), .file(let failure):
            return failure
        }
    }
}

extension EasyHandle {
    /// Forces a new TLS handshake: libcurl reports certificates only for a handshake of this very transfer.
    func askForCertificate() {
        set(CURLOPT_CERTINFO, 1)
        set(CURLOPT_FRESH_CONNECT, 1)
        set(CURLOPT_SSL_SESSIONID_CACHE, 0)
    }

    /// The server's own certificate; nil if the request did not ask for it, and on connections without TLS.
    var certificate: Certificate? {
        guard let chain = baton_easy_get_certificates(easy), chain.pointee.num_of_certs > 0 else { return nil }
        var lines: [String] = []
        var node = chain.pointee.certinfo?[0]
        while let entry = node {
            if let data = entry.pointee.data { lines.append(String(cString: data)) }
            node = entry.pointee.next
        }
        return lines.isEmpty ? nil : Certificate(lines: lines)
    }
}
