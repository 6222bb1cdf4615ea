import BatonAPI
import BatonHTTP

/// What all cases have that one job of a run works on.
struct JobContext: Sendable {
    let settings: RunSettings
    let dispatcher: any Dispatcher
    /// Sends requests that say something about the cache; nil in a run in which none does.
    var cache: CachingDispatcher?
    let hub: EventHub
    /// Where the tasks of the job's cases prefer to run: its transfer loop.
    var executor: (any TaskExecutor)?
}
