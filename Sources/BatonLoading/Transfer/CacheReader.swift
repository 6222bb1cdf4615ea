import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reads `cache`: a policy, or a map with a policy and further keys.
struct CacheReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    /// The template; reports an invalid value and returns nil.
    func cache(_ node: YAMLNode) -> CacheTemplate? {
        if node.isMapping { return map(node) }
        guard let scalar = node.scalar, !node.isNull else {
            sink.report(
                .wrongType(
                    Language.Transfer.cache,
                    wanted: "a policy such as `cache-first`, or `{ policy, ttl, key, store, scope }`", node))
            return nil
        }
        return policy(scalar.text, node.range).map {
            CacheTemplate(policy: $0, ttl: nil, key: nil, stores: nil, scope: .run, range: node.range)
        }
    }

    private func map(_ node: YAMLNode) -> CacheTemplate? {
        let entries = MapReader(sink: sink).entries(of: node, as: Language.Cache.map)
        func entry(_ name: String) -> MapReader.Entry? { entries.first { $0.name == name } }
        func text(_ name: String) -> (String, SourceRange)? {
            entry(name).flatMap { entry in entry.value.scalar.map { ($0.text, entry.value.range) } }
        }
        let ttl = entry("ttl").map { self.ttl($0.value) }
        let key = entry("key").map { templates.text($0.value) }
        if let key, key.written.isEmpty { sink.report(.emptyCacheKey(at: key.range)) }
        let stores = entry("store")?.value.bool
        let scope = text("scope").map(scope) ?? .run
        guard let (written, range) = text("policy") else {
            // A refused policy has been reported.
            if node["policy"] == nil { sink.report(.cacheWithoutPolicy(at: node.range)) }
            return nil
        }
        guard let policy = policy(written, range) else { return nil }
        if policy == .networkOnly, let entry = entry("ttl") {
            sink.report(.uselessInCache("ttl", policy, "nothing stored is read", at: entry.keyRange))
        }
        if policy == .onlyIfCached, stores == true, let entry = entry("store") {
            sink.report(.uselessInCache("store", policy, "nothing is sent that could be stored", at: entry.keyRange))
        }
        return CacheTemplate(policy: policy, ttl: ttl, key: key, stores: stores, scope: scope, range: node.range)
    }

    private func ttl(_ node: YAMLNode) -> DurationTemplate {
        if let text = node.scalar?.text, text.hasPrefix("-") {
            sink.report(.negativeTTL(text, at: node.range))
            return .literal(0)
        }
        return templates.duration(node)
    }

    private func policy(_ text: String, _ range: SourceRange) -> CachePolicy? {
        if CachePolicy.written.contains(text), let policy = CachePolicy(rawValue: text) { return policy }
        sink.report(.unknownCachePolicy(text, at: range))
        return nil
    }

    private func scope(_ text: String, _ range: SourceRange) -> CacheScope {
        if let scope = CacheScope(rawValue: text) { return scope }
        sink.report(.unknownCacheScope(text, at: range))
        return .run
    }
}
