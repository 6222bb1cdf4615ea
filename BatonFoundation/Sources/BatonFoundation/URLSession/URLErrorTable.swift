import BatonAPI
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The failures that errors of a `URLSession` are.
enum URLErrorTable {
    /// - Parameter response: what had arrived of the response.
    static func failure(_ error: any Error, _ request: Request, _ response: Response?) -> Failure {
        let host = request.url.hostAndPort
        guard let error = error as? URLError else {
            return Failure(.connect, "the exchange with \(host) failed", cause: "\(error)", response: response)
        }
        let (kind, words) = row(error, hasBegun: response != nil)
        return Failure(
            kind, "\(words) (\(host))", cause: "URLError \(error.code.rawValue): \(error.localizedDescription)",
            response: response)
    }

    private static func row(_ error: URLError, hasBegun: Bool) -> (Failure.Kind, String) {
        switch error.code {
        case .cancelled: (.cancelled, "the request was cancelled")
        case .timedOut: (.timeout, "the server did not answer in time")
        case .cannotFindHost, .dnsLookupFailed: (.dns, "the name of the host could not be resolved")
        case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed:
            (.connect, "no connection could be made")
        case .networkConnectionLost: (.reset, "the connection broke")
        case .secureConnectionFailed, .clientCertificateRejected, .clientCertificateRequired:
            (.tls, "the TLS handshake failed")
        case .serverCertificateHasBadDate, .serverCertificateNotYetValid:
            (.tlsExpired, "the certificate has expired, or is not valid yet")
        case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot:
            (.tlsUntrusted, "the certificate is not trusted")
        // On Linux, a connection that is closed before the first byte of a response.
        case .badServerResponse where error.localizedDescription.contains("Empty reply"):
            (.reset, "the server closed the connection without a response")
        // The scheme of a request is known to be http or https: on Linux an unsupported URL is a response in HTTP/0.9.
        case .badServerResponse, .cannotParseResponse, .zeroByteResource, .redirectToNonExistentLocation,
            .httpTooManyRedirects, .unsupportedURL:
            (.protocol, "the response is not valid HTTP")
        case .cannotDecodeContentData, .cannotDecodeRawData:
            (.encoding, "the body is not encoded as its Content-Encoding says")
        case .dataLengthExceedsMaximum: (.tooLarge, "there are more bytes than the session allows")
        case .badURL: (.invalidURL, "the URL cannot be sent to")
        case .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile:
            (.badInput, "the file of the body cannot be read")
        case .appTransportSecurityRequiresSecureConnection: (.badInput, "App Transport Security forbids http")
        default: row(saying: error.localizedDescription, hasBegun: hasBegun)
        }
    }

    /// An error without a code of its own: on Linux it has the words of the libcurl that `URLSession` is built on, and nothing
    /// else tells these causes apart.
    private static func row(saying words: String, hasBegun: Bool) -> (Failure.Kind, String) {
        if words.contains("Too large response headers") {
            (.tooLarge, "the headers of the response are too large")
        } else if words.contains("content unencoding") || words.contains("content encoding") {
            (.encoding, "the body is not encoded as its Content-Encoding says")
        } else if ["Content-Length", "chunked-encoding", "header"].contains(where: words.contains) {
            (.protocol, "the response is not valid HTTP")
        } else if hasBegun {
            (.reset, "the connection broke")
        } else {
            (.connect, "the exchange failed")
        }
    }
}
