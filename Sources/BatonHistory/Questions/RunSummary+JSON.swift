package import BatonJSON
import BatonRecords

extension RunSummary {
    /// The answer to `baton history list --json`.
    package static func json(_ runs: [RunSummary]) -> JSONValue {
        var object = EventObject()
        object.set("v", 1)
        object.set("question", "list")
        object.set("runs", .array(runs.map(\.json)) as JSONValue?)
        return object.json
    }

    var json: JSONValue {
        var object = EventObject()
        object.set("at", RunPoint(self).json)
        object.set("state", state)
        object.set("dry_run", isDryRun)
        object.set("stub", isStub)
        object.set("whole", isWhole)
        object.set("dirty", isDirty)
        object.set("base_url", baseURL)
        object.set("host", host)
        object.set("tool_version", toolVersion)
        object.set("exit_code", exitCode.map { Int64($0) })
        object.set("duration_us", duration)
        object.set("planned", planned)
        object.set("passed", passed)
        object.set("failed", failed)
        object.set("errors", errors)
        object.set("blocked", blocked)
        object.set("skipped", skipped)
        object.set("quarantined", quarantined)
        object.set("flaky", flaky)
        object.set("requests", requests)
        return object.json
    }
}

extension RunDetail {
    /// The answer to `baton history show --json`.
    package func json(onlyFailed: Bool) -> JSONValue {
        var object = EventObject()
        object.set("v", 1)
        object.set("question", "show")
        object.set("run", run.json as JSONValue?)
        let shown = onlyFailed ? cases.filter { $0.outcome == .failed || $0.outcome == .error } : cases
        object.set("cases", .array(shown.map(\.json)) as JSONValue?)
        return object.json
    }
}

extension RunDetail.Case {
    fileprivate var json: JSONValue {
        var object = EventObject()
        CaseName(path: path, name: name, row: row, variant: variant).set(in: &object)
        object.set("outcome", outcome.rawValue)
        object.set("flaky", isFlaky)
        object.set("quarantine", quarantine)
        object.set("reason", reason)
        object.set("role", role)
        object.set("owner", owner)
        object.set("repeat", repetition)
        object.set("duration_us", duration)
        object.set("signature", signature)
        object.set(
            "earlier_attempts",
            earlier.map { attempt in
                var object = EventObject()
                object.set("number", attempt.number)
                object.set("outcome", attempt.outcome.rawValue)
                object.set("step", attempt.step)
                object.set("message", attempt.message)
                return object.json
            })
        object.set("failures", failures.map(\.json))
        object.set("steps", steps.map(\.json))
        return object.json
    }
}

extension RunDetail.Step {
    fileprivate var json: JSONValue {
        var object = EventObject()
        object.set("name", name)
        object.set("outcome", outcome.rawValue)
        object.set("reason", reason)
        object.set("line", line)
        object.set("duration_us", duration)
        object.set("method", method)
        object.set("url_template", urlTemplate)
        object.set("status", status.map { Int64($0) })
        object.set("cache", cache)
        object.set("failures", failures.map(\.json))
        object.set("exchanges", exchanges.map(\.json))
        return object.json
    }
}

extension RunDetail.Failure {
    fileprivate var json: JSONValue {
        var object = EventObject()
        object.set("kind", kind)
        object.set("message", message)
        object.set("expected", expected)
        object.set("actual", actual)
        object.set("cause", cause)
        object.set("file", file)
        object.set("line", line)
        object.set("column", column)
        return object.json
    }
}

extension RunDetail.Exchange {
    fileprivate var json: JSONValue {
        var object = EventObject()
        object.set("method", method)
        object.set("url", url)
        object.set("status", status.map { Int64($0) })
        object.set("failure", failure)
        object.set("request_headers", requestHeaders.map { JSONValue.array($0.map { .string($0) }) })
        object.set("request_body", requestBody)
        object.set("response_headers", responseHeaders.map { JSONValue.array($0.map { .string($0) }) })
        object.set("response_body", responseBody)
        object.set("curl", curl)
        object.set("note", note)
        return object.json
    }
}
