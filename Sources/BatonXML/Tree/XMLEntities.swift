import BatonValues

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
    mutating func begin(_ name: String) throws(Refusal) -> [UInt8] {
        let key = TextKey(name)
        guard let declaration = declared[key] else {
            throw Refusal("the entity `&\(name);` is not known: XML has `amp`, `lt`, `gt`, `quot`, `apos`")
        }
        guard case .text(let text) = declaration else {
            throw Refusal("the entity `&\(name);` stands in another file, and no document makes Baton read one")
        }
        guard !open.contains(key) else { throw Refusal("the entity `&\(name);` contains itself") }
        guard open.count < Self.depthLimit else {
            throw Refusal("more than \(Self.depthLimit) entities stand within each other")
        }
        // An empty text counts too, so that the number of references is bounded.
        bytes += text.count + 1
        guard bytes <= limit else { throw Refusal("its entities stand for more than \(limit) bytes") }
        open.append(key)
        return text
    }

    mutating func end() { open.removeLast() }

    struct Refusal: Error {
        let message: String

        init(_ message: String) { self.message = message }
    }
}
