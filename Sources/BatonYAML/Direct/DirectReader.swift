import BatonDiagnostics

/// Builds the tree of an ordinary file without libyaml, in a fraction of its time; gives up on all others.
///
/// Ordinary are block collections with keys on one line, flow collections, scalars on one line and block scalars without
/// an indentation indicator. Anchors, tags, tabs, directives, several documents, and whatever is or might be a mistake
/// are not: libyaml reads such a file from its start, so that all findings have one source. What is read here is what
/// libyaml would have read, to the byte.
struct DirectReader {
    /// The file is not ordinary, or not sound.
    struct GivesUp: Error {}

    let file: SourceFile
    let text: TextBytes
    let limits: YAMLLimits
    /// What is read next.
    var at = 0
    /// Where the line of `at` begins.
    var lineStart = 0
    private var values: TreeAssembly
    /// libyaml allows keys of 1024 code points.
    static let longestKey = 1000

    private init(_ file: SourceFile, _ text: TextBytes, _ limits: YAMLLimits) {
        self.file = file
        self.text = text
        self.limits = limits
        values = TreeAssembly(file)
    }

    /// The root of a file whose text has been checked and has neither tabs nor carriage returns; nil for a file that
    /// libyaml must read.
    static func read(_ file: SourceFile, _ limits: YAMLLimits, _ numbering: KeyNumbering? = nil) -> YAMLNode? {
        file.bytes.withUnsafeBufferPointer { bytes in
            var reader = DirectReader(file, TextBytes(bytes), limits)
            return reader.document(numbering)
        }
    }

    private mutating func document(_ numbering: KeyNumbering?) -> YAMLNode? {
        // A byte order mark.
        if text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { return nil }
        do throws(GivesUp) {
            try skip()
            let root = try blockCollection(depth: 0)
            return at == text.count ? values.tree(root: root, numbering: numbering) : nil
        } catch {
            return nil
        }
    }

    // MARK: Values

    /// Where the children of a collection that begins now will wait.
    var mark: Int { values.mark }

    /// Adds a child to the collection that is read.
    mutating func add(_ record: YAMLRecord) throws(GivesUp) {
        values.add(record)
        if values.count >= limits.nodes { throw GivesUp() }
    }

    /// Adds a key that can be kept as it is; its value follows.
    mutating func add(key: YAMLRecord, indent: Int) throws(GivesUp) {
        // `<<`, and contents that are not written as they read, are libyaml's.
        let isMerge =
            key.style == .plain && key.count == 2 && text[Int(key.lower)] == UInt8(ascii: "<")
            && text[Int(key.lower) + 1] == UInt8(ascii: "<")
        if isMerge || key.isKept { throw GivesUp() }
        try add(key.indented(indent))
    }

    mutating func sequence(_ range: Range<Int>, _ style: YAMLNode.Style, from mark: Int) -> YAMLRecord {
        YAMLRecord(.sequence, style, range, children: values.close(from: mark))
    }

    /// A mapping whose keys differ.
    mutating func mapping(
        _ range: Range<Int>, _ style: YAMLNode.Style, from mark: Int
    ) throws(GivesUp) -> YAMLRecord {
        if DuplicateKeys.areAny(in: values.children(from: mark), of: text) { throw GivesUp() }
        return YAMLRecord(.mapping, style, range, children: values.close(from: mark))
    }

    /// Keeps contents that do not stand in the file as they read.
    mutating func kept(_ reading: ScalarReading, _ range: Range<Int>, _ style: YAMLNode.Style) -> YAMLRecord {
        let contents = reading.bytes.withUnsafeBufferPointer { values.keep($0) }
        return YAMLRecord(.string, style, range, text: contents, isKept: true)
    }

    func checkDepth(_ depth: Int) throws(GivesUp) {
        if depth >= limits.depth { throw GivesUp() }
    }

    // MARK: Lines

    /// The column of what is read next; -1 at the end of the file, which so ends every collection.
    var column: Int { at < text.count ? at - lineStart : -1 }

    mutating func skipSpaces() {
        var next = at
        while text[next] == UInt8(ascii: " ") { next += 1 }
        at = next
    }

    /// Passes over spaces, comments and line breaks to the next contents, or to the end of the file.
    mutating func skip() throws(GivesUp) {
        while true {
            switch text[at] {
            case UInt8(ascii: " "):
                skipSpaces()
            case UInt8(ascii: "\n"):
                at += 1
                lineStart = at
            case UInt8(ascii: "#"):
                guard at == lineStart || text[at - 1] == UInt8(ascii: " ") else { throw GivesUp() }
                while at < text.count, text[at] != UInt8(ascii: "\n") { at += 1 }
            default:
                if at == lineStart, isMarker { throw GivesUp() }
                return
            }
        }
    }

    /// What follows a value of a block collection: nothing more on its line, and no line that is indented further than
    /// the collection.
    mutating func endValue(indent: Int) throws(GivesUp) {
        skipSpaces()
        guard isLineEnd else { throw GivesUp() }
        try skip()
        guard column <= indent else { throw GivesUp() }
    }

    /// Whether neither a value nor a key follows on the line.
    var isLineEnd: Bool {
        let byte = text[at]
        return byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "#") || byte == 0
    }

    /// `---` or `...`, wherever it may belong.
    private var isMarker: Bool {
        let byte = text[at]
        return (byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")) && text[at + 1] == byte && text[at + 2] == byte
    }

    /// Whether a dash begins an item here.
    var isDash: Bool { text[at] == UInt8(ascii: "-") && isBlank(at + 1) }

    /// Whether a byte separates: a space, a line break, or the end of the file.
    func isBlank(_ offset: Int) -> Bool { text.isBlank(offset) }
}
