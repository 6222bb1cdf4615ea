package import BatonAPI
package import BatonDiagnostics

/// A type that an API file describes: fields with names and paths.
///
/// It refers to its schema and keeps it alive.
package struct RecordType: Sendable {
    package let schema: RecordSchema
    package let index: Int

    package init(_ schema: RecordSchema, _ index: Int) {
        self.schema = schema
        self.index = index
    }

    package var definition: RecordDefinition { schema.definitions[index] }
}

/// The types of one API file, which may refer to each other.
package final class RecordSchema: Sendable {
    package let definitions: [RecordDefinition]

    package init(_ definitions: [RecordDefinition]) {
        self.definitions = definitions
    }

    package func type(named name: String) -> RecordType? {
        definitions.firstIndex { $0.name == name }.map { RecordType(self, $0) }
    }
}

package struct RecordDefinition: Sendable {
    package let name: String
    package let fields: [RecordField]

    /// Whether a field's value is in another part of the response than its JSON document.
    package var readsResponse: Bool { fields.contains { $0.path.isOfResponse } }

    /// Whether a field's value is in the JSON document.
    package var readsJSON: Bool { fields.contains { !$0.path.isOfResponse } }

    package init(name: String, fields: [RecordField]) {
        self.name = name
        self.fields = fields
    }
}

/// One field of a record: where its value stands and what it becomes.
package struct RecordField: Sendable {
    package let name: String
    package let path: RecordPath
    /// Nil keeps the value unconverted.
    package let type: MappedType?
    package let absence: Absence
    /// Whether a value that is found is a secret.
    package let isSecret: Bool
    /// Where the field is written in its file.
    package let range: SourceRange?

    /// What becomes of a field whose value is missing or null.
    package enum Absence: Sendable {
        case fails
        /// `optional: true`
        case givesNull
        /// `default`, as the field's type would make it.
        case gives(MappedValue)
    }

    package init(
        name: String, path: RecordPath, type: MappedType?, absence: Absence, isSecret: Bool = false,
        range: SourceRange? = nil
    ) {
        self.name = name
        self.path = path
        self.type = type
        self.absence = absence
        self.isSecret = isSecret
        self.range = range
    }
}
