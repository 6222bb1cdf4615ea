import BatonHTTP
import CLibCurl

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
