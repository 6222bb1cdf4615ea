import BatonFiles
import BatonProcesses
import Testing

/// Texts that stand in files beside the tests, so that a change of them is read in review.
///
/// With `BATON_WRITE_GOLDEN` in the environment the files are written anew, and the test fails, so that this is not left
/// on by accident.
enum Golden {
    static func expect(_ text: String, toBe name: String) throws {
        let path = "Tests/BatonCLITests/Golden/\(name).txt"
        if EnvironmentVariables.current()["BATON_WRITE_GOLDEN"] != nil {
            try AtomicFile.write("\(Repository.path)/\(path)", mode: 0o644, Array(text.utf8))
            Issue.record("\(path) is written; read what changed in it")
        }
        #expect(text == (try Repository.text(of: path)), "set BATON_WRITE_GOLDEN to write \(path)")
    }
}
