import BatonKit
import BatonSystem

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Interruption {
    /// The one listener of this process.
    static let ofProcess = Interruption()
}

extension Surroundings {
    /// The process as it is. Throws where its working folder is gone.
    static func current() throws(FileError) -> Surroundings {
        let environment = EnvironmentVariables.current()
        let terminal = Terminal(descriptor: 1, environment: environment)
        let gathered = terminal.isTerminal ? nil : StandardStream.gatheredOutput
        return Surroundings(
            workingFolder: try Folder.current(), environment: environment,
            output: { text in
                if let gathered { gathered.write(text) } else { StandardStream.output.write(text) }
            },
            errorOutput: { text in
                // In one file they stand in the order in which they were written.
                gathered?.flush()
                StandardStream.error.write(text)
            },
            terminal: terminal,
            errorTerminal: Terminal(descriptor: 2, environment: environment),
            processorCount: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }
}
