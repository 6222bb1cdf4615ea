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
    private var nodes = 0
    /// libyaml allows keys of 1024 code points.
    static let longestKey = 1000

    private init(_ file: SourceFile, _ text: TextBytes, _ limits: YAMLLimits) {
        self.file = file
        self.text = text
        self.limits = limits
    }

    /// The root of a file whose text has been checked and has neither tabs nor carriage returns; nil for a file that
    /// libyaml must read.
    static func read(_ file: SourceFile, _ limits: YAMLLimits) -> YAMLNode? {
        file.bytes.withUnsafeBufferPointer { bytes in
            var reader = DirectReader(file, TextBytes(bytes), limits)
            return reader.document()
        }
    }

    private mutating func document() -> YAMLNode? {
        // A byte order mark.
        if text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { return nil }
        do throws(GivesUp) {
            try skip()
            let root = try blockCollection(depth: 0)
            return at == text.count ? root : nil
        } catch {
            return nil
        }
    }

    // MARK: Nodes

    mutating func count() throws(GivesUp) {
        nodes += 1
        if nodes > limits.nodes { throw GivesUp() }
    }

    mutating func collection(
        _ range: Range<Int>, _ kind: YAMLNode.Kind, _ style: YAMLNode.Style
    ) throws(GivesUp) -> YAMLNode {
        try count()
        return YAMLNode(range: SourceRange(file: file, range), kind: kind, style: style)
    }

    mutating func node(_ scalar: Scalar, indent: Int) throws(GivesUp) -> YAMLNode {
        try count()
        return YAMLNode(
            range: SourceRange(file: file, scalar.range), kind: .scalar(scalar.contents), style: scalar.style,
            parentIndent: indent)
    }

    /// An entry whose key can be kept as it is.
    mutating func entry(_ key: Scalar, _ value: YAMLNode, indent: Int) throws(GivesUp) -> YAMLEntry {
        if key.contents.isPlain, key.contents.text == "<<" { throw GivesUp() }
        try count()
        return YAMLEntry(
            keyText: key.contents.text, type: key.contents.type, style: key.style, range: key.range, indent: indent,
            value: value)
    }

    func checkDepth(_ depth: Int) throws(GivesUp) {
        if depth >= limits.depth { throw GivesUp() }
    }

    // MARK: Lines

    /// The column of what is read next; -1 at the end of the file, which so ends every collection.
    var column: Int { at < text.count ? at - lineStart : -1 }

    mutating func skipSpaces() {
        while text[at] == UInt8(ascii: " ") { at += 1 }
    }

    /// Passes over spaces, comments and line breaks to the next contents, or to the end of the file.
    mutating func skip() throws(GivesUp) {
        while true {
            switch text[at] {
            case UInt8(ascii: " "):
                at += 1
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
    func isBlank(_ offset: Int) -> Bool { text[offset] <= UInt8(ascii: " ") }
}
