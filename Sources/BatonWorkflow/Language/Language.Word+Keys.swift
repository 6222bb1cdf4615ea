import BatonDiagnostics
import BatonYAML

extension Language.Word {
    /// The word that a key is; nil for what is none.
    @inline(__always)
    init?(_ entry: YAMLEntry) {
        let number = Int(entry.keyNumber)
        guard let word = number == 0 ? Self(unnumbered: entry) : Self(number: number - Self.firstNumber) else {
            return nil
        }
        self = word
    }

    /// The word that the key of that entry is, as it is asked of every entry where one is looked for.
    @inline(__always)
    init?(keyOf entries: YAMLEntries, at index: Int) {
        let number = Int(entries.keyNumber(at: index))
        guard let word = number == 0 ? Self(unnumbered: entries[index]) : Self(number: number - Self.firstNumber)
        else { return nil }
        self = word
    }

    /// The word of a key that has no number.
    @inline(never)
    private init?(unnumbered entry: YAMLEntry) {
        guard let word = entry.withKeyBytes({ Self($0) }) else { return nil }
        self = word
    }

    /// What a key is numbered with that is no word.
    private static var noNumber: UInt16 { 1 }
    private static var firstNumber: Int { 2 }

    /// The number of a key for `YAMLComposer`: each word is looked up once, however often its map is looked at.
    fileprivate static func keyNumber(_ key: UnsafeBufferPointer<UInt8>) -> UInt16 {
        Self(key)?.keyNumber ?? noNumber
    }

    /// The number of keys that are this word, where keys have numbers.
    @inline(__always) var keyNumber: UInt16 { UInt16(truncatingIfNeeded: number + Self.firstNumber) }
}

extension Language {
    /// The tree of a file of the language.
    static func compose(_ file: SourceFile, into sink: DiagnosticSink) -> YAMLNode? {
        YAMLComposer.compose(file, into: sink, numbering: Word.keyNumber)
    }
}
