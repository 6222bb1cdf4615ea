/// Reads one JSON text and records the position of each value; the limits bound depth and number of values.
struct JSONReader: ~Copyable {
    private let text: JSONCursor
    private let depthLimit: Int
    private let valueLimit: Int
    private var nodes: MoveStack<JSONOutline.Node>

    init(_ start: UnsafePointer<UInt8>, count: Int, limits: JSONParser.Limits) {
        text = JSONCursor(start, count: count)
        depthLimit = limits.depth
        valueLimit = limits.values
        // Few texts have more values and names than that. The system only commits the pages of a large block that are
        // used.
        nodes = MoveStack(capacity: min(count / 8, 1 << 22) + 8)
    }

    /// The positions of all values that were read.
    consuming func outline() -> JSONOutline { JSONOutline(nodes: nodes.popArray(from: 0)) }

    /// The value of the whole text.
    func value() -> JSONValue {
        JSONTree(text.start, UnsafeBufferPointer(start: nodes.base, count: nodes.count)).value(at: 0)
    }

    /// Reads the text to its end.
    ///
    /// A single loop over values and what follows each: this keeps the cursor in a register.
    mutating func read() throws(SyntaxError) {
        var text = text
        try text.skipSignature()
        text.skipBlanks()
        guard !text.isAtEnd else { throw text.syntaxError(.nothing) }
        var valuesLeft = valueLimit
        var depth = 0
        /// The index of the node of the innermost list or object that is still open.
        var open: Int?
        values: while true {
            guard !text.isAtEnd else { throw text.syntaxError(.unexpectedEnd) }
            guard valuesLeft > 0 else { throw text.syntaxError(.tooManyValues) }
            valuesLeft -= 1
            switch text.byte {
            case UInt8(ascii: "\""): nodes.push(try text.string())
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < depthLimit else { throw text.syntaxError(.tooDeep) }
                let isObject = text.byte == UInt8(ascii: "{")
                nodes.push(JSONOutline.Node(open: isObject ? .object : .array, start: text.offset, in: open))
                text.skipByte()
                text.skipBlanks()
                guard !text.isAt(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    text.skipByte()
                    nodes.base[nodes.count - 1].close(before: nodes.count)
                    break
                }
                open = nodes.count - 1
                depth += 1
                if isObject { nodes.push(try text.name()) }
                continue values
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): nodes.push(try text.number())
            case UInt8(ascii: "t"): nodes.push(try text.word("true", .true))
            case UInt8(ascii: "f"): nodes.push(try text.word("false", .false))
            case UInt8(ascii: "n"): nodes.push(try text.word("null", .null))
            default: throw text.syntaxError(.unexpectedByte)
            }
            // Behind a value: move to the start of the next value, or leave the loop at the end of the outermost one.
            while let index = open {
                nodes.base[index].addPart()
                let isObject = nodes.base[index].kind == .object
                let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
                text.skipBlanks()
                guard !text.isAtEnd else { throw text.syntaxError(.unexpectedEnd) }
                if text.byte == UInt8(ascii: ",") {
                    text.skipByte()
                    text.skipBlanks()
                    guard !text.isAt(closing) else { throw text.syntaxError(.trailingComma) }
                    if isObject { nodes.push(try text.name()) }
                    continue values
                }
                guard text.byte == closing else {
                    throw text.syntaxError(isObject ? .expectedCommaInObject : .expectedCommaInArray)
                }
                text.skipByte()
                depth -= 1
                open = nodes.base[index].outer
                nodes.base[index].close(before: nodes.count)
            }
            break
        }
        text.skipBlanks()
        guard text.isAtEnd else { throw text.syntaxError(.trailingText) }
    }
}
