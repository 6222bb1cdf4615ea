import BatonAPI
import BatonHTTP
import BatonRecords

/// Context shared by all cases that one job of a run works on.
struct JobContext: Sendable {
    let settings: RunSettings
    let dispatcher: any Dispatcher
    /// Sends requests that want an access token.
    let authorizing: AuthenticatingDispatcher
    /// Sends requests that have a `cache` setting; nil in a run without such requests.
    var cache: CachingDispatcher?
    let hub: EventHub
    /// The preferred executor for the tasks of the job's cases: its transfer loop.
    var executor: (any TaskExecutor)?
}
