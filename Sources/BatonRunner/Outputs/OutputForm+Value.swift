import BatonCEL
import BatonJSON
import BatonValues

extension OutputForm {
    /// The value that the output had, with the same parts secret; nil where the form contradicts itself.
    var celValue: CELValue? {
        var reader = Reader(self)
        guard let value = reader.value(value, at: "", isCovered: false), reader.isWhole else { return nil }
        return value.measured
    }

    private struct Reader {
        private var secret: Set<TextKey>
        private var types: [TextKey: JSONlessType]
        /// The pointers of all parts that hold a secret part, or one with a type of its own.
        private var inner: Set<TextKey> = []

        init(_ form: OutputForm) {
            secret = Set(form.secret.map { TextKey($0) })
            types = Dictionary(form.types.map { (TextKey($0.pointer), $0.type) }) { first, _ in first }
            for pointer in form.secret + form.types.map(\.pointer) {
                var rest = pointer[...]
                while let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")) {
                    rest = rest[..<slash]
                    if !inner.insert(TextKey(String(rest))).inserted { break }
                }
            }
        }

        /// Whether every pointer has led to a part.
        var isWhole: Bool { secret.isEmpty && types.isEmpty }

        mutating func value(_ json: JSONValue, at pointer: String, isCovered: Bool) -> CELValue? {
            let key = TextKey(pointer)
            let isSecret = secret.remove(key) != nil || isCovered
            let type = types.removeValue(forKey: key)
            guard inner.contains(key) || type != nil else { return CELValue(json: json, isTainted: isSecret) }
            let plain: CELValue? =
                switch (type, json) {
                case (nil, .array(let elements)):
                    parts(elements, at: pointer, isSecret).map(CELValue.list)
                case (nil, .object(let object)): map(object, at: pointer, isSecret)
                case (.map, .array(let pairs)): map(pairs, at: pointer, isSecret)
                case (.optional, .array(let elements)) where elements.count <= 1:
                    parts(elements, at: pointer, isSecret).map { CELValue.optional($0.first) }
                case (let type?, _): Self.scalar(json, type)
                case (nil, _): nil
                }
            return plain?.tainted(isSecret)
        }

        private mutating func parts(_ elements: [JSONValue], at pointer: String, _ isSecret: Bool) -> [CELValue]? {
            var values: [CELValue] = []
            values.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                guard let value = value(element, at: "\(pointer)/\(index)", isCovered: isSecret) else { return nil }
                values.append(value)
            }
            return values
        }

        private mutating func map(_ object: JSONObject, at pointer: String, _ isSecret: Bool) -> CELValue? {
            var map = CELMap()
            for member in object.members {
                let part = "\(pointer)/\(OutputForm.escaped(member.name))"
                guard let value = value(member.value, at: part, isCovered: isSecret),
                    map.insert(.string(member.name), value)
                else { return nil }
            }
            return .mapOfParts(map)
        }

        private mutating func map(_ pairs: [JSONValue], at pointer: String, _ isSecret: Bool) -> CELValue? {
            var map = CELMap()
            for (index, pair) in pairs.enumerated() {
                guard let pair = pair.arrayValue, pair.count == 2,
                    // As in every map, the keys of a secret one are no secrets themselves.
                    let key = value(pair[0], at: "\(pointer)/\(index)/0", isCovered: false),
                    let value = value(pair[1], at: "\(pointer)/\(index)/1", isCovered: isSecret),
                    map.insert(key, value)
                else { return nil }
            }
            return .mapOfParts(map)
        }

        private static func scalar(_ json: JSONValue, _ type: JSONlessType) -> CELValue? {
            switch (type, json) {
            case (.uint, .number(let number)): number.uint.map(CELValue.uint)
            case (.double, .number(let number)): .double(number.double)
            case (.bytes, .string(let text)): Base64.decode(text).map(CELValue.bytes)
            case (.timestamp, .string(let text)): Timestamp(rfc3339: text).map(CELValue.timestamp)
            case (.duration, .string(let text)): DurationText.parse(text).map(CELValue.duration)
            default: nil
            }
        }
    }
}
