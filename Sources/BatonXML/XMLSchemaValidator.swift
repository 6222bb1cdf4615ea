import CLibXML2

/// Validates documents against one XML Schema (https://www.w3.org/TR/xmlschema-1/).
///
/// Nothing is fetched: not what a document refers to, and of what a schema refers to only what the caller finds. Used by
/// one task.
package final class XMLSchemaValidator {
    /// One violation of the schema.
    package struct Violation: Sendable, Equatable {
        /// Counted from 1; 0 where the library gives none.
        package var line: Int
        package var message: String
        /// The file of a schema; nil where the library gives none.
        var file: String?
    }

    /// The most bytes of a document that is validated.
    package static let mostBytes = 16_000_000
    /// The most attributes of one element: the library compares each with all others.
    package static let mostAttributes = 256

    private let schema: xmlSchemaPtr

    /// Throws when `bytes` is not XML or not a schema.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the schema, from which `xs:include` and `xs:import` start.
    ///   - find: the contents of a schema that another one refers to, by its absolute path or URL; nil where there is
    ///     none. The library goes on without it as long as it can: the caller notes what is missing.
    package convenience init(
        schema bytes: [UInt8], at path: String? = nil,
        finding find: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
    ) throws(XMLError) {
        _ = LibXML.isReady
        let schema = try LibXML.reading(find) { () throws(XMLError) in try Self.parsed(bytes, path) }
        self.init(schema)
    }

    private init(_ schema: xmlSchemaPtr) { self.schema = schema }

    private static func parsed(_ bytes: [UInt8], _ path: String?) throws(XMLError) -> xmlSchemaPtr {
        let document = try XMLMemoryDocument(bytes, at: path)
        let violations = ViolationList()
        let context = xmlSchemaNewDocParserCtxt(document.pointer)
        defer { xmlSchemaFreeParserCtxt(context) }
        xmlSchemaSetParserStructuredErrors(context, ViolationList.collect, violations.context)
        guard let schema = xmlSchemaParse(context) else {
            let first = violations.items.first
            throw XMLError(
                message: first?.message ?? "not an XML Schema", line: first?.line ?? 0, file: first?.file)
        }
        withExtendedLifetime(violations) {}
        return schema
    }

    deinit {
        xmlSchemaFree(schema)
    }

    /// The violations in a document; empty when it is valid. Throws when it is not well-formed XML.
    ///
    /// - Parameter charset: the encoding by the Content-Type; nil for the one that the document declares.
    package func violations(in bytes: [UInt8], charset: String? = nil) throws(XMLError) -> [Violation] {
        let text = try XMLEncoding.utf8(of: bytes, format: .xml, charset: charset)
        let document = try XMLMemoryDocument(text, encoding: "UTF-8")
        let violations = ViolationList()
        let context = xmlSchemaNewValidCtxt(schema)
        defer { xmlSchemaFreeValidCtxt(context) }
        xmlSchemaSetValidStructuredErrors(context, ViolationList.collect, violations.context)
        let result = xmlSchemaValidateDoc(context, document.pointer)
        if result != 0, violations.items.isEmpty {
            return [Violation(line: 0, message: "the document could not be validated (\(result))")]
        }
        return violations.items
    }
}

/// Collects the library's error messages.
private final class ViolationList {
    /// Maximum number of violations kept.
    private static let limit = 200
    var items: [XMLSchemaValidator.Violation] = []

    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static let collect: xmlStructuredErrorFunc = { context, error in
        guard let context, let error else { return }
        let list = Unmanaged<ViolationList>.fromOpaque(context).takeUnretainedValue()
        // A document that names a schema of its own is a warning: that schema is not loaded.
        guard list.items.count < limit, error.pointee.level.rawValue > XML_ERR_WARNING.rawValue else { return }
        list.items.append(
            XMLSchemaValidator.Violation(
                line: Int(error.pointee.line), message: XMLError.text(of: error.pointee.message),
                file: error.pointee.file.map { String(cString: $0) }))
    }
}
