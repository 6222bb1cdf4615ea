import BatonJSON
import BatonValues

extension JSONSchema.Compiler {
    /// Where a reference leads, and the dynamic anchor that it names; nil after a report.
    mutating func target(
        of reference: String, from resource: Int, at place: Place
    ) -> (place: Place, anchor: String?)? {
        let uri = URIReference(reference).resolved(against: registry.sources[resource].uri)
        guard let found = self.resource(uri.withoutFragment, at: place) else { return nil }
        return self.place(ofFragment: uri.fragment ?? "", in: found, of: place, written: reference)
    }

    mutating func place(
        ofFragment fragment: String, in resource: Int, of place: Place, written: String
    ) -> (place: Place, anchor: String?)? {
        let source = registry.sources[resource]
        let root = registry.source(of: source.root).map { registry.sources[$0] } ?? source
        guard !fragment.isEmpty else { return (source.root, nil) }
        guard let text = URIReference.unescaped(fragment) else {
            report(.leadsNowhere(written, at: place, help: "`%` stands before two hexadecimal digits"))
            return nil
        }
        guard text.utf8.first == UInt8(ascii: "/") else {
            let name = TextKey(text)
            if let found = root.anchors[name] { return (found, root.dynamicAnchors[name] == nil ? nil : text) }
            report(.leadsNowhere(written, at: place, guess: (text, root.anchors.keys.map(\.text).sorted())))
            return nil
        }
        guard let pointer = try? JSONPointer.parse(text) else {
            report(.leadsNowhere(written, at: place, help: "`~` is written `~0`, and `/` in a name `~1`"))
            return nil
        }
        let target = Place(
            document: source.root.document,
            pointer: JSONPointer(tokens: source.root.pointer.tokens + pointer.tokens))
        guard registry.value(at: target) != nil else {
            report(.leadsNowhere(written, at: place, guess: nearest(to: pointer, from: source.root)))
            return nil
        }
        registry.scan(target)
        return (target, nil)
    }

    /// The first name of a pointer that is not there, and those that are.
    private func nearest(to pointer: JSONPointer, from root: Place) -> (word: String, known: [String])? {
        guard var value = registry.value(at: root) else { return nil }
        for token in pointer.tokens {
            guard let next = JSONPointer(tokens: [token]).value(in: value) else {
                return (token, value.objectValue?.members.map(\.name) ?? [])
            }
            value = next
        }
        return nil
    }

    /// The resource with a URI, loaded if need be; nil after a report.
    mutating func resource(_ uri: URIReference, at place: Place) -> Int? {
        if let known = registry.source(uri: uri) { return known }
        let text = uri.text
        if let (message, help) = refused[TextKey(text)] {
            report(JSONSchema.Diagnostic(.reference, message, at: place, help: help))
            return nil
        }
        switch JSONSchema.Metaschema.document(text).map(JSONSchema.Found.document) ?? find(text) {
        case .document(let document): add(document, from: text)
        case .refused(let message, let help):
            refused[TextKey(text)] = (message, help)
            report(JSONSchema.Diagnostic(.reference, message, at: place, help: help))
        }
        return registry.source(uri: uri)
    }
}
