/// The anchor and the tag before a node: libyaml does not say where they end.
struct NodeProperties {
    private(set) var tag: Range<Int>?
    /// Where the node's contents begin.
    private(set) var end: Int

    init(_ bytes: [UInt8], from start: Int) {
        var at = start
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "&"):
                at = Self.wordEnd(bytes, at)
            case UInt8(ascii: "!") where tag == nil:
                let upper = Self.wordEnd(bytes, at)
                tag = at..<upper
                at = upper
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                at += 1
            case UInt8(ascii: "#"):
                while at < bytes.count, bytes[at] != UInt8(ascii: "\n"), bytes[at] != UInt8(ascii: "\r") { at += 1 }
            default:
                end = at
                return
            }
        }
        end = at
    }

    private static func wordEnd(_ bytes: [UInt8], _ start: Int) -> Int {
        var at = start + 1
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
                UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                return at
            default: at += 1
            }
        }
        return at
    }
}
