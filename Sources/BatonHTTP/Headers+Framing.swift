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
