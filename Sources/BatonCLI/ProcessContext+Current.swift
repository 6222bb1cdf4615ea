import BatonApplication
import BatonFiles
import BatonProcesses

extension Interruption {
    /// The signal handler of this process.
    static let ofProcess = Interruption()
}

extension ProcessContext {
    /// The context of this process. Throws where its working folder no longer exists.
    static func current() throws(FileError) -> ProcessContext {
        let environment = EnvironmentVariables.current()
        var context = ProcessContext(
            workingFolder: try Folder.current(), environment: environment,
            output: { StandardStream.output.write($0) }, errorOutput: { StandardStream.error.write($0) },
            terminal: Terminal(descriptor: 1, environment: environment),
            errorTerminal: Terminal(descriptor: 2, environment: environment),
            processorCount: processorCount)
        context.keyboard = Keyboard()
        return context
    }
}
