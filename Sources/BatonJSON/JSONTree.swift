import BatonSystem
import BatonValues

/// Creates values from an outline and the text it belongs to.
struct JSONTree {
    private let text: UnsafePointer<UInt8>
    private let nodes: UnsafeBufferPointer<JSONOutline.Node>

    init(_ text: UnsafePointer<UInt8>, _ nodes: UnsafeBufferPointer<JSONOutline.Node>) {
        self.text = text
        self.nodes = nodes
    }

    func value(at index: Int) -> JSONValue {
        let node = nodes[index]
        switch node.kind {
        case .null: return .null
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .number:
            var scanner = JSONNumberScanner(text + node.start, end: text + node.end)
            _ = scanner.scan()
            return .number(scanner.number)
        case .string, .escapedString: return .string(string(node))
        case .array: return .array(elements(of: node, behind: index))
        case .object: return .object(object(node, behind: index))
        }
    }

    private func string(_ node: JSONOutline.Node) -> String {
        if node.kind == .string {
            return String(
                decoding: UnsafeBufferPointer(start: text + node.start, count: node.end - node.start), as: UTF8.self)
        }
        var reader = JSONStringReader(text, behind: text + node.start, end: text + node.end + 1)
        return reader.text() ?? ""
    }

    /// The index of the node behind a value and all its parts.
    private func next(behind index: Int) -> Int { nodes[index].isContainer ? nodes[index].next : index + 1 }

    private func elements(of node: JSONOutline.Node, behind index: Int) -> [JSONValue] {
        let count = node.count
        guard count > 0 else { return [] }
        return Array(unsafeUninitializedCapacity: count) { elements, made in
            var place = index + 1
            while made < count {
                elements.initializeElement(at: made, to: value(at: place))
                made += 1
                place = next(behind: place)
            }
        }
    }

    private func object(_ node: JSONOutline.Node, behind index: Int) -> JSONObject {
        let count = node.count
        guard count > 0 else { return JSONObject() }
        var table = JSONMemberIndex()
        let members = Array<JSONObject.Member>(unsafeUninitializedCapacity: count) { members, made in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: JSONMemberIndex.linearLimit) { prints in
                var place = index + 1
                for _ in 0..<count {
                    let name = string(nodes[place])
                    let print = fingerprint(of: name, nodes[place])
                    let value = value(at: place + 1)
                    place = next(behind: place + 1)
                    let known = UnsafeBufferPointer(rebasing: members[..<made])
                    if let position = table.position(of: name, print, in: known, prints) {
                        members[position].value = value
                        continue
                    }
                    members.initializeElement(at: made, to: JSONObject.Member(name: name, value: value))
                    if made < prints.count { prints[made] = print }
                    made += 1
                    table.cover(UnsafeBufferPointer(rebasing: members[..<made]))
                }
            }
        }
        return JSONObject(distinct: members, index: table)
    }
}

// MARK: - Looking for single values

extension JSONTree {
    /// The index of a member's value; if the name repeats, the last member counts.
    func member(_ name: String, of index: Int) -> Int? {
        guard nodes[index].kind == .object else { return nil }
        return name.withUTF8Bytes { wanted in
            var found: Int?
            var place = index + 1
            for _ in 0..<nodes[index].count {
                if isNamed(nodes[place], wanted) { found = place + 1 }
                place = next(behind: place + 1)
            }
            return found
        }
    }

    private func isNamed(_ node: JSONOutline.Node, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        if node.kind == .escapedString { return string(node).withUTF8Bytes { $0.elementsEqual(wanted) } }
        guard node.end - node.start == wanted.count else { return false }
        guard let first = wanted.baseAddress else { return true }
        return memcmp(text + node.start, first, wanted.count) == 0
    }

    /// The index of a list's element; nil for a position out of range, or a value that is not a list.
    func element(_ position: Int, of index: Int) -> Int? {
        guard nodes[index].kind == .array, position >= 0, position < nodes[index].count else { return nil }
        var place = index + 1
        for _ in 0..<position { place = next(behind: place) }
        return place
    }

    /// The number of elements of the list at an index; nil for a value that is not a list.
    func elementCount(of index: Int) -> Int? { nodes[index].kind == .array ? nodes[index].count : nil }
}

// MARK: - Short hashes of names, to find repeated names

extension JSONTree {
    private func fingerprint(of name: String, _ node: JSONOutline.Node) -> UInt32 {
        if node.kind == .string { return Self.fingerprint(text + node.start, count: node.end - node.start) }
        return name.withUTF8Bytes { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            return Self.fingerprint(base, count: bytes.count)
        }
    }

    /// Mixes the length and the first and last bytes. Equal names have equal fingerprints, most different names have
    /// different ones.
    private static func fingerprint(_ bytes: UnsafePointer<UInt8>, count: Int) -> UInt32 {
        let raw = UnsafeRawPointer(bytes)
        let mixed: UInt64
        if count >= 8 {
            let head = raw.loadUnaligned(as: UInt64.self)
            let tail = (raw + count - 8).loadUnaligned(as: UInt64.self)
            mixed = (head &* 0x9E37_79B9_7F4A_7C15) ^ tail
        } else {
            var packed: UInt64 = 0
            for position in 0..<count { packed = packed << 8 | UInt64(bytes[position]) }
            mixed = packed
        }
        let product = (mixed ^ UInt64(truncatingIfNeeded: count)) &* 0xD6E8_FEB8_6659_FD93
        return UInt32(truncatingIfNeeded: product >> 32)
    }
}

extension JSONMemberIndex {
    /// Finds a member, using fingerprints of the names while the object is small.
    fileprivate func position(
        of name: String, _ print: UInt32, in members: UnsafeBufferPointer<JSONObject.Member>,
        _ prints: UnsafeMutableBufferPointer<UInt32>
    ) -> Int? {
        if members.count > Self.linearLimit { return position(of: name, in: members) }
        for position in 0..<members.count
        where prints[position] == print && members[position].name.hasSameBytes(as: name) {
            return position
        }
        return nil
    }
}
