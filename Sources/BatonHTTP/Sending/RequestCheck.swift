// How this folder works together: what every engine does, decided without input or output. `check` refuses requests that no
// engine could send, `BodyPlan` says which bytes the body has, `RedirectChain` which request follows a response. The
// `Challenge` of a 401 is answered with `DigestAnswer`; `AWSSigner` signs a request. `CurlCommand` writes a request for users
// to repeat.

extension Request {
    /// Refuses everything that would change the meaning of the request on its way: line breaks in headers, invalid
    /// header names, a body where the method allows none.
    ///
    /// Throws `request.bad_input`, before anything is sent. A dispatcher that is an engine of its own calls it first.
    public func check() throws(Failure) {
        switch headers.violation {
        case nil: break
        case .name(let name)?: throw Failure(.badInput, "`\(name)` is no name for a header")
        case .value(let name, let byte)?:
            let what = byte == 0x0D || byte == 0x0A ? "a line break" : "a control character"
            throw Failure(.badInput, "the header \(name) has \(what) in its value")
        }
        if method.rawValue == "CONNECT" {
            throw Failure(.badInput, "CONNECT is how a proxy is asked for a tunnel; set `proxy` instead")
        }
        if method == .head, !body.isNone {
            throw Failure(.badInput, "a HEAD request has no body")
        }
        if case .bytes(_, let contentType?) = body { try check(contentType: contentType) }
        if case .stream(let source, let contentType) = body {
            if let length = source.length, length < 1 {
                throw Failure(.badInput, "a body that is a stream has one byte at least: `.none` is an empty body")
            }
            if let contentType { try check(contentType: contentType) }
        }
        if case .file(_, let offset, let length, let contentType) = body {
            if offset < 0 || length.map({ $0 < 0 }) ?? false {
                throw Failure(.badInput, "the offset and the length of a file cannot be negative")
            }
            if let contentType { try check(contentType: contentType) }
        }
        if case .multipart(let parts) = body {
            for part in parts where part.contentType != nil { try check(contentType: part.contentType ?? "") }
            for type in headers.values("content-type") { try check(multipartType: type) }
        }
        if let authentication = options.authentication { try check(authentication) }
    }

    /// Checks a Content-Type for a multipart body, its boundary included (RFC 2046, section 5.1.1).
    private func check(multipartType type: String) throws(Failure) {
        guard MediaType.kind(of: type) == .multipart else {
            throw Failure(
                .badInput,
                "a multipart body cannot be sent as `\(type)`: without this Content-Type it is `multipart/form-data`")
        }
        guard let boundary = MediaType.parameter("boundary", of: type) else { return }
        let isValid = boundary.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default: "'()+_,-./:=? ".utf8.contains(byte)
            }
        }
        guard isValid, (1...70).contains(boundary.utf8.count), boundary.utf8.last != UInt8(ascii: " ") else {
            throw Failure(
                .badInput,
                "the boundary of a multipart type has 1 to 70 letters, digits and signs of `'()+_,-./:=?`: leave it out, and one is chosen"
            )
        }
    }

    private func check(contentType: String) throws(Failure) {
        if ControlBytes.first(in: contentType) != nil {
            throw Failure(.badInput, "the content type of the body has a control character")
        }
    }

    private func check(_ authentication: Authentication) throws(Failure) {
        switch authentication {
        case .basic(let username, let password):
            if username.utf8.contains(UInt8(ascii: ":")) {
                throw Failure(.badInput, "a user name for basic authentication cannot have a colon (RFC 7617)")
            }
            try check(username, password)
        case .digest(let username, let password): try check(username, password)
        case .ntlm(let username, let password):
            try check(username, password)
            // libcurl makes each byte a unit of UTF-16, so bytes of Latin-1 become the right ones and no others.
            for text in [username, password] where text.unicodeScalars.contains(where: { $0.value > 0xFF }) {
                throw Failure(
                    .badInput, "user names and passwords for NTLM can hold characters of Latin-1 only, up to U+00FF")
            }
        case .negotiate: break
        case .aws(let signature):
            for part in [signature.service, signature.region, signature.accessKey] {
                guard !part.isEmpty, part.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "/") }) else {
                    throw Failure(
                        .badInput,
                        "service, region and access key of an AWS signature are visible ASCII characters without a slash"
                    )
                }
            }
        case .oauth2:
            throw Failure(
                .badInput,
                "an access token is wanted, and no `AuthenticatingDispatcher` stands before the engine to get it")
        case .custom(let authenticator):
            throw Failure(
                .badInput,
                "a credential of `\(type(of: authenticator.value))` is wanted, and no `AuthenticatingDispatcher` stands before the engine to get it"
            )
        }
    }

    private func check(_ username: String, _ password: String) throws(Failure) {
        if ControlBytes.first(in: username) != nil || ControlBytes.first(in: password) != nil {
            throw Failure(.badInput, "the user name or the password has a control character")
        }
    }
}

extension Headers {
    /// Refuses fields that say of the message's frame what is not sent: whoever reads the request by them sees its end
    /// in another place, and takes the rest for the connection's next request (RFC 9112, sections 6 and 11.2).
    ///
    /// Throws `request.bad_input`.
    ///
    /// - Parameters:
    ///   - plan: the body; nil for a request without one.
    ///   - hasChunks: false for HTTP/1.0, whose servers know no chunks.
    package func checkFraming(_ plan: BodyPlan?, hasChunks: Bool) throws(Failure) {
        let length = plan == nil ? 0 : plan?.length
        if length == nil, !hasChunks {
            throw Failure(
                .badInput, "a body of unknown length is sent in chunks, which HTTP/1.0 does not know: give it a length")
        }
        var isChunked = false
        var hasLength = false
        var hasHost = false
        for slot in slots {
            switch slot.nameLength {
            case 2 where isNamed(slot, "te"):
                try check(slot, "TE", "Baton reads `trailers` and no coding") { $0 == "trailers" }
            case 4 where isNamed(slot, "host"):
                guard !hasHost else { throw Failure(.badInput, "a request has one Host header") }
                hasHost = true
            case 7 where isNamed(slot, "trailer"):
                throw Failure(.badInput, "the header Trailer announces fields behind the body, and Baton sends none")
            case 10 where isNamed(slot, "connection"):
                try check(slot, "Connection", "a field that belongs to the whole way of a request cannot be named") {
                    !["content-length", "transfer-encoding", "host", "cache-control", "content-type"].contains($0)
                }
            case 14 where isNamed(slot, "content-length"):
                guard !hasLength, let length, value(of: slot) == "\(length)" else {
                    let known = length.map { "has \($0) bytes" } ?? "is sent in chunks"
                    throw Failure(
                        .badInput,
                        "the header `Content-Length: \(value(of: slot))` cannot be sent: the body \(known): leave the header out"
                    )
                }
                hasLength = true
            case 17 where isNamed(slot, "transfer-encoding"):
                guard plan != nil, !isChunked, hasChunks else {
                    throw Failure(
                        .badInput, "the header Transfer-Encoding stands once, beside a body, and not in HTTP/1.0")
                }
                isChunked = true
                try check(slot, "Transfer-Encoding", "a body is sent `chunked` or as it is") { $0 == "chunked" }
            default: break
            }
        }
        if isChunked, hasLength {
            throw Failure(.badInput, "a request has a Content-Length or a Transfer-Encoding, not both")
        }
    }

    /// Checks each element of the field's list, in lower case.
    private func check(
        _ slot: Slot, _ name: String, _ reason: String, _ isRight: (String) -> Bool
    ) throws(Failure) {
        let value = value(of: slot)
        for element in value.split(separator: ",", omittingEmptySubsequences: false) {
            let words = element.lowercased().split { $0 == " " || $0 == "\t" }
            guard words.count == 1, isRight(String(words[0])) else {
                throw Failure(.badInput, "the header `\(name): \(value)` cannot be sent: \(reason)")
            }
        }
    }
}
