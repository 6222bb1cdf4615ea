package import BatonCEL
package import BatonJSON

/// A piece of a secret value, by how it can be kept out of what a run shows.
package enum SecretPart: Sendable, Equatable {
    /// Looked for in every output from now on, in every form.
    case text(String)
    case bytes([UInt8])
    /// A number or a moment, as it is written: it means something else in other places, so only the step that uses it
    /// hides it.
    case number(String)
    /// `true`, `false` or `null`, which half of all texts hold.
    case word(String)
}

extension CELValue {
    /// Visits every piece of a secret; keys of maps only where they are secret themselves, and of an object that is
    /// secret in part only these parts.
    package func forEachSecretPart(_ visit: (SecretPart) -> Void) {
        forEachPart(ofWhole: isTainted, visit)
    }

    /// - Parameter isWhole: whether all of it is secret, and not only what is tainted in it.
    private func forEachPart(ofWhole isWhole: Bool, _ visit: (SecretPart) -> Void) {
        switch kind {
        case .string(let text): visit(.text(text))
        case .bytes(let bytes): visit(.bytes(bytes))
        case .list(let items):
            for item in items where isWhole || item.holdsTaint {
                item.forEachPart(ofWhole: isWhole || item.isTainted, visit)
            }
        case .map(let map):
            for entry in map.entries {
                if entry.key.isTainted { entry.key.forEachPart(ofWhole: true, visit) }
                guard isWhole || entry.value.holdsTaint else { continue }
                entry.value.forEachPart(ofWhole: isWhole || entry.value.isTainted, visit)
            }
        case .jsonArray(let items): for item in items { item.forEachSecretPart(visit) }
        case .jsonObject(let object): JSONValue.object(object).forEachSecretPart(visit)
        case .optional(let optional):
            optional.value.map { $0.forEachPart(ofWhole: isWhole || $0.isTainted, visit) }
        case .null: visit(.word("null"))
        case .bool(let flag): visit(.word(flag ? "true" : "false"))
        case .int, .uint, .double, .number, .timestamp, .duration:
            if let text = try? templateText() { visit(.number(text)) }
        case .native(let native): (try? native.plainValue())?.forEachPart(ofWhole: isWhole, visit)
        case .type: break
        }
    }

    /// Whether the text that it has in templates is looked for in every output, being a text and no short one.
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
    /// In characters.
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
