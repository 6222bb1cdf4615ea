package import BatonDiagnostics
package import BatonYAML

/// A place inside a scalar. The map from content to file is made on first use.
package struct ScalarPlace: Sendable {
    private enum Source {
        /// The content stands in the file byte for byte, which needs no map.
        case file(SourceFile)
        indirect case scalar(YAMLScalarPlace)
    }

    private let source: Source
    /// The start of the text in UTF-8 bytes, in the file or in the scalar's content.
    private let offset: Int

    package init(node: YAMLNode) {
        if let start = node.contentStart {
            self.init(.file(node.range.file), start)
        } else {
            self.init(.scalar(node.scalarPlace), 0)
        }
    }

    private init(_ source: Source, _ offset: Int) {
        self.source = source
        self.offset = offset
    }

    package func range(_ content: Range<Int>) -> SourceRange {
        switch source {
        case .file(let file): SourceRange(file: file, offset + content.lowerBound..<offset + content.upperBound)
        case .scalar(let scalar): scalar.sourceMap.dropping(offset).range(content)
        }
    }

    func dropping(_ count: Int) -> ScalarPlace { ScalarPlace(source, offset + count) }
}
