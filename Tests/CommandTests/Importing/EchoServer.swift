import BatonJSON
import BatonTesting

/// The endpoints that Newman's own collections ask, on loopback: those of the public echo service, a server that returns the
/// request as text, and one that redirects `/N` to `/N-1`. Each collection finds all of them under its base URL.
///
/// A contrary server says the opposite of what the collections expect: another status, other values, other headers.
struct EchoServer {
    /// Whether `/` gives the request as text, else as JSON.
    let repeatsRequests: Bool
    let isContrary: Bool

    func start() -> RawServer { RawServer(answering: response) }

    func response(to request: RawServer.Request) -> String {
        let (path, query) = Self.parts(request.target)
        switch path {
        case "/": return repeatsRequests ? text(Self.asText(request)) : json(seen(request))
        case "/type/xml": return message(200, "application/xml", "<food><key>Homestyle</key></food>")
        case "/gzip": return json(#"{"gzipped":\#(!isContrary)}"#)
        case "/basic-auth", "/digest-auth": return challenge(request, path)
        case "/redirect-to": return redirect(to: "/get")
        case "/response-headers":
            return message(200, isContrary ? "text/plain" : "application/json; charset=utf-8", "{}")
        default: break
        }
        if let count = Int(path.dropFirst()) { return redirect(to: count > 1 ? "/\(count - 1)" : "/") }
        switch request.method {
        case "HEAD": return message(200, "application/json; charset=utf-8", "")
        case "OPTIONS": return message(200, "text/html", isContrary ? "" : "GET,HEAD,PUT,POST,DELETE,PATCH")
        default: return json(echo(request, query))
        }
    }

    private func json(_ text: String) -> String { message(200, "application/json; charset=utf-8", text) }
    private func text(_ text: String) -> String { message(200, "text/plain", isContrary ? "nothing of it" : text) }

    private func message(_ status: Int, _ type: String, _ body: String) -> String {
        let (status, type) = isContrary ? (418, type.replacing("json", with: "else")) : (status, type)
        return "HTTP/1.1 \(status) Echo\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private func redirect(to path: String) -> String {
        isContrary
            ? message(200, "text/plain", "")
            : "HTTP/1.1 302 Found\r\nLocation: \(path)\r\nX-Redirected: yes\r\nContent-Length: 0\r\n\r\n"
    }

    private func challenge(_ request: RawServer.Request, _ path: String) -> String {
        let isGiven = request["authorization"] != nil
        if isGiven || isContrary { return json(#"{"authenticated":\#(!isContrary)}"#) }
        let scheme = path == "/basic-auth" ? "Basic" : "Digest"
        return "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(scheme) realm=\"Users\", nonce=\"5d2f\"\r\n"
            + "Content-Length: 0\r\n\r\n"
    }

    /// What the echo service says of a request: parameters, form, headers, and the body where it is JSON.
    private func echo(_ request: RawServer.Request, _ query: [(String, String)]) -> String {
        let form =
            request["content-type"]?.hasPrefix("application/x-www") == true
            ? Self.parameters(request.text) : Self.parts(of: request)
        let headers = request.headers.map { ($0.name, $0.value) }
        return "{\"args\":\(object(query)),\"form\":\(object(form)),\"headers\":\(object(headers))}"
    }

    /// What the redirecting server says of the request that came last.
    private func seen(_ request: RawServer.Request) -> String {
        let headers = object(request.headers.map { ($0.name, $0.value) })
        return "{\"url\":\(quoted(request.target)),\"method\":\(quoted(request.method)),"
            + "\"data\":\(quoted(request.text)),\"headers\":\(headers)}"
    }

    private func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\(JSONWriter.quote($0.0)):\(quoted($0.1))" }.joined(separator: ",") + "}"
    }

    private func quoted(_ text: String) -> String { JSONWriter.quote(isContrary ? "other" : text) }

    private static func asText(_ request: RawServer.Request) -> String {
        let headers = request.headers.map { "\(capitalized($0.name)): \($0.value)" }
        return ([request.line] + headers + ["", request.text]).joined(separator: "\n")
    }

    private static func capitalized(_ name: String) -> String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
    }

    private static func parts(_ target: String) -> (path: String, query: [(String, String)]) {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        return (parts.first ?? "/", parts.count > 1 ? parameters(parts[1]) : [])
    }

    private static func parameters(_ text: String) -> [(String, String)] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.replacing("+", with: " ").utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Name and value of each part of a multipart body.
    private static func parts(of request: RawServer.Request) -> [(String, String)] {
        guard let boundary = request["content-type"]?.split(separator: "boundary=").dropFirst().first else { return [] }
        return request.text.split(separator: "--\(boundary)").compactMap { part in
            let sections = part.split(separator: "\r\n\r\n", maxSplits: 1)
            guard sections.count == 2, let name = sections[0].split(separator: "name=\"").dropFirst().first else {
                return nil
            }
            return (String(name.prefix { $0 != "\"" }), String(sections[1].dropLast()))
        }
    }
}
