import BatonJSON
package import BatonRecords

/// A case as the user knows it.
package struct CaseName: Sendable, Hashable {
    package var path: String
    package var name: String
    package var row: String?
    package var variant: String?

    package init(path: String, name: String, row: String?, variant: String?) {
        self.path = path
        self.name = name
        self.row = row
        self.variant = variant
    }

    package init(_ identity: CaseIdentity) {
        self.init(path: identity.path, name: identity.name, row: identity.row, variant: identity.variant)
    }

    /// `[row=ada]`, `[user=ada]`, or both.
    private var marks: String { (row.map { "[row=\($0)]" } ?? "") + (variant.map { "[\($0)]" } ?? "") }

    /// `workflows/orders.yaml [row=ada]`: what `baton history case` takes.
    package var label: String { marks.isEmpty ? path : "\(path) \(marks)" }

    /// `Read an order [row=ada]`: as a run shows it.
    var title: String { marks.isEmpty ? name : "\(name) \(marks)" }

    func set(in object: inout EventObject) {
        object.set("path", path)
        object.set("name", name)
        object.set("row", row)
        object.set("variant", variant)
    }
}

/// Where a run stands in the history of the code: what answers "since when".
package struct RunPoint: Sendable, Equatable {
    package var run: String
    package var started: Microseconds
    package var branch: String?
    package var environment: String?
    package var commit: String?
    /// Whether files differed from the commit.
    package var isDirty: Bool
    package var commitURL: String?
    package var build: String?
    package var buildURL: String?

    package init(_ run: RunSummary) {
        self.run = run.id
        started = run.started
        branch = run.branch
        environment = run.environment
        commit = run.commit
        isDirty = run.isDirty
        commitURL = run.commitURL
        build = run.build
        buildURL = run.ciURL
    }

    var json: JSONValue {
        var object = EventObject()
        object.set("run", run)
        object.set("started", TimeText.timestamp(started) + "Z")
        object.set("branch", branch)
        object.set("environment", environment)
        object.set("commit", commit)
        if commit != nil { object.set("dirty", isDirty) }
        object.set("commit_url", commitURL)
        object.set("build", build)
        object.set("build_url", buildURL)
        return object.json
    }
}
