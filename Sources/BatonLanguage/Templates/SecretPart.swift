package import BatonCEL
package import BatonJSON

/// A piece of a secret value, by the way in which it is masked in the output of a run.
package enum SecretPart: Sendable, Equatable {
    /// Text that is masked in every output from now on, in every form.
    case text(String)
    case bytes([UInt8])
    /// A number, timestamp or duration as written. The same digits may mean something else elsewhere, so that only the
    /// step that uses it masks it.
    case number(String)
    /// `true`, `false` or `null`, which are too common to be masked everywhere.
    case word(String)
}

extension CELValue {
    /// Visits every piece of a secret. Of lists and maps that are only partly secret, only the secret keys and values
    /// are visited: of `{ secrets.PIN: 1 }` not the 1.
    package func forEachSecretPart(_ visit: (SecretPart) -> Void) {
        switch kind {
        case .string(let text): visit(.text(text))
        case .bytes(let bytes): visit(.bytes(bytes))
        case .list(let items): for item in items where item.holdsTaint { item.forEachSecretPart(visit) }
        case .map(let map):
            for entry in map.entries {
                if entry.key.isTainted { entry.key.forEachSecretPart(visit) }
                if entry.value.holdsTaint { entry.value.forEachSecretPart(visit) }
            }
        case .jsonArray(let items): for item in items { item.forEachSecretPart(visit) }
        case .jsonObject(let object): JSONValue.object(object).forEachSecretPart(visit)
        case .optional(let optional):
            optional.value?.forEachSecretPart(visit)
        case .null: visit(.word("null"))
        case .bool(let flag): visit(.word(flag ? "true" : "false"))
        case .int, .uint, .double, .number, .timestamp, .duration:
            if let text = try? templateText() { visit(.number(text)) }
        case .native(let native): (try? native.plainValue())?.tainted(isTainted).forEachSecretPart(visit)
        case .type: break
        }
    }

    /// Whether the text of the value is masked in every output: it is no number, boolean or the like, and not too
    /// short.
    func isSearched(as text: String) -> Bool {
        switch kind {
        case .null, .bool, .int, .uint, .double, .number, .timestamp, .duration, .type: false
        case .optional(let optional): optional.value?.isSearched(as: text) ?? false
        case .string, .bytes, .list, .map, .jsonArray, .jsonObject, .native:
            text.unicodeScalars.count >= SecretPart.shortestSearched
        }
    }
}

extension SecretPart {
    /// The shortest text that is masked in every output, in code points.
    package static let shortestSearched = 4
}

extension JSONValue {
    package func forEachSecretPart(_ visit: (SecretPart) -> Void) {
        switch self {
        case .string(let text): visit(.text(text))
        case .number(let number): visit(.number(number.text))
        case .bool(let flag): visit(.word(flag ? "true" : "false"))
        case .null: visit(.word("null"))
        case .array(let items): for item in items { item.forEachSecretPart(visit) }
        case .object(let object): for member in object.members { member.value.forEachSecretPart(visit) }
        }
    }
}
