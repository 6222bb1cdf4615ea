import BatonHTTP
import CLibCurl

/// Request headers as the linked list that libcurl reads, without an allocation for each.
///
/// libcurl copies none of it: the list stays as it is until the transfer is over.
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

    /// A field without a value is written `Name;`: `Name:` would tell libcurl to leave its own field out.
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

    /// Nil for no header at all.
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
