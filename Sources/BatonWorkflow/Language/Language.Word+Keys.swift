import BatonDiagnostics
import BatonYAML

extension Language.Word {
    /// The word that a key is; nil for what is none.
    @inline(__always)
    init?(_ entry: YAMLEntry) {
        let number = Int(entry.keyNumber)
        if number == 0 {
            guard let word = entry.withKeyBytes({ Self($0) }) else { return nil }
            self = word
        } else {
            guard let word = Self(number: number - Self.firstNumber) else { return nil }
            self = word
        }
    }

    /// What a key is numbered with that is no word.
    private static var noNumber: UInt16 { 1 }
    private static var firstNumber: Int { 2 }

    /// The number of a key for `YAMLComposer`: each word is looked up once, however often its map is looked at.
    fileprivate static func keyNumber(_ key: UnsafeBufferPointer<UInt8>) -> UInt16 {
        Self(key).map { UInt16($0.number + firstNumber) } ?? noNumber
    }
}

extension Language {
    /// The tree of a file of the language.
    static func compose(_ file: SourceFile, into sink: DiagnosticSink) -> YAMLNode? {
        YAMLComposer.compose(file, into: sink, numbering: Word.keyNumber)
    }
}
