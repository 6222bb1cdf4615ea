extension URLText {
    /// Resolves a reference found in a response from this URL to an absolute URL (RFC 3986 section 5.2).
    ///
    /// Dot segments of the reference are removed. The fragment of this URL is not carried over.
    public func resolving(_ reference: String) throws(URLTextError) -> URLText {
        let reference = Reference(reference)
        if reference.hasScheme { return try URLText.parse(reference.withoutDotSegments()) }
        if reference.authority != nil { return try URLText.parse("\(scheme):\(reference.withoutDotSegments())") }
        var target = slice(0, parts.pathStart)
        if reference.path.isEmpty {
            target += path
            if let query = reference.query.map(String.init) ?? query { target += "?\(query)" }
        } else {
            let isAbsolute = reference.path.utf8.first == UInt8(ascii: "/")
            let merged = isAbsolute ? reference.path : folder + reference.path
            target += DotSegments.removed(from: merged)
            if let query = reference.query { target += "?\(query)" }
        }
        if let fragment = reference.fragment { target += "#\(fragment)" }
        return try URLText.parse(target)
    }

    /// The path up to its last slash.
    private var folder: Substring {
        let path = path
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "/" }
        return Substring(path[...slash])
    }

    /// Adds query parameters behind the existing ones; names and values are percent-encoded.
    public func appending(query pairs: some Collection<(String, String)>) throws(URLTextError) -> URLText {
        guard !pairs.isEmpty else { return self }
        var target = text
        var separator = parts.hasQuery ? (query == "" ? "" : "&") : "?"
        for (name, value) in pairs {
            target += separator
            target += PercentEncoding.component(name)
            target += "="
            target += PercentEncoding.component(value)
            separator = "&"
        }
        if let fragment { target += "#\(fragment)" }
        return try URLText.parse(target)
    }

    /// The URL for messages: without `user:password@`.
    package var shown: String { withoutUserInfo.text }

    /// The URL without `user:password@`.
    public var withoutUserInfo: URLText {
        guard let end = parts.userInfoEnd else { return self }
        let removed = end + 1 - (parts.schemeEnd + 3)
        var parts = parts
        parts.userInfoEnd = nil
        parts.hostStart -= removed
        parts.hostEnd -= removed
        parts.pathStart -= removed
        parts.pathEnd -= removed
        let rest = slice(end + 1, Int32(text.utf8.count))
        return URLText(text: "\(scheme)://\(rest)", fragment: fragment, parts: parts)
    }
}

/// The five parts of a URI reference, split as in RFC 3986 appendix B.
private struct Reference {
    var schemeAndColon: Substring
    var authority: Substring?
    var path: Substring
    var query: Substring?
    var fragment: Substring?

    init(_ text: String) {
        var rest = text[...]
        if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
            fragment = rest[rest.utf8.index(after: hash)...]
            rest = rest[..<hash]
        }
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = rest[rest.utf8.index(after: mark)...]
            rest = rest[..<mark]
        }
        schemeAndColon = ""
        if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) {
            let name = rest[..<colon].utf8
            let isName = name.first.map { !$0.isASCIIDigit && ASCIISet.alphanumeric.contains($0) } ?? false
            if isName, name.allSatisfy(ASCIISet.scheme.contains) {
                schemeAndColon = rest[...colon]
                rest = rest[rest.utf8.index(after: colon)...]
            }
        }
        if rest.utf8.starts(with: "//".utf8) {
            let start = rest.utf8.index(rest.utf8.startIndex, offsetBy: 2)
            let end = rest[start...].utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[start..<end]
            rest = rest[end...]
        }
        path = rest
    }

    var hasScheme: Bool { !schemeAndColon.isEmpty }

    func withoutDotSegments() -> String {
        var text = String(schemeAndColon)
        if let authority { text += "//\(authority)" }
        text += DotSegments.removed(from: path)
        if let query { text += "?\(query)" }
        if let fragment { text += "#\(fragment)" }
        return text
    }
}

/// Removes dot segments (RFC 3986 section 5.2.4).
enum DotSegments {
    static func removed(from path: Substring) -> String {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return String(path) }
        var kept: [Substring] = []
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var endsInFolder = false
        for segment in segments.dropFirst(isAbsolute ? 1 : 0) {
            let segment = Substring(segment)
            endsInFolder = segment == "." || segment == ".."
            if segment == ".." { _ = kept.popLast() } else if segment != "." { kept.append(segment) }
        }
        if endsInFolder { kept.append("") }
        return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
    }
}

extension Request {
    /// The URL as the engine sends it: without dot segments, unless `pathAsIs` keeps them.
    package var sentURL: URLText { options.pathAsIs ? url : url.withoutDotSegments }
}

extension URLText {
    fileprivate var withoutDotSegments: URLText {
        let path = path
        let kept = DotSegments.removed(from: path[...])
        if kept == path { return self }
        var parts = parts
        parts.pathEnd = parts.pathStart + Int32(kept.utf8.count)
        let text = slice(0, parts.pathStart) + kept + slice(self.parts.pathEnd, Int32(text.utf8.count))
        return URLText(text: text, fragment: fragment, parts: parts)
    }

    /// The URL with `userInfo@` before its host; the text must be percent-encoded already.
    func withUserInfo(_ userInfo: String) -> URLText {
        let bare = withoutUserInfo
        let added = Int32(userInfo.utf8.count) + 1
        let start = bare.parts.schemeEnd + 3
        var parts = bare.parts
        parts.userInfoEnd = start + added - 1
        parts.hostStart += added
        parts.hostEnd += added
        parts.pathStart += added
        parts.pathEnd += added
        let rest = bare.slice(start, Int32(bare.text.utf8.count))
        return URLText(text: "\(scheme)://\(userInfo)@\(rest)", fragment: fragment, parts: parts)
    }
}

extension URLText {
    /// Whether the host is this machine, by its name (RFC 6761 section 6.3) or its address.
    package var isLoopback: Bool {
        let host = host
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
