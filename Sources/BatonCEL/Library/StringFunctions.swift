/// CEL's strings extension. Positions count code points.
enum StringFunctions {
    static let list: [CELFunction] = [
        .binary("charAt", .method, [(.string, .int, .string)]) { value, index throws(CELError) in
            let scalars = try scalars("charAt", value)
            let position = try position("charAt", index, upTo: scalars.count)
            return .string(position == scalars.count ? "" : text(scalars[position...position]))
        },
        .various("indexOf", .method, [([.string, .string], .int), ([.string, .string, .int], .int)]) {
            arguments throws(CELError) in try indexOf(arguments)
        },
        .various("lastIndexOf", .method, [([.string, .string], .int), ([.string, .string, .int], .int)]) {
            arguments throws(CELError) in try lastIndexOf(arguments)
        },
        .various("join", .method, [([.anyList], .string), ([.anyList, .string], .string)]) {
            arguments throws(CELError) in try join(arguments)
        },
        .unary("lowerAscii", .method, [(.string, .string)]) { value throws(CELError) in
            try mapBytes("lowerAscii", value) { $0 >= 0x41 && $0 <= 0x5A ? $0 + 32 : $0 }
        },
        .unary("upperAscii", .method, [(.string, .string)]) { value throws(CELError) in
            try mapBytes("upperAscii", value) { $0 >= 0x61 && $0 <= 0x7A ? $0 - 32 : $0 }
        },
        .various(
            "replace", .method,
            [([.string, .string, .string], .string), ([.string, .string, .string, .int], .string)]
        ) { arguments throws(CELError) in try replace(arguments) },
        .various(
            "split", .method, [([.string, .string], .list(.string)), ([.string, .string, .int], .list(.string))]
        ) {
            arguments throws(CELError) in try split(arguments)
        },
        .various("substring", .method, [([.string, .int], .string), ([.string, .int, .int], .string)]) {
            arguments throws(CELError) in try substring(arguments)
        },
        .unary("trim", .method, [(.string, .string)]) { value throws(CELError) in
            let scalars = try scalars("trim", value)
            guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
                let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
            else { return .string("") }
            return .string(text(scalars[first...last]))
        },
        .unary("reverse", .method, [(.string, .string), (.anyList, .anyList)]) { value throws(CELError) in
            // Of `elements.reversed()` the compiler orders the instructions by chance, and equal sources are to give equal
            // programs.
            if let elements = value.elements {
                return CELValue(.list(elements.indices.reversed().map { elements[$0] }))
            }
            return .string(text(try scalars("reverse", value).reversed()[...]))
        },
        .binary("format", .method, [(.string, .anyList, .string)]) { format, arguments throws(CELError) in
            guard case .string(let text) = format.kind, let values = arguments.elements else {
                throw .noOverload("format", format, arguments)
            }
            var formatter = StringFormatter(values)
            return .string(try formatter.format(text))
        },
        .unary("strings.quote", .function, [(.string, .string)]) { value throws(CELError) in
            guard case .string(let text) = value.kind else { throw .noOverload("strings.quote", value) }
            return .string(quote(text))
        },
    ]

    private static func scalars(_ name: String, _ value: CELValue) throws(CELError) -> [Unicode.Scalar] {
        guard case .string(let text) = value.kind else { throw .noOverload(name, value) }
        return Array(text.unicodeScalars)
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    private static func position(_ name: String, _ value: CELValue, upTo count: Int) throws(CELError) -> Int {
        guard let index = value.intValue else { throw .noOverload(name, value) }
        guard index >= 0, index <= count else {
            throw CELError(.index, "position \(index) is outside the text of \(count) characters")
        }
        return Int(index)
    }

    private static func mapBytes(
        _ name: String, _ value: CELValue, _ change: (UInt8) -> UInt8
    ) throws(CELError) -> CELValue {
        guard case .string(let text) = value.kind else { throw .noOverload(name, value) }
        return .string(String(decoding: text.utf8.map(change), as: UTF8.self))
    }

    private static func indexOf(_ arguments: [CELValue]) throws(CELError) -> CELValue {
        guard case .string(let whole) = arguments[0].kind, case .string(let part) = arguments[1].kind else {
            throw .noOverload("indexOf", arguments)
        }
        let places = ScalarPlaces(whole)
        let start = arguments.count > 2 ? try position("indexOf", arguments[2], upTo: places.count) : 0
        guard let found = ByteText(whole).position(of: ByteText(part), from: places.offset(of: start)) else {
            return .int(-1 as Int)
        }
        return .int(places.position(of: found))
    }

    /// The last position of the part that is at most the given position.
    private static func lastIndexOf(_ arguments: [CELValue]) throws(CELError) -> CELValue {
        guard case .string(let whole) = arguments[0].kind, case .string(let part) = arguments[1].kind else {
            throw .noOverload("lastIndexOf", arguments)
        }
        let places = ScalarPlaces(whole)
        let latest = arguments.count > 2 ? try position("lastIndexOf", arguments[2], upTo: places.count) : places.count
        let found = ByteText(whole).lastPosition(of: ByteText(part), from: places.offset(of: latest))
        return .int(found.map { places.position(of: $0) } ?? -1)
    }

    private static func join(_ arguments: [CELValue]) throws(CELError) -> CELValue {
        guard let elements = arguments[0].elements else { throw .noOverload("join", arguments) }
        var separator = ""
        if arguments.count > 1 {
            guard case .string(let text) = arguments[1].kind else { throw .noOverload("join", arguments) }
            separator = text
        }
        var result = ""
        for (position, element) in elements.enumerated() {
            guard case .string(let text) = element.kind else {
                throw CELError(.type, "`join` joins strings; element \(position) is \(element.describedType)")
            }
            if position > 0 { result += separator }
            result += text
            try Arithmetic.checkSize(result.utf8.count)
        }
        return .string(result)
    }

    private static func replace(_ arguments: [CELValue]) throws(CELError) -> CELValue {
        guard case .string(let whole) = arguments[0].kind, case .string(let old) = arguments[1].kind,
            case .string(let new) = arguments[2].kind
        else { throw .noOverload("replace", arguments) }
        var left = Int.max
        if arguments.count > 3 {
            guard case .int(let limit) = arguments[3].kind else { throw .noOverload("replace", arguments) }
            left = limit < 0 ? .max : Int(clamping: limit)
        }
        let (bytes, wanted, replacement) = (ByteText(whole), ByteText(old), ByteText(new))
        var result = ByteText()
        var cursor = 0
        while left > 0, let found = bytes.position(of: wanted, from: cursor) {
            result += bytes[cursor..<found]
            result += replacement
            cursor = found + wanted.count
            left -= 1
            if wanted.isEmpty {
                guard cursor < bytes.count else { break }
                repeat {
                    result.append(bytes[cursor])
                    cursor += 1
                } while cursor < bytes.count && bytes[cursor] & 0xC0 == 0x80
            }
            try Arithmetic.checkSize(result.count)
        }
        if cursor < bytes.count { result += bytes[cursor...] }
        return .string(String(decoding: result, as: UTF8.self))
    }

    private static func split(_ arguments: [CELValue]) throws(CELError) -> CELValue {
        guard case .string(let whole) = arguments[0].kind, case .string(let separator) = arguments[1].kind else {
            throw .noOverload("split", arguments)
        }
        var limit = Int.max
        if arguments.count > 2 {
            guard case .int(let number) = arguments[2].kind else { throw .noOverload("split", arguments) }
            limit = number < 0 ? .max : Int(clamping: number)
        }
        if limit == 0 { return CELValue(.list([])) }
        var parts: [CELValue] = []
        if separator.isEmpty {
            let scalars = Array(whole.unicodeScalars)
            let singles = min(scalars.count, limit - 1)
            parts = scalars[..<singles].map { .string(String($0)) }
            if singles < scalars.count { parts.append(.string(text(scalars[singles...]))) }
            return CELValue(.list(parts))
        }
        let (bytes, wanted) = (ByteText(whole), ByteText(separator))
        var cursor = 0
        while parts.count < limit - 1, let found = bytes.position(of: wanted, from: cursor) {
            parts.append(.string(String(decoding: bytes[cursor..<found], as: UTF8.self)))
            cursor = found + wanted.count
        }
        parts.append(.string(String(decoding: bytes[cursor...], as: UTF8.self)))
        return CELValue(.list(parts))
    }

    private static func substring(_ arguments: [CELValue]) throws(CELError) -> CELValue {
        let scalars = try scalars("substring", arguments[0])
        let start = try position("substring", arguments[1], upTo: scalars.count)
        let end = arguments.count > 2 ? try position("substring", arguments[2], upTo: scalars.count) : scalars.count
        guard start <= end else { throw CELError(.index, "the part from \(start) to \(end) ends before it begins") }
        return .string(text(scalars[start..<end]))
    }

    private static func quote(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{07}": result += "\\a"
            case "\u{08}": result += "\\b"
            case "\u{0C}": result += "\\f"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0B}": result += "\\v"
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// Converts between positions in code points and offsets in bytes; ASCII text needs no table.
private struct ScalarPlaces {
    let count: Int
    private let starts: [Int]?

    init(_ text: String) {
        let bytes = text.utf8
        var starts: [Int] = []
        var isASCII = true
        for byte in bytes where byte >= 0x80 {
            isASCII = false
            break
        }
        if isASCII {
            count = bytes.count
            self.starts = nil
        } else {
            for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 { starts.append(offset) }
            count = starts.count
            starts.append(bytes.count)
            self.starts = starts
        }
    }

    func offset(of position: Int) -> Int { starts?[position] ?? position }

    func position(of offset: Int) -> Int {
        guard let starts else { return offset }
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
