extension Language {
    /// One key, or one operator, of the language: its name, what may stand behind it, and what is said of it.
    ///
    /// A key is known by its declaration. Two declarations are two keys, also where both have one name, unless one restates
    /// the other.
    package final class Key: Sendable, Equatable {
        package let name: String
        package let shape: Shape
        /// One sentence for the reference.
        package let sentence: String
        /// Whether `null` takes away what a weaker place says.
        package let isRemovable: Bool
        /// The kinds of value that it takes where its shape leaves that open; empty for all. Only a help for editors: what
        /// is not here, the loader says.
        let kinds: [Kind]
        /// What other tools call the key.
        package let foreign: [String]
        private let content: @Sendable () -> Content?
        private let variants: @Sendable () -> [Variant]
        /// One for each declaration; a key that restates another has its.
        private let declaration: Declaration

        private final class Declaration: Sendable {}

        /// What tells keys apart, without taking them up.
        var identity: ObjectIdentifier { ObjectIdentifier(declaration) }

        /// What a key holds where another key stands beside it: `expect` beside `exec`.
        package struct Variant: Sendable {
            package let sibling: Key
            package let content: Content

            init(beside sibling: Key, _ content: Content) {
                self.sibling = sibling
                self.content = content
            }
        }

        /// - Parameters:
        ///   - holds: the map of the language that stands behind the key, or maps that stand in what does. Where the key
        ///     takes something shorter as well, such as a path for `{ path, offset, length }`, this is about its maps.
        ///   - variants: what it holds instead beside other keys.
        convenience init(
            _ name: String, _ shape: Shape, _ sentence: String, isRemovable: Bool = false,
            holds content: @autoclosure @escaping @Sendable () -> Content? = nil,
            variants: @autoclosure @escaping @Sendable () -> [Variant] = [],
            kinds: [Kind] = [], foreign: [String] = []
        ) {
            self.init(name, shape, sentence, isRemovable, content, variants, kinds, foreign, Declaration())
        }

        private init(
            _ name: String, _ shape: Shape, _ sentence: String, _ isRemovable: Bool,
            _ content: @escaping @Sendable () -> Content?, _ variants: @escaping @Sendable () -> [Variant],
            _ kinds: [Kind], _ foreign: [String], _ declaration: Declaration
        ) {
            self.name = name
            self.shape = shape
            self.sentence = sentence
            self.isRemovable = isRemovable
            self.content = content
            self.variants = variants
            self.kinds = kinds
            self.foreign = foreign
            self.declaration = declaration
        }

        /// The same key as another map has it, for the same readers: `headers` of `defaults`, for `headers` of a step.
        func restated(
            _ shape: Shape, _ sentence: String, isRemovable: Bool = false,
            holds content: @autoclosure @escaping @Sendable () -> Content? = nil,
            kinds: [Kind] = [], foreign: [String] = []
        ) -> Key {
            Key(name, shape, sentence, isRemovable, content, { [] }, kinds, foreign, declaration)
        }

        package static func == (left: Key, right: Key) -> Bool {
            left.identity == right.identity
        }

        /// What the value holds, where that is a map of the language or holds some.
        ///
        /// - Parameter siblings: the keys beside it.
        package func content(beside siblings: [String] = []) -> Content? {
            variants().first { siblings.contains($0.sibling.name) }?.content ?? content()
        }

        /// The siblings beside which the key holds something else, with what that is.
        package var contentVariants: [Variant] { variants() }

        /// Everything that the value may hold.
        var contents: [Content] { [content()].compactMap { $0 } + variants().map(\.content) }
    }

    /// What stands behind a key.
    package enum Content: Sendable {
        case one(Map)
        /// The values of a map with names of the user's own.
        case each(Map)
        case list(Map)

        package var map: Map {
            switch self {
            case .one(let map), .each(let map), .list(let map): map
            }
        }
    }
}

extension Language {
    /// Some keys, to ask whether one is among them.
    struct KeySet: Sendable, ExpressibleByArrayLiteral {
        private let identities: [ObjectIdentifier]

        init(_ keys: [Key]) {
            identities = keys.map(\.identity)
        }

        init(arrayLiteral keys: Key...) { self.init(keys) }

        private init(identities: [ObjectIdentifier]) {
            self.identities = identities
        }

        func contains(_ key: Key) -> Bool { identities.contains(key.identity) }

        /// False for nil.
        func contains(_ key: Key?) -> Bool { if let key { contains(key) } else { false } }

        func contains(_ identity: ObjectIdentifier) -> Bool { identities.contains(identity) }

        static func + (left: KeySet, right: KeySet) -> KeySet {
            KeySet(identities: left.identities + right.identities)
        }
    }
}
