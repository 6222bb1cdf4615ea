import BatonTesting
import Testing

/// The built program, run below a small Python that says how much memory it took at most.
///
/// Its own usage would count the memory of the test process too, from before the program was loaded.
package struct MeasuredBaton {
    package struct Result: Sendable {
        package var exitCode: Int32
        /// Standard output and standard error, as they were written.
        package var text: [UInt8]
        /// The most bytes that were in memory at one time (`ru_maxrss` of `getrusage`).
        package var peakMemory: Int
    }

    /// Nil where there is no Python.
    package static func run(_ arguments: [String], in folder: Folder) async throws -> Result? {
        let words = ["python3", "-c", script, folder.path, Products.path(of: "baton")] + arguments
        // It takes its time, and the demo server of all tests runs on the threads that tasks share.
        guard let lines = await OwnThread.run({ ChildProcess.output(of: words) }), lines.count == 2,
            let code = Int32(lines[0]),
            let kilobytes = Int(lines[1])
        else { return nil }
        return Result(
            exitCode: code, text: try FileContents.bytes(of: "\(folder.path)/console"), peakMemory: kilobytes * 1024)
    }

    private static let script = """
        import os, resource, subprocess, sys
        os.chdir(sys.argv[1])
        with open("console", "wb") as console:
            done = subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT,
                env={**os.environ, "NO_COLOR": "1"})
        print(done.returncode)
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        """
}
