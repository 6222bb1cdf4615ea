package import BatonDiagnostics
import BatonHTTP
package import BatonJSONSchema

/// An OpenAPI document, compiled: its operations by method and path.
package final class Contract: Sendable {
    /// The document as messages show it.
    package let path: String
    package let title: String?
    /// The place of its `paths`.
    package let range: SourceRange
    package let operations: [Operation]
    /// The servers of the document, and those that paths and operations have in their place.
    let servers: [[ContractServer]]
    /// The origins of those servers that are written in full.
    let origins: Set<Origin>
    /// Query parameters that carry credentials (`securitySchemes`).
    let credentialParameters: Set<String>
    private let paths: ContractPaths
    /// The schemas of what is sent and of what comes back, by the numbers that operations name.
    private let requestSchemas: [JSONSchema]
    private let responseSchemas: [JSONSchema]
    /// The documents that it is made of, by URI.
    private let documents: [String: any SchemaPlaces]
    private let names: [String: String]

    package init(_ draft: Draft, requestSchemas: [JSONSchema], responseSchemas: [JSONSchema]) {
        path = draft.path
        title = draft.title
        range = draft.range
        operations = draft.operations
        servers = draft.servers
        origins = Set(draft.servers.joined().compactMap(\.origin))
        credentialParameters = draft.credentialParameters
        paths = ContractPaths(draft.operations)
        documents = draft.documents
        names = draft.documents.mapValues(\.name)
        self.requestSchemas = requestSchemas
        self.responseSchemas = responseSchemas
    }

    /// What a document was found to hold, before its schemas are compiled.
    package struct Draft {
        package var path = ""
        package var title: String?
        package var range: SourceRange
        package var operations: [Operation] = []
        package var servers: [[ContractServer]] = []
        package var credentialParameters: Set<String> = []
        package var documents: [String: any SchemaPlaces] = [:]

        package init(
            path: String = "", title: String? = nil, range: SourceRange, operations: [Operation] = [],
            servers: [[ContractServer]] = [], credentialParameters: Set<String> = [],
            documents: [String: any SchemaPlaces] = [:]
        ) {
            self.path = path
            self.title = title
            self.range = range
            self.operations = operations
            self.servers = servers
            self.credentialParameters = credentialParameters
            self.documents = documents
        }
    }

    /// - Parameters:
    ///   - path: percent-encoded, behind the base path.
    ///   - servers: the numbers of the servers whose operations count.
    func find(_ method: String, _ path: String, at servers: Set<Int>) -> ContractMatch {
        paths.find(method, path, in: operations, at: servers)
    }

    func requestSchema(_ number: Int?) -> CompiledSchema? { number.map { compiled(requestSchemas[$0]) } }

    func responseSchema(_ number: Int?) -> CompiledSchema? { number.map { compiled(responseSchemas[$0]) } }

    private func compiled(_ schema: JSONSchema) -> CompiledSchema {
        CompiledSchema(schema: schema, written: path, names: names, places: documents)
    }

    /// The place of a key in the files of the contract; looked for only where it is told.
    func range(of place: JSONSchema.Place) -> SourceRange? { documents[place.document]?.range(of: place) }
}

extension Contract {
    /// One method of one path.
    package struct Operation: Sendable {
        package let method: String
        /// The template: `/items/{id}`.
        package let path: String
        /// `operationId`.
        package let id: String?
        /// The number of its servers; 0 for those of the document.
        package let servers: Int
        let parameters: [Parameter]
        let body: Body?
        /// By status, in the order of the document; empty where the document names none.
        let responses: [DeclaredResponse]
        package let place: JSONSchema.Place

        package init(
            method: String, path: String, id: String?, servers: Int, parameters: [Parameter], body: Body?,
            responses: [DeclaredResponse], place: JSONSchema.Place
        ) {
            self.method = method
            self.path = path
            self.id = id
            self.servers = servers
            self.parameters = parameters
            self.body = body
            self.responses = responses
            self.place = place
        }

        /// `GET /items/{id}`.
        package var title: String { "\(method) \(path)" }

        /// The statuses that the document declares: `200`, `4XX`, `default`.
        package var statuses: [String] { responses.map(\.status) }

        /// What is declared for a status: the status itself, else its range, else `default`.
        func response(to status: Int) -> DeclaredResponse? {
            let exact = String(status)
            let range = "\(status / 100)XX"
            return responses.first { $0.status == exact } ?? responses.first { $0.status == range }
                ?? responses.first { $0.status == "default" }
        }

        /// The name under which a status is declared; nil where it is not.
        package func declaredName(of status: Int) -> String? { response(to: status)?.status }
    }

    package struct Parameter: Sendable {
        package enum Location: String, Sendable { case path, query, header, cookie }

        package let name: String
        package let location: Location
        let isRequired: Bool
        let notation: Notation
        /// The number of its schema; nil where it has none.
        let schema: Int?
        /// `allowEmptyValue`: whether a query may have it without a value, whatever its schema says.
        let allowsEmpty: Bool
        let place: JSONSchema.Place

        package init(
            name: String, location: Location, isRequired: Bool, notation: Notation, schema: Int?, allowsEmpty: Bool,
            place: JSONSchema.Place
        ) {
            self.name = name
            self.location = location
            self.isRequired = isRequired
            self.notation = notation
            self.schema = schema
            self.allowsEmpty = allowsEmpty
            self.place = place
        }
    }

    package enum Style: String, Sendable {
        case simple, label, matrix, form, spaceDelimited, pipeDelimited, deepObject
        /// Of Swagger 2.0 alone, which takes a list apart after its text is decoded.
        case commaDelimited, tabDelimited
    }

    /// How a value becomes text in a URL, a header or a form.
    package enum Notation: Sendable {
        /// By `style` and `explode`.
        case styled(Style, explodes: Bool)
        /// By a media type: `content` of a parameter, `contentType` of a property.
        case content(ContentKind)
    }

    /// What `encoding` says of one property of a form.
    package struct Encoding: Sendable {
        /// Nil where the document leaves it to the type of the property.
        let notation: Notation?
        /// The media types that a part may have; empty where the document names none.
        let types: [MediaRange]
        /// The headers that a part must have.
        let headers: [Parameter]
        let place: JSONSchema.Place

        package init(notation: Notation?, types: [MediaRange], headers: [Parameter], place: JSONSchema.Place) {
            self.notation = notation
            self.types = types
            self.headers = headers
            self.place = place
        }
    }

    package struct Body: Sendable {
        let isRequired: Bool
        let content: [Media]
        let place: JSONSchema.Place

        package init(isRequired: Bool, content: [Media], place: JSONSchema.Place) {
            self.isRequired = isRequired
            self.content = content
            self.place = place
        }
    }

    /// What a response of one status is declared to be.
    package struct DeclaredResponse: Sendable {
        /// `200`, `2XX` or `default`.
        let status: String
        let headers: [Parameter]
        /// Empty where the document says nothing of a body.
        let content: [Media]
        let place: JSONSchema.Place

        package init(status: String, headers: [Parameter], content: [Media], place: JSONSchema.Place) {
            self.status = status
            self.headers = headers
            self.content = content
            self.place = place
        }
    }

    package struct Media: Sendable {
        let type: MediaRange
        let schema: Int?
        /// By the names of properties of a form.
        let encodings: [String: Encoding]
        let place: JSONSchema.Place

        package init(type: MediaRange, schema: Int?, encodings: [String: Encoding], place: JSONSchema.Place) {
            self.type = type
            self.schema = schema
            self.encodings = encodings
            self.place = place
        }
    }
}

/// One address below which a document's paths are served.
package struct ContractServer: Sendable, Hashable {
    /// Nil for a server that is written as a path.
    let origin: Origin?
    /// Without a slash at its end.
    let path: String

    package init(_ url: String) {
        let whole = try? URLText.parse(url)
        origin = whole?.origin
        // A path counts from where the document would lie (RFC 3986 section 5.2), of which only the top is known.
        let path = try? whole ?? URLText.parse("http://document.invalid/").resolving(url)
        self.path = ContractRule.withoutSlash(path?.path ?? "")
    }
}
