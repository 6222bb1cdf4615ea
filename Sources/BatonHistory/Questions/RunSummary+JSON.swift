package import BatonJSON
import BatonRecords
import BatonSecrets

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
        object.set("exit_code", exitCode)
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
    ///
    /// - Parameter causes: members that tell what made the cases bad.
    package func json(onlyFailed: Bool, causes: [(name: String, value: JSONValue)]) -> JSONValue {
        var object = EventObject()
        object.set("v", 1)
        object.set("question", "show")
        object.set("run", run.json as JSONValue?)
        for (name, value) in causes { object.set(name, value as JSONValue?) }
        let shown = onlyFailed ? records.filter(\.isBroken) : records
        object.set("cases", .array(shown.map(\.json)) as JSONValue?)
        return object.json
    }
}

extension CaseRecord {
    fileprivate var json: JSONValue {
        var object = EventObject()
        CaseName(identity).set(in: &object)
        object.set("outcome", outcome.rawValue)
        object.set("flaky", isFlaky)
        object.set("quarantine", countedQuarantine)
        object.set("reason", reason)
        if identity.role != .selected { object.set("role", identity.role.rawValue) }
        object.set("owner", identity.owner)
        object.set("repeat", identity.repetition)
        object.set("duration_us", duration)
        object.set("signature", firstFailure.map(FailureSignature.of))
        object.set(
            "earlier_attempts",
            earlier.map { attempt in
                var object = EventObject()
                object.set("number", attempt.number)
                object.set("outcome", attempt.outcome.rawValue)
                object.set("step", attempt.failures.first?.step)
                object.set("message", attempt.failures.first?.failure.message)
                return object.json
            })
        object.set("failures", failures.map(\.json))
        object.set("steps", steps.map(\.json))
        return object.json
    }
}

extension StepRecord {
    fileprivate var json: JSONValue {
        let last = exchanges.last
        var object = EventObject()
        object.set("name", name)
        object.set("outcome", outcome.rawValue)
        object.set("reason", reason)
        object.set("line", place.line)
        object.set("duration_us", duration)
        object.set("method", last?.method)
        object.set("url_template", last?.urlTemplate)
        object.set("status", last?.status)
        object.set("cache", last?.cache?.use.rawValue)
        object.set("failures", failures.map(\.json))
        object.set("exchanges", shownExchanges.map(\.json))
        return object.json
    }
}

extension FailureRecord {
    fileprivate var json: JSONValue {
        var object = EventObject()
        object.set("kind", kind)
        object.set("message", message)
        object.set("expected", expected)
        object.set("actual", actual)
        object.set("cause", cause)
        object.set("file", place.file)
        object.set("line", place.line)
        object.set("column", place.column)
        return object.json
    }
}

extension ExchangeRecord {
    fileprivate var json: JSONValue {
        var object = EventObject()
        object.set("method", method)
        object.set("url", url)
        object.set("status", status)
        object.set("failure", failure)
        object.set("request_headers", Self.pairs(detail?.requestHeaders))
        object.set("request_body", detail?.requestBody)
        object.set("response_headers", Self.pairs(detail?.responseHeaders))
        object.set("response_body", detail?.responseBody)
        object.set("curl", detail?.curl)
        object.set("note", note)
        return object.json
    }

    private static func pairs(_ headers: [(name: MaskedText, value: MaskedText)]?) -> [JSONValue] {
        (headers ?? []).map { .array([.string($0.name.text), .string($0.value.text)]) }
    }
}
