import CLibXML2

/// Writes XML as it comes, element by element, into a buffer that grows.
///
/// What is written need not be a whole document: a report encodes its parts one by one with one writer (`takeBytes()`)
/// and puts them together at the end (`raw(_:)`). Memory that runs out is remembered and comes out as `hasFailed`.
/// Belongs to one task.
///
/// The library knows the elements that hold others, and what closes which. Text is escaped here and given to it in as few
/// calls as can be: all attributes of an element together, and elements that hold nothing together with what stands
/// around them. The names of elements and attributes are words of our own.
package final class XMLWriter {
    /// Receives what the library flushes.
    private final class Output {
        var bytes: [UInt8] = []
    }

    private let writer: xmlTextWriterPtr?
    private let output: Output
    /// Content that the library has not been given; reused from call to call.
    private var pending: [UInt8] = []
    /// The start tag that the library has not been given: nothing stands in its element yet.
    private var open: (element: StaticString, firstAttribute: StaticString?)?
    /// The values of that tag's attributes, escaped, and between them the names of all but the first: `17" unit="ms`.
    private var values: [UInt8] = []
    /// Whether the library reported that it could not write; what was written is then not to be used.
    package private(set) var hasFailed: Bool

    package init() {
        _ = LibXML.isReady
        let output = Output()
        self.output = output
        let context = Unmanaged.passUnretained(output).toOpaque()
        let buffer = xmlOutputBufferCreateIO(
            { context, bytes, count in
                guard let context, let bytes, count > 0 else { return 0 }
                let output = Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
                output.bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                return count
            }, nil, context, nil)
        let writer = buffer.flatMap { xmlNewTextWriter($0) }
        if writer == nil, let buffer { xmlOutputBufferClose(buffer) }
        self.writer = writer
        self.hasFailed = writer == nil
    }

    deinit {
        xmlFreeTextWriter(writer)
    }

    /// The XML declaration: version 1.0, UTF-8.
    package func startDocument() {
        raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    }

    package func start(_ element: StaticString) {
        giveStartTag()
        open = (element, nil)
    }

    /// Ends the element that was started last.
    package func end() {
        guard let tag = open else {
            givePending()
            return check(xmlTextWriterEndElement(writer))
        }
        // As the library writes an element that holds nothing.
        append("<")
        append(tag.element)
        if let name = tag.firstAttribute {
            append(" ")
            append(name)
            append("=\"")
            pending += values
            append("\"")
        }
        append("/>")
        open = nil
        values.removeAll(keepingCapacity: true)
    }

    /// An attribute of the element that was just started.
    package func attribute(_ name: StaticString, _ value: String) {
        guard let tag = open else {
            // After its content an element can have no more of them.
            hasFailed = true
            return
        }
        if tag.firstAttribute == nil {
            open = (tag.element, name)
        } else {
            Self.append("\" ", to: &values)
            Self.append(name, to: &values)
            Self.append("=\"", to: &values)
        }
        XMLText.append(value, for: .attribute, to: &values)
    }

    package func attribute(_ name: StaticString, _ value: Int) {
        attribute(name, String(value))
    }

    package func text(_ text: String) {
        giveStartTag()
        XMLText.append(text, for: .content, to: &pending)
    }

    /// Written as it is: white space between elements, or what another writer made.
    package func raw(_ bytes: [UInt8]) {
        giveStartTag()
        pending += bytes
    }

    package func raw(_ text: StaticString) {
        giveStartTag()
        append(text)
    }

    private func append(_ text: StaticString) { Self.append(text, to: &pending) }

    private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Tells the library of the element that something is to stand in.
    private func giveStartTag() {
        guard let tag = open else { return }
        givePending()
        check(xmlTextWriterStartElement(writer, tag.element.utf8Start))
        if let name = tag.firstAttribute {
            check(xmlTextWriterStartAttribute(writer, name.utf8Start))
            values.withUnsafeBufferPointer { give($0) }
            check(xmlTextWriterEndAttribute(writer))
            values.removeAll(keepingCapacity: true)
        }
        open = nil
    }

    private func givePending() {
        guard !pending.isEmpty else { return }
        pending.withUnsafeBufferPointer { give($0) }
        pending.removeAll(keepingCapacity: true)
    }

    private func give(_ bytes: UnsafeBufferPointer<UInt8>) {
        // The library counts in Int32.
        let limit = 1 << 30
        var offset = 0
        while offset < bytes.count, let base = bytes.baseAddress {
            let count = min(bytes.count - offset, limit)
            check(xmlTextWriterWriteRawLen(writer, base + offset, Int32(count)))
            offset += count
        }
    }

    /// Everything written since the last call. Elements may still be open.
    package func takeBytes() -> [UInt8] {
        giveStartTag()
        givePending()
        check(xmlTextWriterFlush(writer))
        if output.bytes.count > 1 << 16 {
            // A whole document: handed over, not copied.
            let bytes = output.bytes
            output.bytes = []
            return bytes
        }
        // Sharing the storage would give each part the room that the largest one needed.
        let bytes = output.bytes.withUnsafeBufferPointer { Array($0) }
        output.bytes.removeAll(keepingCapacity: true)
        return bytes
    }

    private func check(_ result: Int32) {
        if result < 0 { hasFailed = true }
    }
}
