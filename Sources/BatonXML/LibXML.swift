import CLibXML2
import Synchronization

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
