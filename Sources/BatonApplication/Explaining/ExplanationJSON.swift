import BatonJSON
import BatonWorkflow

/// Entries of the reference for other programs: a list with one object for each.
enum ExplanationJSON {
    static func text(of entries: [ReferenceEntry]) -> String {
        JSONWriter.pretty(.array(entries.map(value))) + "\n"
    }

    private static func value(of entry: ReferenceEntry) -> JSONValue {
        var object = JSONObject()
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { object[name] = .string(value) }
        }
        func add(_ name: String, _ values: [String]) {
            if !values.isEmpty { object[name] = .array(values.map(JSONValue.string)) }
        }
        add("word", entry.word)
        add("kind", entry.kind.rawValue)
        add("of", entry.owner)
        add("meaning", entry.meaning)
        add("what_to_do", entry.advice)
        add("call", entry.call)
        add("types", entry.types)
        add("places", entry.places)
        add("value", entry.value)
        add("works_on", entry.fits)
        add("keys", entry.keys)
        add("example", Reference.example(for: entry))
        add("related", entry.related)
        add("elsewhere", entry.foreign)
        add("page", entry.page)
        add("section", entry.section)
        return .object(object)
    }
}
