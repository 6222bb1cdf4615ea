import CLibXML2

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
