import BatonDiagnostics
import BatonYAML

/// Reads what sends a request, or starts a program, more than once.
struct RequestFlowReader {
    let scope: Scope
    let templates: TemplateReader
    let sink: DiagnosticSink
    /// Whether it is a program that is started again.
    var isOfProgram = false

    /// The keys of a step that belong here.
    static let keys = WordSet((Language.requestFlowKeys + Language.pageKeys).map(\.name))

    /// - Parameter retry: what `defaults` say.
    func flow(_ entries: [MapReader.Entry], retry defaultRetry: RetryPolicy?) -> RequestFlow? {
        guard !entries.isEmpty || defaultRetry != nil else { return nil }
        func entry(_ name: String) -> MapReader.Entry? { entries.first { $0.name == name } }
        var retry = defaultRetry
        if let own = entry("retry") {
            retry = RetryReader(templates: templates, sink: sink, isOfProgram: isOfProgram).retry(own.value)
        }
        let polling = entry("until").flatMap { read($0, every: entry("every"), within: entry("within")) }
        if entry("until") == nil {
            for name in ["every", "within"] {
                if let entry = entry(name) { sink.report(.keyWithout("until", entry.name, at: entry.keyRange)) }
            }
        }
        var pagination: Pagination?
        if let pages = entry("paginate") {
            pagination = PaginationReader(scope: scope, templates: templates, sink: sink)
                .pagination(pages, anyHost: entry("any_host"))
            if entry("until") != nil { sink.report(.untilAndPages(at: pages.keyRange)) }
        } else if let stray = entry("any_host") {
            sink.report(.keyWithout("paginate", stray.name, at: stray.keyRange))
        }
        guard retry != nil || polling != nil || pagination != nil else { return nil }
        return RequestFlow(retry: retry, polling: polling, pagination: pagination)
    }

    private func read(_ until: MapReader.Entry, every: MapReader.Entry?, within: MapReader.Entry?) -> Polling? {
        let pause = every.map { templates.duration($0.value) }
        let bound = within.map { templates.duration($0.value) }
        guard let condition = templates.condition(until.value) else { return nil }
        return Polling(
            condition: condition, every: pause ?? .literal(Polling.standardPause),
            within: bound ?? .literal(Polling.standardBound), hasOwnBound: bound != nil)
    }
}
