/// Maps each byte of a scalar's content to its place in the file, across quoting, folding and escapes.
///
/// Stored as a sorted list of anchors; between two anchors content and file advance byte by byte.
package struct SourceMap: Sendable {
    package struct Anchor: Sendable, Equatable {
        package var content: Int
        package var source: Int

        package init(content: Int, source: Int) {
            self.content = content
            self.source = source
        }
    }

    package let file: SourceFile
    private let anchors: [Anchor]
    /// The offset in the content at which this map begins: a part of a scalar has offsets of its own.
    private let shift: Int

    package init(file: SourceFile, anchors: [Anchor]) {
        self.init(file: file, anchors: anchors, shift: 0)
    }

    private init(file: SourceFile, anchors: [Anchor], shift: Int) {
        self.file = file
        self.anchors = anchors.isEmpty ? [Anchor(content: 0, source: 0)] : anchors
        self.shift = shift
    }

    /// The map of the content from `offset` on.
    package func dropping(_ offset: Int) -> SourceMap {
        SourceMap(file: file, anchors: anchors, shift: shift + offset)
    }

    package func offset(of contentOffset: Int) -> Int {
        let target = contentOffset + shift
        var low = 0
        var high = anchors.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if anchors[middle].content <= target { low = middle } else { high = middle }
        }
        return min(anchors[low].source + max(0, target - anchors[low].content), file.bytes.count)
    }

    /// The range of the file that produced a range of the content. The end is mapped from the last byte, so that a
    /// range never includes the escape or line break that follows it.
    package func range(_ content: Range<Int>) -> SourceRange {
        let lower = offset(of: content.lowerBound)
        let upper = content.isEmpty ? lower : max(lower, offset(of: content.upperBound - 1) + 1)
        return SourceRange(file: file, lower..<upper)
    }
}

/// A text whose bytes stand elsewhere in a file: the map is computed at each call.
package protocol SourceMapped: Sendable {
    var sourceMap: SourceMap { get }
}

/// A place inside a text of a file. The map from content to file is made on first use.
package struct TextPlace: Sendable {
    private enum Source {
        /// The content stands in the file byte for byte, which needs no map.
        case file(SourceFile)
        case mapped(any SourceMapped)
    }

    private let source: Source
    /// The start of the text in UTF-8 bytes, in the file or in the mapped content.
    private let offset: Int

    package init(in file: SourceFile, from offset: Int) { self.init(.file(file), offset) }

    package init(_ text: any SourceMapped) { self.init(.mapped(text), 0) }

    private init(_ source: Source, _ offset: Int) {
        self.source = source
        self.offset = offset
    }

    package func range(_ content: Range<Int>) -> SourceRange {
        switch source {
        case .file(let file): SourceRange(file: file, offset + content.lowerBound..<offset + content.upperBound)
        case .mapped(let text): text.sourceMap.dropping(offset).range(content)
        }
    }

    package func dropping(_ count: Int) -> TextPlace { TextPlace(source, offset + count) }
}
