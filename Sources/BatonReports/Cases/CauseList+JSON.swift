package import BatonJSON
import BatonRecords

extension CauseList {
    /// The causes as members of a JSON document: `headline` and `causes`, in the order in which people see them.
    package var members: [(name: String, value: JSONValue)] {
        [("headline", .string(headline)), ("causes", .array(causes.map(\.json)))]
    }
}

extension Cause {
    fileprivate var json: JSONValue {
        var object = EventObject()
        let failure = first.standing.first
        object.set("state", word.map { "\($0)" })
        object.set("title", title)
        object.set("kind", failure.kind)
        object.set("message", failure.message)
        object.set("method", request?.method)
        object.set("url_template", request?.template)
        object.set("status", request?.status)
        object.set("file", place.file)
        object.set("line", place.line)
        // Numbers of cases in the run's list.
        object.set("cases", cases.map { .number(JSONNumber(Int64($0.index))) })
        object.set("blocked", folded.map { .number(JSONNumber(Int64($0))) })
        object.set("owners", owners.map { .string($0) })
        object.set("since", since?.json)
        object.set("last_good", lastGood?.json)
        object.set("comparison_url", comparisonURL)
        object.set("bad_runs", tally.bad)
        object.set("runs", tally.all)
        return object.json
    }
}

extension CauseStart {
    fileprivate var json: JSONValue {
        var object = EventObject()
        run.set(in: &object)
        object.set("days", days)
        if isAtLeast { object.set("at_least", true) }
        return object.json
    }
}

extension PastRuns.Run {
    fileprivate var json: JSONValue {
        var object = EventObject()
        set(in: &object)
        return object.json
    }

    fileprivate func set(in object: inout EventObject) {
        object.set("run", id)
        object.set("started", TimeText.timestamp(started) + "Z")
        object.set("commit", commit)
        object.set("subject", subject)
        object.set("author", author)
        object.set("commit_url", commitURL)
        object.set("build", build)
        object.set("build_url", buildURL)
    }
}
