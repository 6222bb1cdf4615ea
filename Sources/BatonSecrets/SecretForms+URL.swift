extension SecretForms {
    /// The fewest bytes of a path or query: a shorter one could occur anywhere.
    private static let shortestURLPart = 6

    /// Adds the forms of a secret that is a URL: with scheme and host in lower case, as clients write them, and without
    /// the scheme's default port; its path and query, the only parts that a server sees; and the long segments of both.
    static func addURLParts(_ secret: [UInt8], to forms: inout [[UInt8]]) {
        guard let colon = secret.firstIndex(of: UInt8(ascii: ":")), secret[colon...].starts(with: "://".utf8),
            colon > 0, secret[..<colon].allSatisfy(isInScheme)
        else { return addPartsBehindScheme(secret, to: &forms) }
        let start = colon + 3
        let rest = secret[start...]
        let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? secret.endIndex
        let fragment = secret[end...].firstIndex(of: UInt8(ascii: "#")) ?? secret.endIndex
        let target = secret[end..<fragment]
        let scheme = lowercased(secret[..<colon])
        let user = rest[..<end].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? start
        let host = lowercased(secret[user..<end])
        for user in Set([Array(secret[start..<user]), []]) {
            for host in hosts(host, scheme) {
                let origin = scheme + Array("://".utf8) + user + host
                forms.append(origin + target)
                if target.first != UInt8(ascii: "/") { forms.append(origin + [UInt8(ascii: "/")] + target) }
            }
        }
        let query = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
        addPart(target[..<query], among: "/", to: &forms)
        addPart(target[query...].dropFirst(), among: "&=", to: &forms)
    }

    /// Adds the forms of a secret that is used as a URL without its scheme, as in `http://$(secrets.a)/`: the host in
    /// lower case with its path, and the path alone, both without the fragment, which is not sent.
    private static func addPartsBehindScheme(_ secret: [UInt8], to forms: inout [[UInt8]]) {
        guard let end = secret.firstIndex(where: { "/?#".utf8.contains($0) }) else { return }
        let target = secret[end...].prefix { $0 != UInt8(ascii: "#") }
        for form in [lowercased(secret[..<end]) + target, Array(secret[..<target.endIndex]), Array(target)]
        where form.count >= shortestLine && form != secret {
            add(form, to: &forms)
            for layer in UnescapedText.layers(of: form) where layer.count >= shortestLine { add(layer, to: &forms) }
        }
    }

    private static func addPart(_ part: ArraySlice<UInt8>, among separators: String, to forms: inout [[UInt8]]) {
        let inner = part.drop { separators.utf8.contains($0) }
        guard inner.count >= shortestURLPart else { return }
        add(Array(part), to: &forms)
        add(Array(inner), to: &forms)
        for whole in [part, inner] {
            for layer in UnescapedText.layers(of: Array(whole)) where layer.count >= shortestURLPart {
                add(layer, to: &forms)
            }
        }
        for piece in inner.split(whereSeparator: separators.utf8.contains) where piece.count >= shortestLine {
            add(Array(piece), to: &forms)
        }
    }

    private static func hosts(_ host: [UInt8], _ scheme: [UInt8]) -> [[UInt8]] {
        let port = Array((scheme == Array("https".utf8) ? ":443" : ":80").utf8)
        guard host.count > port.count, host.suffix(port.count).elementsEqual(port) else { return [host] }
        return [host, Array(host.dropLast(port.count))]
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    }

    private static func isInScheme(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || "+-.".utf8.contains(byte)
    }
}
