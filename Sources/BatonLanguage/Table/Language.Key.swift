extension Language {
    /// A key or an operator of the language, with its name, its value's shape and its description.
    ///
    /// The declaration identifies a key. Two declarations are two keys even if they have the same name, unless one
    /// restates the other.
    package final class Key: Sendable, Equatable {
        package let name: String
        package let shape: Shape
        /// What the key does: the same words in the reference, in schemas and in `baton explain`.
        package let sentence: String
        /// What the value is, where shape, kinds and values do not say it: "path".
        package let takes: String?
        /// What holds without the key: "`30s`", "the folder of the file"; nil where that is plain.
        package let unlessWritten: String?
        /// Whether `null` removes the value that a place of lower precedence gives.
        package let isRemovable: Bool
        /// The kinds of value that the key takes where its shape leaves them open, for editors; empty for all.
        package let kinds: [Kind]
        /// The values that the key takes, where these can be listed.
        package let values: Values?
        /// Whether the key takes nothing but the words of `values`.
        package let isOfWords: Bool
        /// The key with a value that is right: `timeout: 5s`.
        package let example: String
        private let content: @Sendable () -> Content?
        private let variants: @Sendable () -> [Variant]
        /// The declaration; a key that restates another one shares it.
        private let declaration: Declaration
        package let identity: Identity

        /// The identity of a declaration, for comparison without retaining the key.
        package typealias Identity = ObjectIdentifier

        private final class Declaration: Sendable {}

        /// The content of a key beside a certain other key: `expect` beside `exec`.
        package struct Variant: Sendable {
            package let sibling: Key
            package let content: Content

            package init(beside sibling: Key, _ content: Content) {
                self.sibling = sibling
                self.content = content
            }
        }

        /// - Parameters:
        ///   - takes: what the value is; told from shape, kinds and values unless given.
        ///   - holds: the map of the language that is the value of the key, or that the value contains. Where the key
        ///     has a short form as well, such as a path for `{ path, offset, length }`, this is the map of the long
        ///     form.
        ///   - variants: the content beside certain other keys.
        ///   - example: the key with a value that is right; of the shape unless given.
        package convenience init(
            _ name: String, _ shape: Shape, _ sentence: String, takes: String? = nil, unlessWritten: String? = nil,
            isRemovable: Bool = false, holds content: @autoclosure @escaping @Sendable () -> Content? = nil,
            variants: @autoclosure @escaping @Sendable () -> [Variant] = [],
            kinds: [Kind] = [], values: Values? = nil, example: String? = nil
        ) {
            self.init(
                name, shape, sentence, takes, unlessWritten, isRemovable, content, variants, kinds, values,
                example ?? "\(name): \(shape.example)", Declaration())
        }

        private init(
            _ name: String, _ shape: Shape, _ sentence: String, _ takes: String?, _ unlessWritten: String?,
            _ isRemovable: Bool, _ content: @escaping @Sendable () -> Content?,
            _ variants: @escaping @Sendable () -> [Variant],
            _ kinds: [Kind], _ values: Values?, _ example: String, _ declaration: Declaration
        ) {
            self.name = name
            self.shape = shape
            self.sentence = sentence
            self.takes = takes
            self.unlessWritten = unlessWritten
            self.isRemovable = isRemovable
            self.content = content
            self.variants = variants
            self.kinds = kinds
            self.values = values
            isOfWords = values?.isClosed ?? false
            self.example = example
            self.declaration = declaration
            identity = ObjectIdentifier(declaration)
        }

        /// The same key in another map, for the same readers: `headers` of `defaults` restates `headers` of a step.
        package func restated(
            _ shape: Shape, _ sentence: String, takes: String? = nil, unlessWritten: String? = nil,
            isRemovable: Bool = false, holds content: @autoclosure @escaping @Sendable () -> Content? = nil,
            kinds: [Kind] = [], example: String? = nil
        ) -> Key {
            Key(
                name, shape, sentence, takes, unlessWritten, isRemovable, content, { [] }, kinds, values,
                example ?? self.example, declaration)
        }

        package static func == (left: Key, right: Key) -> Bool {
            left.identity == right.identity
        }

        /// The map of the language that the value is or contains; nil where there is none.
        ///
        /// - Parameter siblings: the other keys of the same map.
        package func content(beside siblings: [String] = []) -> Content? {
            variants().first { siblings.contains($0.sibling.name) }?.content ?? content()
        }

        /// The siblings beside which the key has another content, with this content.
        package var contentVariants: [Variant] { variants() }

        /// Every possible content of the value.
        package var contents: [Content] { [content()].compactMap { $0 } + variants().map(\.content) }
    }

    /// The content of a key's value.
    package enum Content: Sendable {
        case one(Map)
        /// A map of the user's names to such maps.
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
    /// A set of keys, searched from front to back.
    package struct KeySet: Sendable, ExpressibleByArrayLiteral {
        private let identities: [Key.Identity]

        package init(_ keys: [Key]) { self.init(keys.map(\.identity)) }

        package init(arrayLiteral keys: Key...) { self.init(keys) }

        package init(_ identities: [Key.Identity]) {
            self.identities = identities
        }

        package func contains(_ key: Key) -> Bool { contains(key.identity) }

        /// Whether the set contains the key; false for nil.
        package func contains(_ key: Key.Identity?) -> Bool { if let key { contains(key) } else { false } }

        package func contains(_ key: Key.Identity) -> Bool { identities.contains(key) }

        package static func + (left: KeySet, right: KeySet) -> KeySet { KeySet(left.identities + right.identities) }
    }
}
