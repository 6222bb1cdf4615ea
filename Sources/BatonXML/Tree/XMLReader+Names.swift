import BatonValues

/// Parsing of attributes and namespace prefixes (Namespaces in XML 1.0).
extension XMLReader {
    struct Attribute {
        let name: Range<Int>
        let value: [UInt8]
    }

    mutating func attribute() throws(XMLError) -> Attribute {
        let name = try qualifiedName("an attribute's name")
        skipBlanks()
        guard take("=") else { throw failure("expected `=` behind `\(written(name))`, found \(found)") }
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
        else { throw failure("the value of `\(written(name))` must stand in quotes") }
        let value = try quoted {
            "`\($0.written(name))`"
        } part: { reader throws(XMLError) in
            if reader.bytes[reader.position] == UInt8(ascii: "<") {
                throw reader.failure("`<` in the value of `\(reader.written(name))` must be written `&lt;`")
            }
            try reader.valuePart()
        }
        return Attribute(name: name, value: value)
    }

    /// Reads a text in quotes part by part; the position is at the opening quote.
    ///
    /// - Parameters:
    ///   - owner: what the text is the value of, as a message names it.
    ///   - part: appends the next character, or what a reference stands for, to `scratch`.
    mutating func quoted(
        _ owner: (XMLReader) -> String, part: (inout XMLReader) throws(XMLError) -> Void
    ) throws(XMLError) -> [UInt8] {
        let quote = bytes[position]
        let start = position
        position += 1
        scratch.removeAll(keepingCapacity: true)
        while true {
            guard position < bytes.count else {
                throw failure("the value of \(owner(self)) has no closing quote", at: start)
            }
            if bytes[position] == quote { break }
            try part(&self)
        }
        position += 1
        return scratch
    }

    /// Appends the next character of an attribute's value, or what a reference stands for.
    mutating func valuePart() throws(XMLError) {
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "&"): if let entity = try reference() { try value(of: entity) }
        case 0x09, 0x0A, 0x0D:
            // A line break of two characters becomes one space; in an entity they are characters of their own.
            if byte == 0x0D, !isInEntity, position + 1 < bytes.count, bytes[position + 1] == 0x0A { position += 1 }
            scratch.append(0x20)
            position += 1
        default:
            try checkCharacter()
            scratch.append(byte)
            position += 1
        }
    }

    /// Declares the prefixes in the attributes of one element; returns them.
    mutating func declareNamespaces(of attributes: [Attribute]) throws(XMLError) -> [String] {
        var declared: [String] = []
        for attribute in attributes {
            let name = bytes[attribute.name]
            guard name.starts(with: "xmlns".utf8) else { continue }
            let prefix: String
            if name.count == 5 {
                prefix = ""
            } else if name.starts(with: "xmlns:".utf8) {
                prefix = String(decoding: name.dropFirst(6), as: UTF8.self)
            } else {
                continue
            }
            guard prefix.isEmpty || !attribute.value.isEmpty else {
                throw failure("the prefix `\(prefix)` is declared as nothing", at: attribute.name.lowerBound)
            }
            guard attribute.value.count <= XMLTree.nameLimit else {
                throw failure("a namespace is longer than \(XMLTree.nameLimit) bytes", at: attribute.name.lowerBound)
            }
            let namespace = String(decoding: attribute.value, as: UTF8.self)
            scopes[TextKey(prefix), default: []].append(namespace)
            builder.declare(prefix: prefix, namespace: namespace)
            declared.append(prefix)
        }
        return declared
    }

    /// Adds attributes, except for namespace declarations.
    mutating func add(_ attributes: [Attribute]) throws(XMLError) {
        var seen: Set<Int32> = []
        var declarations: Set<ArraySlice<UInt8>> = []
        for attribute in attributes {
            let name = bytes[attribute.name]
            if name.elementsEqual("xmlns".utf8) || name.starts(with: "xmlns:".utf8) {
                guard declarations.insert(name).inserted else { throw repeated(attribute) }
                continue
            }
            let number = try number(of: attribute.name, isAttribute: true)
            guard seen.insert(builder.expandedName(of: number)).inserted else { throw repeated(attribute) }
            try builder.attribute(number, attribute.value)
        }
    }

    private func repeated(_ attribute: Attribute) -> XMLError {
        failure("the attribute `\(written(attribute.name))` stands twice in one tag", at: attribute.name.lowerBound)
    }

    mutating func number(of name: Range<Int>, isAttribute: Bool) throws(XMLError) -> Int32 {
        let colon = bytes[name].firstIndex(of: UInt8(ascii: ":"))
        let prefix = colon.map { String(decoding: bytes[name.lowerBound..<$0], as: UTF8.self) } ?? ""
        let local = String(decoding: bytes[(colon.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound], as: UTF8.self)
        var namespace = ""
        if !prefix.isEmpty || !isAttribute {
            let known = scopes[TextKey(prefix)]?.last
            guard known != nil || prefix.isEmpty else {
                throw failure("the prefix `\(prefix)` of `\(written(name))` is not declared", at: name.lowerBound)
            }
            namespace = known ?? ""
        }
        return builder.number(prefix: prefix, local: local, namespace: namespace)
    }
}
