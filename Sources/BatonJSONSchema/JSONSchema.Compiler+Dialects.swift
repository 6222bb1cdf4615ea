import BatonJSON

extension JSONSchema.Compiler {
    mutating func dialect(of resource: Int, at place: Place) -> Dialect {
        let standard = Dialect(assertsFormats: options.assertsFormats)
        guard let uri = registry.sources[resource].dialect else { return standard }
        if let known = dialects[uri] { return known }
        dialects[uri] = standard
        let bare = URIReference(uri).withoutFragment.text
        if bare == JSONSchema.Metaschema.uri { return standard }
        if isOpenAPI, bare.hasPrefix("https://spec.openapis.org/oas/") { return standard }
        if let draft = Self.draft(bare) {
            report(.otherDraft(draft, at: registry.sources[resource].root.appending("$schema")))
            return standard
        }
        let written = registry.sources[resource].root.appending("$schema")
        guard let number = self.resource(URIReference(bare), at: written),
            let metaschema = registry.value(at: registry.sources[number].root)
        else { return standard }
        let dialect = self.dialect(metaschema["$vocabulary"]?.objectValue, standard, at: written)
        dialects[uri] = dialect
        return dialect
    }

    private mutating func dialect(_ written: JSONObject?, _ standard: Dialect, at place: Place) -> Dialect {
        guard let written else { return standard }
        var dialect = Dialect(vocabularies: [.core], assertsFormats: standard.assertsFormats)
        for member in written.members {
            if let vocabulary = JSONSchema.Vocabulary(uri: member.name) {
                dialect.vocabularies.insert(vocabulary)
                if vocabulary == .formatAssertion { dialect.assertsFormats = true }
            } else if member.value == true {
                report(.unknownVocabulary(member.name, at: place))
            }
        }
        return dialect
    }

    /// `draft-07`, for the URI of an earlier draft.
    private static func draft(_ uri: String) -> String? {
        let rest = URIReference(uri)
        guard rest.authority == "json-schema.org", rest.scheme == "http" || rest.scheme == "https" else {
            return nil
        }
        switch rest.path {
        case "/draft-03/schema": return "draft-03"
        case "/draft-04/schema": return "draft-04"
        case "/draft-06/schema": return "draft-06"
        case "/draft-07/schema": return "draft-07"
        case "/draft/2019-09/schema": return "draft 2019-09"
        default: return nil
        }
    }
}
