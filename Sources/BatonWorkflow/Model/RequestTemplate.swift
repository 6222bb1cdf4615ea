package import BatonAPI
package import BatonDiagnostics
import BatonHTTP

/// A request as written in a step, merged with what the environment and the file's `defaults` say.
package final class RequestTemplate: Sendable {
    /// In the letters that are sent: `get` is GET, a word in capitals stays as it is.
    package let method: String
    package let url: TextTemplate
    /// The URL as written, without the password that may stand in it.
    package let shownURL: String
    /// This and the next two from the weakest to the strongest.
    package let query: [Sourced<MapTemplate>]
    package let headers: [Sourced<MapTemplate>]
    package let cookies: [Sourced<MapTemplate>]
    package let body: BodyTemplate?
    package let auth: Sourced<AuthTemplate>?
    package let session: SessionChoice
    /// The environment whose base URL, sessions and trusted origins count; nil for that of the run.
    package let environment: String?
    /// What is written about the cache at the strongest place.
    package let cache: Sourced<CacheTemplate>?
    private let writtenTransfer: Written?
    package var transfer: TransferTemplate {
        guard case .transfer(let transfer)? = writtenTransfer else { return TransferTemplate() }
        return transfer
    }
    /// Where the body of the answer goes, if that is written.
    package var savePath: TextTemplate? {
        guard case .transfer(let transfer)? = writtenTransfer else { return nil }
        return transfer.savePath
    }
    package let captures: [Capture]
    package let checks: [Check]
    /// Conditions of `expect: { that: … }`.
    package let conditions: [Expression]
    /// Without a `status` check the answer must be 2xx.
    package let checksStatus: Bool
    /// Whether an answer with `errors` fails the step: a `graphql` body, and no check that looks at them.
    package let failsOnGraphQLErrors: Bool
    /// Whether the SHA-256 of a body that `save` streams into a file is held against something.
    package let needsSavedDigest: Bool
    /// For the call of an endpoint.
    package let call: CallTemplate?
    /// Whether an expression of the step reads `outcome`.
    package let readsOutcome: Bool
    /// How it is sent more than once; nil for what is sent once.
    package let flow: RequestFlow?

    /// Apart from the request, and only where something is written: it is larger than all the rest.
    private indirect enum Written: Sendable {
        case transfer(TransferTemplate)
    }

    init(
        method: String, url: TextTemplate, query: [Sourced<MapTemplate>], headers: [Sourced<MapTemplate>],
        cookies: [Sourced<MapTemplate>], body: BodyTemplate?, auth: Sourced<AuthTemplate>?, session: SessionChoice,
        environment: String? = nil, cache: Sourced<CacheTemplate>? = nil,
        transfer: TransferTemplate?, captures: [Capture], checks: [Check], conditions: [Expression],
        checksStatus: Bool, failsOnGraphQLErrors: Bool, needsSavedDigest: Bool, call: CallTemplate? = nil,
        readsOutcome: Bool = false, flow: RequestFlow? = nil
    ) {
        self.method = method
        self.url = url
        shownURL = UserInfo.hidden(in: url.written)
        self.query = query
        self.headers = headers
        self.cookies = cookies
        self.body = body
        self.auth = auth
        self.session = session
        self.environment = environment
        self.cache = cache
        writtenTransfer = transfer.map { .transfer($0) }
        self.captures = captures
        self.checks = checks
        self.conditions = conditions
        self.checksStatus = checksStatus
        self.failsOnGraphQLErrors = failsOnGraphQLErrors
        self.needsSavedDigest = needsSavedDigest
        self.call = call
        self.readsOutcome = readsOutcome
        self.flow = flow
    }
}

/// A value and where it is written: that decides which origins get a credential.
package struct Sourced<Value: Sendable>: Sendable {
    package let value: Value
    package let layer: RequestLayer
}

/// The cookies and kept headers that a step works with.
package enum SessionChoice: Sendable, Equatable {
    /// The workflow's own.
    case standard
    /// One of that name, within the workflow.
    case named(String)
    /// One that starts from a copy of what the workflow of that need was left with.
    case needed(String)
    /// Sends and keeps nothing.
    case none
}

/// Names to values: written out, or one expression that gives a map.
package enum MapTemplate: Sendable {
    case entries([Entry])
    case expression(Expression)

    package struct Entry: Sendable {
        package let key: TextTemplate
        package let value: Template
        package let range: SourceRange
    }
}
