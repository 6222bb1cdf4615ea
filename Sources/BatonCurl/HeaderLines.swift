import BatonHTTP
import CLibCurl

/// Request headers as the linked list that libcurl reads, without an allocation for each header.
///
/// libcurl does not copy the list, so it must not change until the transfer has ended.
struct HeaderLines {
    private var text = ByteBuffer()
    private var starts: [Int] = []
    private var nodes: UnsafeMutablePointer<curl_slist>
    private var capacity = 16

    init() {
        nodes = .allocate(capacity: capacity)
    }

    func deallocate() {
        text.deallocate()
        nodes.deallocate()
    }

    mutating func removeAll() {
        text.removeAll()
        starts.removeAll(keepingCapacity: true)
    }

    /// Adds all fields. A field without a value is written `Name;`, because `Name:` would tell libcurl to omit its own
    /// field.
    mutating func append(_ headers: Headers) {
        let start = text.count
        text.append(headers.block)
        for slot in headers.slots {
            let fieldStart = start + Int(slot.nameStart)
            starts.append(fieldStart)
            if slot.valueLength == 0 {
                let colon = fieldStart + Int(slot.nameLength)
                text.start.storeBytes(of: UInt8(ascii: ";"), toByteOffset: colon, as: UInt8.self)
                text.start.storeBytes(of: 0, toByteOffset: colon + 1, as: UInt8.self)
            }
        }
    }

    mutating func append(_ name: String, _ value: String = "") {
        starts.append(text.count)
        text.append(name)
        text.append(value)
        text.append(0)
    }

    /// The list; nil without any header.
    mutating func list() -> UnsafeRawPointer? {
        guard !starts.isEmpty else { return nil }
        if starts.count > capacity {
            capacity = starts.count * 2
            nodes.deallocate()
            nodes = .allocate(capacity: capacity)
        }
        for (index, start) in starts.enumerated() {
            let next = index + 1 < starts.count ? nodes + index + 1 : nil
            nodes[index] = curl_slist(data: (text.start + start).assumingMemoryBound(to: CChar.self), next: next)
        }
        return UnsafeRawPointer(nodes)
    }
}
