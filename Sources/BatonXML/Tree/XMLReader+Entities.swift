import BatonValues

/// Declarations of entities, and the texts that stand for references to them.
extension XMLReader {
    /// Reads `<!ENTITY name "value">`; the position is at its beginning.
    ///
    /// What another file holds is declared as such: only a reference to it is an error. Entities of the document type
    /// itself, `%name;`, are never referred to, so that their declarations are skipped.
    mutating func entityDeclaration() throws(XMLError) {
        let start = position
        position += 8
        skipBlanks()
        let isParameter = take("%")
        if isParameter { skipBlanks() }
        let length = XMLBytes.nameLength(in: bytes, at: position)
        guard length > 0, length <= XMLTree.nameLimit else {
            throw failure("expected the name of an entity, found \(found)")
        }
        let name = String(decoding: bytes[position..<position + length], as: UTF8.self)
        position += length
        skipBlanks()
        var declaration = XMLEntities.Declaration.elsewhere
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") {
            declaration = .text(try entityValue(of: name))
        } else {
            guard follows("SYSTEM") || follows("PUBLIC") else { throw failure("the entity `\(name)` has no value") }
        }
        while !take(">") {
            guard position < bytes.count else { throw failure("`<!ENTITY` has no `>`", at: start) }
            switch bytes[position] {
            case UInt8(ascii: "\""): try skip(to: "\"", of: "the text", from: position, behind: 1)
            case UInt8(ascii: "'"): try skip(to: "'", of: "the text", from: position, behind: 1)
            default: position += 1
            }
        }
        if !isParameter { entities.declare(name, declaration) }
    }

    /// The replacement text of an entity (XML 1.0, 4.5): references to characters are replaced, those to entities are
    /// kept until the entity is used.
    private mutating func entityValue(of name: String) throws(XMLError) -> [UInt8] {
        try quoted { _ in
            "the entity `\(name)`"
        } part: { reader throws(XMLError) in
            switch reader.bytes[reader.position] {
            case UInt8(ascii: "%"):
                throw reader.failure("`%` in the value of the entity `\(name)` must be written `&#37;`")
            case UInt8(ascii: "&") where !reader.follows("&#"):
                let end = try reader.referenceEnd()
                reader.scratch.append(contentsOf: reader.bytes[reader.position..<end])
                reader.position = end
            case UInt8(ascii: "&"): _ = try reader.reference()
            default:
                try reader.checkCharacter()
                reader.appendNormalized()
            }
        }
    }

    /// Reads the text of an entity as content of the open element: what begins in an entity ends in it.
    mutating func content(of entity: String) throws(XMLError) {
        let outer = try enter(entity)
        while position < bytes.count { try node() }
        guard elementCount == innermostEntity.elements else {
            throw failure("`<\(written(lastName))>` begins in the entity `&\(entity);` and does not end in it")
        }
        leave(to: outer)
    }

    /// Appends the text of an entity in the value of an attribute.
    mutating func value(of entity: String) throws(XMLError) {
        let outer = try enter(entity)
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "<") {
                throw failure("the entity `&\(entity);` holds `<`, which the value of an attribute may not")
            }
            try valuePart()
        }
        leave(to: outer)
    }

    /// What the reader goes on with behind an entity.
    struct Outer {
        fileprivate let bytes: [UInt8]
        fileprivate let position: Int
        fileprivate let entity: InnermostEntity
    }

    /// The entity that is being read.
    struct InnermostEntity {
        /// Number of elements that were open where it began; the document itself begins with none.
        var elements = 0
        /// The document and the place of the outermost reference, for the line of a mistake; nil in the document itself.
        fileprivate var reference: (bytes: [UInt8], place: Int)?

        var place: (bytes: [UInt8], place: Int)? { reference }
    }

    var isInEntity: Bool { innermostEntity.place != nil }

    private mutating func enter(_ entity: String) throws(XMLError) -> Outer {
        let text: [UInt8]
        do throws(XMLEntities.EntityError) {
            text = try entities.begin(entity)
        } catch {
            throw failure(error.message)
        }
        let outer = Outer(bytes: bytes, position: position, entity: innermostEntity)
        innermostEntity = InnermostEntity(
            elements: elementCount, reference: innermostEntity.place ?? (bytes, position - 1))
        bytes = text
        position = 0
        return outer
    }

    private mutating func leave(to outer: Outer) {
        entities.end()
        bytes = outer.bytes
        position = outer.position
        innermostEntity = outer.entity
    }
}

/// The entities that a document declares for itself (XML 1.0, 4.2), and how much they have stood for so far.
struct XMLEntities {
    enum Declaration {
        /// The text that stands for a reference; markup in it counts.
        case text([UInt8])
        /// It stands in another file, which is never read.
        case elsewhere
    }

    /// The most entities that stand within each other.
    static let depthLimit = 40

    private var declared: [TextKey: Declaration] = [:]
    /// The entities that are being read, outermost first.
    private var open: [TextKey] = []
    private var bytes = 0
    /// The most bytes that all references together stand for.
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// The first declaration of a name counts.
    mutating func declare(_ name: String, _ declaration: Declaration) {
        if declared[TextKey(name)] == nil { declared[TextKey(name)] = declaration }
    }

    /// Begins an entity.
    ///
    /// - Returns: its text. Throws the reason why it has none or may have none here.
    mutating func begin(_ name: String) throws(EntityError) -> [UInt8] {
        let key = TextKey(name)
        guard let declaration = declared[key] else {
            throw EntityError("the entity `&\(name);` is not known: XML has `amp`, `lt`, `gt`, `quot`, `apos`")
        }
        guard case .text(let text) = declaration else {
            throw EntityError("the entity `&\(name);` stands in another file, and no document makes Baton read one")
        }
        guard !open.contains(key) else { throw EntityError("the entity `&\(name);` contains itself") }
        guard open.count < Self.depthLimit else {
            throw EntityError("more than \(Self.depthLimit) entities stand within each other")
        }
        // An empty text counts too, so that the number of references is bounded.
        bytes += text.count + 1
        guard bytes <= limit else { throw EntityError("its entities stand for more than \(limit) bytes") }
        open.append(key)
        return text
    }

    mutating func end() { open.removeLast() }

    struct EntityError: Error {
        let message: String

        init(_ message: String) { self.message = message }
    }
}
