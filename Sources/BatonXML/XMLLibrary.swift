import CLibXML2

/// The libxml2 that the program was built with.
package enum XMLLibrary {
    /// As `2.9.14`.
    package static var version: String { LIBXML_DOTTED_VERSION }
}
