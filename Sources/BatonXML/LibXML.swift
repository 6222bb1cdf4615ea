import CLibXML2

/// The global state of libxml2, initialised once before its first use.
enum LibXML {
    /// Initialises the library, and disables loading of anything that a document or schema refers to.
    static let isReady: Bool = {
        xmlInitParser()
        xmlSetExternalEntityLoader { _, _, _ in nil }
        return true
    }()
}
