import BatonHTTP

/// Where the trusted certificates of a connection come from.
enum Authorities: Equatable {
    /// The file or folder of `TLSOptions.ca`.
    case option(String)
    /// The file that `CURL_CA_BUNDLE` or `SSL_CERT_FILE` names.
    case environment(file: String, variable: String)
    /// The file that libcurl was built with; nil where it has none.
    case system(file: String?)

    /// The message for certificates that libcurl cannot load: missing, unreadable, or no certificate in them.
    var unreadable: String {
        switch self {
        case .option(let path):
            return "the certificates in \(TLSOptions.shown(path, as: "memory")) cannot be read"
        case .environment(let file, let variable):
            return "the certificates in \(file), which \(variable) names, cannot be read"
        case .system(let file):
            // The folder that libcurl has beside the file is the same package's.
            let place = file.map { "in \($0)" } ?? "on this machine"
            return "there are no CA certificates \(place): install the package ca-certificates, "
                + "or name a file of certificates in SSL_CERT_FILE"
        }
    }
}
