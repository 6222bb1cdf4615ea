import BatonDiagnostics
import BatonValues
import CLibXML2

/// Writes XML element by element with libxml2's text writer.
///
/// The output need not be a whole document: a report encodes its parts one by one with one writer (`takeBytes()`) and
/// joins them at the end. Errors of the library, such as running out of memory, set `hasFailed`. Used by one task.
///
/// Names of elements and attributes are literals. Text is escaped here, because the library does not handle characters
/// that XML cannot hold.
package final class XMLWriter {
    private let output: xmlBufferPtr?
    private let writer: xmlTextWriterPtr?
    private var escaped = TextBuffer()
    /// Whether the library failed to write; the output must not be used in that case.
    package private(set) var hasFailed: Bool

    package init() {
        _ = LibXML.isReady
        output = xmlBufferCreate()
        xmlBufferSetAllocationScheme(output, XML_BUFFER_ALLOC_DOUBLEIT)
        writer = xmlNewTextWriterMemory(output, 0)
        hasFailed = writer == nil
    }

    deinit {
        xmlFreeTextWriter(writer)
        xmlBufferFree(output)
    }

    /// Writes the XML declaration: version 1.0, UTF-8.
    package func startDocument() {
        raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    }

    package func start(_ element: StaticString) {
        check(xmlTextWriterStartElement(writer, element.utf8Start))
    }

    /// Ends the innermost open element.
    package func end() {
        check(xmlTextWriterEndElement(writer))
    }

    /// Adds an attribute to the element just started.
    package func attribute(_ name: StaticString, _ value: String) {
        check(xmlTextWriterStartAttribute(writer, name.utf8Start))
        write(value, for: .attribute)
        check(xmlTextWriterEndAttribute(writer))
    }

    package func attribute(_ name: StaticString, _ value: Int) {
        attribute(name, String(value))
    }

    package func text(_ text: String) {
        write(text, for: .content)
    }

    /// Writes markup without escaping: white space between elements, or the output of another writer.
    package func raw(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { write($0) }
    }

    package func raw(_ text: StaticString) {
        write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private func write(_ text: String, for position: XMLText.Position) {
        escaped.removeAll()
        XMLText.append(text, for: position, to: &escaped)
        write(escaped.bytes)
    }

    /// Writes nothing for no bytes, so that an element without content stays an empty element.
    private func write(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        guard let count = Int32(exactly: bytes.count) else { return hasFailed = true }
        check(xmlTextWriterWriteRawLen(writer, start.assumingMemoryBound(to: UInt8.self), count))
    }

    /// The output since the last call; elements may still be open.
    package func takeBytes() -> [UInt8] {
        check(xmlTextWriterFlush(writer))
        let bytes = UnsafeBufferPointer(start: xmlBufferContent(output), count: Int(xmlBufferLength(output)))
        defer { xmlBufferEmpty(output) }
        return Array(bytes)
    }

    private func check(_ result: Int32) {
        if result < 0 { hasFailed = true }
    }
}
