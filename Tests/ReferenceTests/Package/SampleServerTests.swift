import ProjectFolders
import RunningDemo
import Testing

/// The sample server, which a package of its own builds.
@Suite struct SampleServerTests {
    @Test func `a sample server that is not built is an error that says how to build it`() throws {
        let folder = try Folder()
        let failure = #expect(throws: Demo.StartFailure.self) { try Demo.program(in: folder.path) }
        #expect(
            failure?.description == "the sample server is not built; build it with: swift build --package-path Demo")
    }
}
