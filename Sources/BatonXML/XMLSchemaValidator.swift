import CLibXML2

/// Validates documents against one XML Schema (https://www.w3.org/TR/xmlschema-1/).
///
/// Imports and external entities are not fetched. Used by one task.
package final class XMLSchemaValidator {
    /// One violation of the schema.
    package struct Violation: Sendable, Equatable {
        /// Counted from 1; 0 where the library gives none.
        package var line: Int
        package var message: String
    }

    private let schema: xmlSchemaPtr

    /// Throws when `bytes` is not XML or not a schema.
    package init(schema bytes: [UInt8]) throws(XMLError) {
        _ = LibXML.isReady
        let document = try XMLMemoryDocument(bytes)
        let violations = ViolationList()
        let context = xmlSchemaNewDocParserCtxt(document.pointer)
        defer { xmlSchemaFreeParserCtxt(context) }
        xmlSchemaSetParserStructuredErrors(context, ViolationList.collect, violations.context)
        guard let schema = xmlSchemaParse(context) else {
            let first = violations.items.first
            throw XMLError(message: first?.message ?? "not an XML Schema", line: first?.line ?? 0)
        }
        withExtendedLifetime(violations) {}
        self.schema = schema
    }

    deinit {
        xmlSchemaFree(schema)
    }

    /// The violations in a document; empty when it is valid. Throws when it is not well-formed XML.
    package func violations(in bytes: [UInt8]) throws(XMLError) -> [Violation] {
        let document = try XMLMemoryDocument(bytes)
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
        guard list.items.count < limit else { return }
        list.items.append(
            XMLSchemaValidator.Violation(
                line: Int(error.pointee.line), message: XMLError.text(of: error.pointee.message)))
    }
}
