import CLibXML2
import Synchronization

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

/// A parsed document that is freed on deinit; parsed without network access, external entities and the option for huge
/// documents.
final class XMLMemoryDocument {
    let pointer: xmlDocPtr

    /// - Parameters:
    ///   - path: what relative references in it start from.
    ///   - encoding: the name of its encoding; nil for the one that the document declares.
    init(_ bytes: [UInt8], at path: String? = nil, encoding: String? = nil) throws(XMLError) {
        _ = LibXML.isReady
        guard bytes.count <= Int(Int32.max) else { throw XMLError(message: "more than 2 GB", line: 0) }
        guard let context = xmlNewParserCtxt() else { throw XMLError(message: "out of memory", line: 0) }
        defer { xmlFreeParserCtxt(context) }
        let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue)
        let document = bytes.withUnsafeBytes { buffer in
            xmlCtxtReadMemory(
                context, buffer.bindMemory(to: CChar.self).baseAddress, Int32(buffer.count), path, encoding,
                options)
        }
        guard let document else {
            let error = xmlCtxtGetLastError(context)
            throw XMLError(
                message: XMLError.text(of: error?.pointee.message), line: Int(error?.pointee.line ?? 0))
        }
        pointer = document
    }

    deinit {
        xmlFreeDoc(pointer)
    }
}

/// The global state of libxml2, initialised once before its first use.
enum LibXML {
    /// Initialises the library. What a document refers to is never loaded; what a schema refers to comes from the finder
    /// of `reading`.
    static let isReady: Bool = {
        xmlInitParser()
        xmlSetExternalEntityLoader { url, _, context in
            guard let url, let finder = LibXML.finder.withLock({ $0 }), finder.thread == xmlGetThreadId() else {
                return nil
            }
            return finder.input(String(cString: url), for: context)
        }
        return true
    }()

    /// Finds the files that schemas refer to.
    private final class Finder: Sendable {
        /// The thread that reads the schema: documents on other threads load nothing.
        let thread = xmlGetThreadId()
        private let find: @Sendable (String) -> [UInt8]?

        init(_ find: @escaping @Sendable (String) -> [UInt8]?) { self.find = find }

        /// The contents of a file as the library reads them; nil where there is no such file.
        func input(_ url: String, for context: xmlParserCtxtPtr?) -> xmlParserInputPtr? {
            guard let bytes = find(url), bytes.count <= Int(Int32.max) else { return nil }
            let buffer = bytes.withUnsafeBytes { bytes in
                // The library copies the bytes.
                xmlParserInputBufferCreateMem(
                    bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), XML_CHAR_ENCODING_NONE)
            }
            guard let buffer, let input = xmlNewIOInputStream(context, buffer, XML_CHAR_ENCODING_NONE) else {
                return nil
            }
            // Relative references in the file start from here. The library frees the text.
            let name = url.withCString { xmlStrdup(UnsafeRawPointer($0).assumingMemoryBound(to: xmlChar.self)) }
            input.pointee.filename = name.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
            return input
        }
    }

    private static let finder = Mutex<Finder?>(nil)
    /// Held while a schema is read, because the library has one finder for all of them.
    private static let turn = Mutex(())

    /// Runs the body while references are looked up with `find`.
    static func reading<Value, Failure: Error>(
        _ find: @escaping @Sendable (String) -> [UInt8]?, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try turn.withLock { _ throws(Failure) in
            finder.withLock { $0 = Finder(find) }
            defer { finder.withLock { $0 = nil } }
            return try body()
        }
    }
}

/// The libxml2 that the program was built with.
package enum XMLLibrary {
    /// As `2.9.14`.
    package static var version: String { LIBXML_DOTTED_VERSION }
}

extension XMLError {
    /// A message of the library without its final line break.
    static func text(of message: UnsafePointer<CChar>?) -> String {
        guard let message else { return "unknown error" }
        var text = String(cString: message)
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
}
