/// Parsing of the content between tags, and before the first tag.
extension XMLReader {
    /// Parses content up to the next `<`.
    mutating func content() throws(XMLError) {
        scratch.removeAll(keepingCapacity: true)
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
            switch bytes[position] {
            case UInt8(ascii: "&"):
                guard let entity = try reference() else { break }
                try builder.text(scratch)
                try content(of: entity)
                scratch.removeAll(keepingCapacity: true)
            case UInt8(ascii: "]") where follows("]]>"): throw failure("`]]>` in text must be written `]]&gt;`")
            default:
                try checkCharacter()
                appendNormalized()
            }
        }
        try builder.text(scratch)
    }

    /// Adds text without references.
    mutating func text(_ range: Range<Int>) throws(XMLError) {
        let end = position
        scratch.removeAll(keepingCapacity: true)
        position = range.lowerBound
        while position < range.upperBound {
            try checkCharacter()
            appendNormalized()
        }
        position = end
        try builder.text(scratch)
    }

    /// Appends a line feed for any kind of line break. Those of an entity were normalised when it was declared.
    mutating func appendNormalized() {
        let byte = bytes[position]
        position += 1
        if byte == 0x0D, !isInEntity {
            if position < bytes.count, bytes[position] == 0x0A { position += 1 }
            scratch.append(0x0A)
        } else {
            scratch.append(byte)
        }
    }

    /// The offset behind the `;` of the reference that begins here.
    func referenceEnd() throws(XMLError) -> Int {
        let start = position + 1
        let length =
            follows("&#")
            ? bytes[start...].prefix(32).prefix { $0 != UInt8(ascii: ";") }.count
            : XMLBytes.nameLength(in: bytes, at: start)
        let end = start + length
        guard length > 0, length <= XMLTree.nameLimit, end < bytes.count, bytes[end] == UInt8(ascii: ";") else {
            throw failure("`&` in a text must be written `&amp;`")
        }
        return end + 1
    }

    /// Appends the character of `&amp;`, `&#10;` or `&#xA;` to `scratch`.
    ///
    /// - Returns: the name of another entity, to which nothing was appended; nil for a character.
    mutating func reference() throws(XMLError) -> String? {
        let start = position
        position = try referenceEnd()
        let text = String(decoding: bytes[start + 1..<position - 1], as: UTF8.self)
        switch text {
        case "amp": scratch.append(UInt8(ascii: "&"))
        case "lt": scratch.append(UInt8(ascii: "<"))
        case "gt": scratch.append(UInt8(ascii: ">"))
        case "quot": scratch.append(UInt8(ascii: "\""))
        case "apos": scratch.append(UInt8(ascii: "'"))
        default:
            guard text.first == "#" else { return text }
            let isHexadecimal = text.dropFirst().first == "x"
            let digits = text.dropFirst(isHexadecimal ? 2 : 1)
            guard digits.first != "+", let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
                XMLBytes.isCharacter(value), let scalar = Unicode.Scalar(value)
            else { throw failure("`&\(text);` is no character of XML", at: start) }
            scratch.append(contentsOf: String(Character(scalar)).utf8)
        }
        return nil
    }

    mutating func comment() throws(XMLError) {
        let start = position + 4
        position = start
        try skip(to: "--", of: "the comment", from: start - 4)
        guard take(">") else { throw failure("`--` may not stand in a comment", at: position - 2) }
        try builder.comment(bytes[start..<position - 3])
    }

    mutating func instruction() throws(XMLError) {
        let start = position
        position += 2
        let name = try qualifiedName("the name of a processing instruction")
        guard written(name).lowercased() != "xml" else {
            throw failure("the XML declaration stands only at the very beginning", at: start)
        }
        skipBlanks()
        let content = position
        try skip(to: "?>", of: "the processing instruction", from: start)
        let number = builder.number(prefix: "", local: written(name), namespace: "")
        try builder.instruction(number, bytes[content..<max(content, position - 2)])
    }

    /// Reads the entities of a document type, and skips its other declarations, which serve validation. Throws for
    /// `%name;`, which would bring declarations from elsewhere.
    mutating func documentType() throws(XMLError) {
        let start = position
        position += 9
        var isInside = false
        while position < bytes.count {
            if follows("<!--") {
                try skip(to: "-->", of: "the comment")
            } else if follows("<?") {
                try skip(to: "?>", of: "the processing instruction")
            } else if follows("<!ENTITY") {
                try entityDeclaration()
            } else if isInside, bytes[position] == UInt8(ascii: "%"),
                XMLBytes.nameLength(in: bytes, at: position + 1) > 0
            {
                throw failure("the document type takes declarations from an entity (`%…;`), which are not read")
            } else {
                switch bytes[position] {
                case UInt8(ascii: "\""): try skip(to: "\"", of: "the text", from: position, behind: 1)
                case UInt8(ascii: "'"): try skip(to: "'", of: "the text", from: position, behind: 1)
                case UInt8(ascii: "["):
                    isInside = true
                    position += 1
                case UInt8(ascii: "]"):
                    isInside = false
                    position += 1
                case UInt8(ascii: ">"):
                    position += 1
                    if !isInside { return }
                default: position += 1
                }
            }
        }
        throw failure("`<!DOCTYPE` has no `>`", at: start)
    }
}
