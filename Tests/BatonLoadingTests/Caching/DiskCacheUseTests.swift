import Testing

@testable import BatonLoading
@testable import BatonWorkflow

/// Whether a workflow keeps responses on disk: only then a run opens what lies there.
@Suite struct DiskCacheUseTests {
    private static let disk = "{ get: /x, cache: { policy: cache-first, scope: disk } }"

    @Test(arguments: [
        "steps: [ \(disk) ]", "setup: [ \(disk) ]\nsteps: [ get: /y ]", "teardown: [ \(disk) ]\nsteps: [ get: /y ]",
        "steps: [ { steps: [ get: /y, \(disk) ] } ]", "steps: [ { parallel: [ get: /y, { steps: [ \(disk) ] } ] } ]",
        "steps: [ { workflow: disk.yaml } ]", "steps: [ { steps: [ { workflow: outer.yaml } ] } ]",
    ])
    func `a step that does is found wherever it stands`(_ text: String) {
        let files = [
            "disk.yaml": "steps: [ { steps: [ \(Self.disk) ] } ]", "outer.yaml": "steps: [ { workflow: disk.yaml } ]",
        ]
        let loaded = Loading.load(text, files: files)
        #expect(loaded.workflow?.usesDiskCache == true, "\(loaded.diagnostics.map(\.message))")
    }

    @Test(arguments: [
        "steps: [ { steps: [ { get: /x, cache: cache-first } ] } ]", "steps: [ { workflow: other.yaml } ]",
    ])
    func `the others have no use for it`(_ text: String) {
        let loaded = Loading.load(text, files: ["other.yaml": "steps: [ { get: /x, cache: cache-first } ]"])
        #expect(loaded.workflow?.usesDiskCache == false, "\(loaded.diagnostics.map(\.message))")
    }
}
