/// The core function library (section 4).
extension XPathEvaluator {
    mutating func call(
        _ function: XPath.Function, _ arguments: [XPath.Expression], _ context: Context
    ) throws(XPathEvaluationError) -> Value {
        switch function {
        case .last: return .number(Double(context.size))
        case .position: return .number(Double(context.position))
        case .true: return .boolean(true)
        case .false: return .boolean(false)
        case .concat:
            var result: [UInt8] = []
            for argument in arguments {
                let part = try text(try value(of: argument, context))
                try count(text: part.count)
                result += part
            }
            return .text(result[...])
        default: break
        }
        var values: [Value] = []
        for argument in arguments { values.append(try value(of: argument, context)) }
        // Without an argument, functions apply to the context node.
        let first = values.first ?? .nodes([context.node])
        switch function {
        case .count:
            guard case .nodes(let nodes) = first else { return .number(.nan) }
            return .number(Double(nodes.count))
        case .sum:
            guard case .nodes(let nodes) = first else { return .number(.nan) }
            var sum = 0.0
            for node in nodes { sum += try number(of: node) }
            return .number(sum)
        case .id: return .nodes(try elements(withID: first))
        case .localName, .namespaceURI, .name:
            guard let name = name(of: first) else { return .text([]) }
            let text: String
            switch function {
            case .localName: text = name.local
            case .namespaceURI: text = name.namespace
            default: text = name.prefix.isEmpty ? name.local : "\(name.prefix):\(name.local)"
            }
            try count(text: text.utf8.count)
            return .text(Array(text.utf8)[...])
        case .boolean: return .boolean(try boolean(first))
        case .not: return .boolean(try !boolean(first))
        case .lang: return .boolean(try isLanguage(try text(first), at: context.node))
        case .number: return .number(try number(first))
        case .floor: return .number(try number(first).rounded(.down))
        case .ceiling: return .number(try number(first).rounded(.up))
        case .round: return .number(Self.rounded(try number(first)))
        case .string: return .text(try text(first))
        case .stringLength, .normalizeSpace: return try measure(function, try text(first))
        default: return try cut(function, values)
        }
    }

    /// Functions of one string.
    private mutating func measure(
        _ function: XPath.Function, _ text: ArraySlice<UInt8>
    ) throws(XPathEvaluationError) -> Value {
        try count(text: text.count)
        // Characters are code points; each has exactly one byte that is not a continuation byte.
        if function == .stringLength { return .number(Double(text.count { $0 & 0xC0 != 0x80 })) }
        var result: [UInt8] = []
        for word in text.split(whereSeparator: XMLBytes.isBlank) {
            if !result.isEmpty { result.append(0x20) }
            result += word
        }
        return .text(result[...])
    }

    /// Functions of two or more strings.
    private mutating func cut(
        _ function: XPath.Function, _ values: [Value]
    ) throws(XPathEvaluationError) -> Value {
        let whole = try text(values[0])
        let part = try text(values[1])
        try count(text: whole.count + part.count)
        switch function {
        case .startsWith: return .boolean(whole.starts(with: part))
        case .contains: return .boolean(XPathSearch.range(of: part, in: whole) != nil)
        case .substringBefore:
            guard let range = XPathSearch.range(of: part, in: whole) else { return .text([]) }
            return .text(whole[..<range.lowerBound])
        case .substringAfter:
            guard let range = XPathSearch.range(of: part, in: whole) else { return .text([]) }
            return .text(whole[range.upperBound...])
        case .substring:
            let start = Self.rounded(try number(values[1]))
            let end = values.count > 2 ? start + Self.rounded(try number(values[2])) : .infinity
            var position = 0.0
            var result: [UInt8] = []
            for byte in whole {
                if byte & 0xC0 != 0x80 { position += 1 }
                if position >= start, position < end { result.append(byte) }
            }
            return .text(result[...])
        default:
            let target = try text(values[2])
            try count(text: target.count)
            return .text(Self.translated(whole, part, target)[...])
        }
    }

    /// `translate`: replaces each character of `from` by the one at the same index in `to`, or removes it.
    private static func translated(
        _ text: ArraySlice<UInt8>, _ from: ArraySlice<UInt8>, _ to: ArraySlice<UInt8>
    ) -> [UInt8] {
        let targets = Array(String(decoding: to, as: UTF8.self).unicodeScalars)
        var map: [Unicode.Scalar: Unicode.Scalar?] = [:]
        for (index, scalar) in String(decoding: from, as: UTF8.self).unicodeScalars.enumerated()
        where map[scalar] == nil {
            map[scalar] = .some(index < targets.count ? targets[index] : nil)
        }
        var result = String.UnicodeScalarView()
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if let target = map[scalar] {
                if let target { result.append(target) }
            } else {
                result.append(scalar)
            }
        }
        return Array(String(result).utf8)
    }

    /// Rounds half up, also for negative numbers.
    private static func rounded(_ number: Double) -> Double {
        number.rounded(.down) + (number - number.rounded(.down) >= 0.5 ? 1 : 0)
    }

    private func name(of value: Value) -> XMLTree.Name? {
        guard case .nodes(let nodes) = value, let node = nodes.first else { return nil }
        let number = tree.nodes[Int(node)].name
        return number >= 0 ? tree.names[Int(number)] : nil
    }

    /// Finds elements by `id` in HTML and by `xml:id` in XML, because ID attributes of a document type are not read.
    private mutating func elements(withID value: Value) throws(XPathEvaluationError) -> [Int32] {
        var wanted: Set<ArraySlice<UInt8>> = []
        var texts: [ArraySlice<UInt8>] = []
        if case .nodes(let nodes) = value {
            texts = nodes.map(tree.value)
        } else {
            texts = [try text(value)]
        }
        for text in texts {
            try count(text: text.count)
            wanted.formUnion(text.split(whereSeparator: XMLBytes.isBlank))
        }
        let namespace = tree.isHTML ? "" : "http://www.w3.org/XML/1998/namespace"
        guard let name = tree.expanded[XMLTree.ExpandedName(local: "id", namespace: namespace)] else { return [] }
        try count(tree.nodes.count)
        var found: [Int32] = []
        for (index, node) in tree.nodes.enumerated()
        where node.kind == .attribute && tree.names[Int(node.name)].expanded == name {
            try count(text: Int(node.textEnd - node.textStart))
            if wanted.remove(tree.value(of: Int32(index))) != nil { found.append(node.parent) }
        }
        return found
    }

    /// Whether the nearest `xml:lang`, or HTML's `lang`, is the language or a variant of it.
    private mutating func isLanguage(
        _ wanted: ArraySlice<UInt8>, at node: Int32
    ) throws(XPathEvaluationError) -> Bool {
        let namespace = tree.isHTML ? "" : "http://www.w3.org/XML/1998/namespace"
        guard let name = tree.expanded[XMLTree.ExpandedName(local: "lang", namespace: namespace)] else { return false }
        var element = node
        while element >= 0 {
            var attribute = Int(element) + 1
            while attribute < tree.nodes.count, tree.nodes[attribute].kind == .attribute,
                tree.nodes[attribute].parent == element
            {
                try count(1)
                if tree.names[Int(tree.nodes[attribute].name)].expanded == name {
                    let found = tree.value(of: Int32(attribute)).map(XMLBytes.lowered)
                    try count(text: found.count + wanted.count)
                    let language = wanted.map(XMLBytes.lowered)
                    return found == language || found.starts(with: language + [UInt8(ascii: "-")])
                }
                attribute += 1
            }
            try count(1)
            element = tree.nodes[Int(element)].parent
        }
        return false
    }
}
