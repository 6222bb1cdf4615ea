import CLibXML2

/// The library's own state: set up once, before its first use.
enum LibXML {
    /// Initialised, and closed to the outside: nothing that a document or a schema refers to is ever fetched.
    static let isReady: Bool = {
        xmlInitParser()
        xmlSetExternalEntityLoader { _, _, _ in nil }
        return true
    }()
}
