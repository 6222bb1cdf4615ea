/// The recursive descent through one JSON text; its depth is bounded by the limits.
struct JSONReader: ~Copyable {
    let start: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    var cursor: UnsafePointer<UInt8>
    private let depthLimit: Int
    private var valuesLeft: Int
    /// Elements and members of all lists and objects that are open.
    private var elements = MoveStack<JSONValue>(capacity: 32)
    private var members = MoveStack<JSONObject.Member>(capacity: 32)
    /// Short hashes of the names in `members`, by which repetitions are noticed.
    private var prints = MoveStack<UInt32>(capacity: 32)
    /// Room for strings with escapes.
    var unescaped: [UInt8] = []
    /// Whether the string read last had escapes, so that its bytes in the text are not its characters.
    var hadEscapes = false

    init(_ start: UnsafePointer<UInt8>, count: Int, limits: JSONParser.Limits) {
        self.start = start
        end = start + count
        cursor = start
        depthLimit = limits.depth
        valuesLeft = limits.values
    }

    mutating func document() throws(Fault) -> JSONValue {
        if end - cursor >= 3, cursor[0] == 0xEF, cursor[1] == 0xBB, cursor[2] == 0xBF { cursor += 3 }
        if end - cursor >= 2, cursor[0] ^ cursor[1] == 0x01, min(cursor[0], cursor[1]) == 0xFE { throw fault(.utf16) }
        skipBlanks()
        guard cursor < end else { throw fault(.nothing) }
        let value = try value(depth: 0)
        skipBlanks()
        guard cursor == end else { throw fault(.trailingText) }
        return value
    }

    private mutating func value(depth: Int) throws(Fault) -> JSONValue {
        guard cursor < end else { throw fault(.unexpectedEnd) }
        guard valuesLeft > 0 else { throw fault(.tooManyValues) }
        valuesLeft -= 1
        switch cursor.pointee {
        case UInt8(ascii: "\""):
            cursor += 1
            return .string(try string())
        case UInt8(ascii: "{"):
            return try object(depth: depth + 1)
        case UInt8(ascii: "["):
            return try array(depth: depth + 1)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try number())
        case UInt8(ascii: "t"):
            try word("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try word("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try word("null")
            return .null
        default:
            throw fault(.unexpectedByte)
        }
    }

    private mutating func array(depth: Int) throws(Fault) -> JSONValue {
        guard depth <= depthLimit else { throw fault(.tooDeep) }
        cursor += 1
        skipBlanks()
        if cursor < end, cursor.pointee == UInt8(ascii: "]") {
            cursor += 1
            return .array([])
        }
        let first = elements.count
        while true {
            let element = try value(depth: depth)
            elements.push(element)
            skipBlanks()
            guard cursor < end else { throw fault(.unexpectedEnd) }
            let byte = cursor.pointee
            if byte == UInt8(ascii: ",") {
                cursor += 1
                skipBlanks()
                if cursor < end, cursor.pointee == UInt8(ascii: "]") { throw fault(.trailingComma) }
            } else if byte == UInt8(ascii: "]") {
                cursor += 1
                return .array(elements.popArray(from: first))
            } else {
                throw fault(.expectedCommaInArray)
            }
        }
    }

    private mutating func object(depth: Int) throws(Fault) -> JSONValue {
        guard depth <= depthLimit else { throw fault(.tooDeep) }
        cursor += 1
        skipBlanks()
        if cursor < end, cursor.pointee == UInt8(ascii: "}") {
            cursor += 1
            return .object(JSONObject())
        }
        let first = members.count
        var index = JSONMemberIndex()
        while true {
            try member(first: first, index: &index, depth: depth)
            skipBlanks()
            guard cursor < end else { throw fault(.unexpectedEnd) }
            let byte = cursor.pointee
            if byte == UInt8(ascii: ",") {
                cursor += 1
                skipBlanks()
                if cursor < end, cursor.pointee == UInt8(ascii: "}") { throw fault(.trailingComma) }
            } else if byte == UInt8(ascii: "}") {
                cursor += 1
                prints.drop(to: first)
                return .object(JSONObject(distinct: members.popArray(from: first), index: index))
            } else {
                throw fault(.expectedCommaInObject)
            }
        }
    }

    private mutating func member(first: Int, index: inout JSONMemberIndex, depth: Int) throws(Fault) {
        guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else { throw fault(.expectedName) }
        cursor += 1
        let nameStart = cursor
        let name = try string()
        let print = fingerprint(of: name, from: nameStart)
        skipBlanks()
        guard cursor < end, cursor.pointee == UInt8(ascii: ":") else { throw fault(.expectedColon) }
        cursor += 1
        skipBlanks()
        let value = try value(depth: depth)
        if let position = repeated(name, print, first: first, index: index) {
            members.base[first + position].value = value
            return
        }
        members.push(JSONObject.Member(name: name, value: value))
        prints.push(print)
        index.cover(UnsafeBufferPointer(start: members.base + first, count: members.count - first))
    }

    /// The place of the same name among the members so far.
    private func repeated(_ name: String, _ print: UInt32, first: Int, index: JSONMemberIndex) -> Int? {
        let count = members.count - first
        if count > JSONMemberIndex.linearLimit {
            return index.position(of: name, in: UnsafeBufferPointer(start: members.base + first, count: count))
        }
        for position in 0..<count
        where prints.base[first + position] == print && members.base[first + position].name.hasSameBytes(as: name) {
            return position
        }
        return nil
    }

    private mutating func number() throws(Fault) -> JSONNumber {
        var scanner = JSONNumberScanner(cursor, end: end)
        let outcome = scanner.scan()
        switch outcome {
        case .number:
            cursor = scanner.cursor
            return scanner.number
        case .malformed:
            cursor = scanner.cursor
            throw fault(.malformedNumber)
        case .exponentTooLarge:
            throw fault(.hugeExponent)
        }
    }
}
