/// Goes over one JSON text and notes where its values stand; how deep and how many they may be is bounded by the limits.
struct JSONReader: ~Copyable {
    let start: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    var cursor: UnsafePointer<UInt8>
    private let depthLimit: Int
    private var valuesLeft: Int
    private var nodes: MoveStack<JSONOutline.Node>
    /// The place of the list or object that is open.
    private var open: Int?
    private var depth = 0

    init(_ start: UnsafePointer<UInt8>, count: Int, limits: JSONParser.Limits) {
        self.start = start
        end = start + count
        cursor = start
        depthLimit = limits.depth
        valuesLeft = limits.values
        // Few texts have more values and names than that; of a large piece of memory only what is used is taken.
        nodes = MoveStack(capacity: min(count / 8, 1 << 22) + 8)
    }

    /// Reads the text to its end.
    mutating func read() throws(Fault) {
        if end - cursor >= 3, cursor[0] == 0xEF, cursor[1] == 0xBB, cursor[2] == 0xBF { cursor += 3 }
        if end - cursor >= 2, cursor[0] ^ cursor[1] == 0x01, min(cursor[0], cursor[1]) == 0xFE { throw fault(.utf16) }
        skipBlanks()
        guard cursor < end else { throw fault(.nothing) }
        var isExpected = true
        while isExpected {
            // A list or an object that was only opened wants its first part.
            if try !beginValue() { isExpected = try endValue() }
        }
        skipBlanks()
        guard cursor == end else { throw fault(.trailingText) }
    }

    /// What was read.
    consuming func outline() -> JSONOutline { JSONOutline(nodes: nodes.popArray(from: 0)) }

    /// The value of all that was read.
    func value() -> JSONValue {
        JSONTree(start, UnsafeBufferPointer(start: nodes.base, count: nodes.count)).value(at: 0)
    }

    /// Reads a value up to its end; of a list or an object that has parts only what is before the first one's value, and
    /// says so.
    private mutating func beginValue() throws(Fault) -> Bool {
        guard cursor < end else { throw fault(.unexpectedEnd) }
        guard valuesLeft > 0 else { throw fault(.tooManyValues) }
        valuesLeft -= 1
        let first = cursor - start
        switch cursor.pointee {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "{"): return try enter(.object, closing: UInt8(ascii: "}"))
        case UInt8(ascii: "["): return try enter(.array, closing: UInt8(ascii: "]"))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "t"):
            try word("true")
            nodes.push(JSONOutline.Node(.true, start: first, end: cursor - start))
        case UInt8(ascii: "f"):
            try word("false")
            nodes.push(JSONOutline.Node(.false, start: first, end: cursor - start))
        case UInt8(ascii: "n"):
            try word("null")
            nodes.push(JSONOutline.Node(.null, start: first, end: cursor - start))
        default:
            throw fault(.unexpectedByte)
        }
        return false
    }

    /// Opens a list or an object; false for an empty one, which is closed again.
    private mutating func enter(_ kind: JSONOutline.Node.Kind, closing: UInt8) throws(Fault) -> Bool {
        guard depth < depthLimit else { throw fault(.tooDeep) }
        nodes.push(JSONOutline.Node(open: kind, start: cursor - start, in: open))
        cursor += 1
        skipBlanks()
        if cursor < end, cursor.pointee == closing {
            cursor += 1
            nodes.base[nodes.count - 1].close(before: nodes.count)
            return false
        }
        open = nodes.count - 1
        depth += 1
        if kind == .object { try name() }
        return true
    }

    /// Reads on behind a value, to where the next one must begin; false when the text's own value is complete.
    private mutating func endValue() throws(Fault) -> Bool {
        while let index = open {
            nodes.base[index].addPart()
            let isObject = nodes.base[index].kind == .object
            let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
            skipBlanks()
            guard cursor < end else { throw fault(.unexpectedEnd) }
            let byte = cursor.pointee
            if byte == UInt8(ascii: ",") {
                cursor += 1
                skipBlanks()
                if cursor < end, cursor.pointee == closing { throw fault(.trailingComma) }
                if isObject { try name() }
                return true
            }
            guard byte == closing else { throw fault(isObject ? .expectedCommaInObject : .expectedCommaInArray) }
            cursor += 1
            depth -= 1
            open = nodes.base[index].outer
            nodes.base[index].close(before: nodes.count)
        }
        return false
    }

    private mutating func name() throws(Fault) {
        guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else { throw fault(.expectedName) }
        try string()
        skipBlanks()
        guard cursor < end, cursor.pointee == UInt8(ascii: ":") else { throw fault(.expectedColon) }
        cursor += 1
        skipBlanks()
    }

    private mutating func string() throws(Fault) {
        let first = cursor + 1
        cursor = JSONStringReader.skipPlainCharacters(from: first, to: end)
        var hasEscapes = false
        if cursor < end, cursor.pointee == UInt8(ascii: "\"") {
            cursor += 1
        } else {
            var reader = JSONStringReader(start, behind: first, end: end)
            hasEscapes = try reader.read()
            cursor = reader.cursor
        }
        nodes.push(
            JSONOutline.Node(
                hasEscapes ? .escapedString : .string, start: first - start, end: cursor - 1 - start))
    }

    private mutating func number() throws(Fault) {
        var scanner = JSONNumberScanner(cursor, end: end)
        let first = cursor - start
        let outcome = scanner.scan()
        switch outcome {
        case .number:
            cursor = scanner.cursor
            nodes.push(JSONOutline.Node(.number, start: first, end: cursor - start))
        case .malformed:
            cursor = scanner.cursor
            throw fault(.malformedNumber)
        case .exponentTooLarge:
            throw fault(.hugeExponent)
        }
    }
}

extension JSONReader {
    func fault(_ reason: Fault.Reason) -> Fault { Fault(reason, at: cursor - start) }

    private mutating func skipBlanks() {
        while cursor < end {
            switch cursor.pointee {
            case 0x20, 0x0A, 0x0D, 0x09: cursor += 1
            default: return
            }
        }
    }

    /// Reads `true`, `false` or `null`, whose first byte has been seen.
    private mutating func word(_ word: StaticString) throws(Fault) {
        for position in 0..<word.utf8CodeUnitCount {
            guard cursor + position < end, cursor[position] == word.utf8Start[position] else {
                throw cursor + position < end ? fault(.unexpectedByte) : fault(.unexpectedEnd)
            }
        }
        cursor += word.utf8CodeUnitCount
    }
}
