package import BatonJSON
import BatonValues

extension CELValue {
    /// The value as JSON: bytes as base64, timestamps in RFC 3339, durations as `0.5s`. An empty
    /// optional leaves out the element or member whose value it is.
    ///
    /// Throws for values without a JSON form: an empty optional, infinities, NaN, types, native objects without a plain
    /// form.
    package func toJSON() throws(CELError) -> JSONValue {
        switch kind {
        case .list, .map, .optional, .native:
            if let excess = CELLimits().excess(of: size) { throw excess }
        default: break
        }
        do throws(CELError) {
            return try plainJSON()
        } catch {
            guard let place = placeWithoutJSON, !place.isEmpty else { throw error }
            var error = error
            error.message = "`$\(place)`: \(error.message)"
            throw error
        }
    }

    /// The place of the first value inside of this one that has no JSON form, as in `.a[0]`; empty for the value itself,
    /// nil where all have one.
    private var placeWithoutJSON: String? {
        switch kind {
        case .list(let elements):
            for (position, element) in elements.enumerated() where !element.isEmptyOptional {
                if let place = element.placeWithoutJSON { return "[\(position)]\(place)" }
            }
            return nil
        case .map(let map):
            for entry in map.entries where !entry.value.isEmptyOptional {
                guard let place = entry.value.placeWithoutJSON else { continue }
                var name = (try? entry.key.templateText()) ?? ""
                return name.withUTF8(CELName.isName) ? ".\(name)\(place)" : "[\(JSONWriter.quote(name))]\(place)"
            }
            return nil
        case .optional(let optional): return optional.value.map(\.placeWithoutJSON) ?? ""
        default: return (try? plainJSON()) == nil ? "" : nil
        }
    }

    /// The value as JSON, without a check of the size of the whole.
    private func plainJSON() throws(CELError) -> JSONValue {
        switch kind {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .int(let value): return .number(JSONNumber(value))
        case .uint(let value): return .number(JSONNumber(value))
        case .double(let value):
            guard let number = JSONNumber(exactly: value) else {
                throw CELError(
                    .type, "\(Self.text(of: value)) cannot be written as JSON, which has no such number")
            }
            return .number(number)
        case .number(let number): return .number(number)
        case .string(let text): return .string(text)
        case .jsonArray(let elements): return .array(elements)
        case .jsonObject(let object): return .object(object)
        case .list(let elements):
            var result: [JSONValue] = []
            result.reserveCapacity(elements.count)
            for element in elements where !element.isEmptyOptional { result.append(try element.plainJSON()) }
            return .array(result)
        case .map(let map):
            var object = JSONObject()
            for entry in map.entries where !entry.value.isEmptyOptional {
                object.append(try entry.key.templateText(), try entry.value.plainJSON())
            }
            return .object(object)
        case .optional(let optional):
            guard let value = optional.value else { throw CELError(.type, "an empty optional has no value") }
            return try value.plainJSON()
        case .bytes, .timestamp, .duration: return .string(try templateText())
        case .type(let type): throw CELError(.type, "the type \(type.text) cannot be written as JSON")
        case .native(let native):
            if let plain = try native.plainValue() { return try plain.plainJSON() }
            let name = native.nativeType.name
            let members = native.nativeType.members.prefix(3).map { "`.\($0.name)`" }
            throw CELError(
                .type, "`\(name)` cannot be written as JSON: it stands for several values, which are read by name",
                help: "name the value that is meant, "
                    + (members.isEmpty ? "as in `\(name).NAME`" : "such as \(members.joined(separator: ", "))"))
        }
    }

    /// The text of the value inside of other text: objects and lists as compact JSON, bytes as base64, timestamps in
    /// RFC 3339, durations as `0.5s`. Throws for null, an empty optional and values without a text.
    package func templateText() throws(CELError) -> String {
        switch kind {
        case .string(let text): return text
        case .int(let value): return String(value)
        case .uint(let value): return String(value)
        case .bool(let value): return value ? "true" : "false"
        case .double(let value): return Self.text(of: value)
        case .number(let number): return number.text
        case .bytes(let bytes): return Base64.encode(bytes)
        case .timestamp(let moment): return moment.rfc3339()
        case .duration(let duration): return DurationText.seconds(duration)
        case .list, .map, .jsonArray, .jsonObject: return try jsonText()
        case .null: throw CELError(.type, "null has no text")
        case .optional(let optional):
            guard let value = optional.value else { throw CELError(.type, "an empty optional has no text") }
            return try value.templateText()
        case .type(let type): return type.text
        case .native(let native):
            if let plain = try native.plainValue() { return try plain.templateText() }
            throw CELError(.type, "`\(native.nativeType.name)` has no text")
        }
    }

    /// The value as compact JSON text.
    package func jsonText() throws(CELError) -> String {
        let limit = CELLimits().madeBytes
        guard let text = JSONWriter.compact(try toJSON(), limit: limit) else {
            throw CELError(.limit, "the value takes more than \(limit >> 20) MB as JSON")
        }
        return text
    }

    /// The text that JSON has for a double, and the words of CEL for infinities and NaN, for which JSON has none.
    static func text(of value: Double) -> String {
        if let number = JSONNumber(exactly: value) { return number.text }
        return value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
    }

    /// The value as written in an expression, cut to about a hundred characters: for messages and explanations.
    package var brief: String {
        var text = ""
        describe(into: &text, limit: 100) { $0 }
        return text
    }

    /// The value as written in an expression, cut to a limit in UTF-8 bytes.
    ///
    /// - Parameter mask: applied to each text before it is cut, because a cut inside of a secret would leave a part of
    ///   it unmasked.
    package func described(limit: Int, mask: (String) -> String) -> String {
        var text = ""
        describe(into: &text, limit: limit, mask)
        return text
    }

    private func describe(into text: inout String, limit: Int, _ mask: (String) -> String) {
        switch kind {
        case .null: text += "null"
        case .string(let value):
            text += Self.quoted(mask(Self.beginning(of: value)), limit: max(0, limit - text.utf8.count))
        case .uint(let value): text += "\(value)u"
        case .double(let value):
            let digits = Self.text(of: value)
            text += digits.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2D } ? digits + ".0" : digits
        case .bytes(let bytes):
            text += "b\"\(mask(Base64.encode(Array(bytes.prefix(Self.readLimit)))).prefix(64))\""
        case .list, .jsonArray:
            text += "["
            for position in 0..<(elementCount ?? 0) {
                if position > 0 { text += ", " }
                guard text.utf8.count < limit else {
                    text += "…"
                    break
                }
                element(at: position)?.describePart(into: &text, limit: limit, mask)
            }
            text += "]"
        case .map, .jsonObject:
            text += "{"
            for (position, entry) in (entries ?? []).prefix(limit).enumerated() {
                if position > 0 { text += ", " }
                guard text.utf8.count < limit else {
                    text += "…"
                    break
                }
                entry.key.describePart(into: &text, limit: limit, mask)
                text += ": "
                entry.value.describePart(into: &text, limit: limit, mask)
            }
            text += "}"
        case .optional(let optional):
            text += "optional("
            optional.value?.describePart(into: &text, limit: limit, mask)
            text += ")"
        case .native(let native): text += "<\(native.nativeType.name)>"
        default: text += (try? templateText()) ?? describedType
        }
    }

    private func describePart(into text: inout String, limit: Int, _ mask: (String) -> String) {
        if isTainted { text += "***" } else { describe(into: &text, limit: limit, mask) }
    }

    /// Maximum number of bytes of one text that are masked; the text that is shown is far shorter.
    private static let readLimit = 48 << 10

    /// The beginning of a long text with an ellipsis, which marks the cut, so that a secret that is cut there is masked
    /// too.
    private static func beginning(of text: String) -> String {
        guard text.utf8.count > readLimit else { return text }
        return String(decoding: Array(text.utf8.prefix(readLimit)), as: UTF8.self) + "…"
    }

    private static func quoted(_ value: String, limit: Int) -> String {
        var shown = value
        if value.utf8.count > limit {
            shown = String(value.unicodeScalars.prefix(limit).map(Character.init)) + "…"
        }
        return JSONWriter.quote(shown)
    }
}
