package import BatonDiagnostics
package import BatonYAML

/// A place inside a scalar: the map from content to file is made only when somebody asks.
package struct ScalarPlace: Sendable {
    private enum Source {
        /// The content stands in the file byte for byte, which needs no map and keeps no node alive.
        case file(SourceFile)
        case node(YAMLNode)
    }

    private let source: Source
    /// Where the text in question begins, in UTF-8 bytes: in the file, or in the scalar's content.
    private let offset: Int

    package init(node: YAMLNode) {
        if let start = node.contentStart {
            self.init(.file(node.range.file), start)
        } else {
            self.init(.node(node), 0)
        }
    }

    private init(_ source: Source, _ offset: Int) {
        self.source = source
        self.offset = offset
    }

    package func range(_ content: Range<Int>) -> SourceRange {
        switch source {
        case .file(let file): SourceRange(file: file, offset + content.lowerBound..<offset + content.upperBound)
        case .node(let node): node.sourceMap.dropping(offset).range(content)
        }
    }

    func dropping(_ count: Int) -> ScalarPlace { ScalarPlace(source, offset + count) }
}

extension YAMLNode {
    /// Where in the file the content of a scalar begins that stands there byte for byte; nil for any other.
    ///
    /// Folding and doubled quotes only ever make a content shorter than what is written, so that equal lengths are equal
    /// bytes; what a backslash may do is not looked into.
    fileprivate var contentStart: Int? {
        guard let scalar else { return nil }
        let written = range.upper - range.lower
        switch style {
        case .plain: return scalar.text.utf8.count == written ? range.lower : nil
        case .singleQuoted: return scalar.text.utf8.count == written - 2 ? range.lower + 1 : nil
        case .doubleQuoted:
            let isEscaped = range.file.bytes[range.lower..<range.upper].contains(UInt8(ascii: "\\"))
            return !isEscaped && scalar.text.utf8.count == written - 2 ? range.lower + 1 : nil
        case .literal, .folded, .block, .flow: return nil
        }
    }
}
