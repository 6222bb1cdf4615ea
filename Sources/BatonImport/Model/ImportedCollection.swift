/// What a source of another tool says, in terms that are nobody's: readers of formats make it, the writer turns it into a
/// workflow. It holds names of variables as workflows have them, expressions in CEL, and no secret: the values of secrets
/// stand apart, in ``ImportedProject/secrets``.
///
/// source → ``ImportedProject`` → ``Document`` → YAML → the loader of workflows
package struct ImportedProject: Sendable {
    package var collection: ImportedCollection
    /// The environment that was given beside the collection, whose name becomes that of one in baton.yaml.
    package var environment: ImportedEnvironment?
    /// The values of what is read as `secrets.NAME`, for a run of the source as it is; never written to a file.
    package var secrets: [ImportedSecret] = []

    package init(collection: ImportedCollection, environment: ImportedEnvironment? = nil) {
        self.collection = collection
        self.environment = environment
    }
}

package struct ImportedEnvironment: Sendable {
    package var name: String
    package var variables: [ImportedVariable] = []

    package init(name: String) { self.name = name }
}

/// A secret of the source under the name that the workflow reads: `secrets.NAME`.
package struct ImportedSecret: Sendable, Equatable {
    package var name: String
    package var value: String
    /// Where the value stood: "auth of `Log in`".
    package var place: String

    package init(name: String, value: String, place: String) {
        self.name = name
        self.value = value
        self.place = place
    }
}

/// One workflow in the making.
package struct ImportedCollection: Sendable {
    package var name: String
    package var description: String?
    /// Variables with the values that they begin with, in the order of the source.
    package var variables: [ImportedVariable] = []
    package var auth: ImportedAuth = .inherited
    package var items: [ImportedItem] = []
    /// Rows of `--data`: the whole collection runs once for each.
    package var rows: ImportedRows?
    /// The rows themselves, for a workflow that cannot name their file; nil where they are too many.
    package var rowList: [ImportedValue]?
    /// What columns of a CSV file hold other than text, as `types` of `rows` has them: `integer`, `number`.
    package var rowTypes: [(column: String, type: String)] = []
    /// What tells rows apart, where their first value does not.
    package var rowName: ImportText?
    package var notes: [ImportNote] = []

    package init(name: String) { self.name = name }
}

package struct ImportedVariable: Sendable {
    /// The name in the workflow.
    package var name: String
    /// The name in the source, where it differs.
    package var sourceName: String?
    package var value: ImportedValue
    package var description: String?

    package init(name: String, sourceName: String? = nil, value: ImportedValue, description: String? = nil) {
        self.name = name
        self.sourceName = sourceName
        self.value = value
        self.description = description
    }
}

package enum ImportedItem: Sendable {
    case request(ImportedRequest)
    case folder(ImportedFolder)
}

package struct ImportedFolder: Sendable {
    package var name: String
    package var description: String?
    package var auth: ImportedAuth = .inherited
    package var items: [ImportedItem] = []
    package var notes: [ImportNote] = []

    package init(name: String) { self.name = name }
}

/// What runs once for each row of a data file.
package enum ImportedRows: Sendable {
    /// A file beside the source; its path as given.
    case csv(path: String)
    case json(path: String)
    /// Those of ``ImportedCollection/rowList``.
    case list

    /// The path of the file, where there is one.
    package var path: String? {
        get {
            switch self {
            case .csv(let path), .json(let path): path
            case .list: nil
            }
        }
        set {
            switch (self, newValue) {
            case (.csv, let path?): self = .csv(path: path)
            case (.json, let path?): self = .json(path: path)
            case (.list, _), (_, nil): break
            }
        }
    }
}
