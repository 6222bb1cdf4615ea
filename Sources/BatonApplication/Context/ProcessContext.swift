import BatonCurl
import BatonJSON
package import BatonProcesses
import BatonRecords
package import BatonRunner
import BatonSystem
import BatonValues

/// Everything that a command takes from the process, injected so that tests can replace it.
package struct ProcessContext: Sendable {
    package var workingFolder: String
    package var environment: EnvironmentVariables
    /// Writes whole lines to standard output. CI commands in the text are escaped.
    package let output: @Sendable (String) -> Void
    package let errorOutput: @Sendable (String) -> Void
    /// Writes to standard output as it is: commands of a build service, and what the console has escaped itself, such as parts of a
    /// status line.
    let serviceOutput: @Sendable (String) -> Void
    package var terminal: Terminal
    package var errorTerminal: Terminal
    package var processorCount: Int
    /// The terminal whose keys are read; nil where standard input is none.
    package var keyboard: Keyboard?

    /// The number of processors of this machine that are in use.
    package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
    package var dependencies: Dependencies

    package init(
        workingFolder: String, environment: EnvironmentVariables, output: @escaping @Sendable (String) -> Void,
        errorOutput: @escaping @Sendable (String) -> Void, terminal: Terminal, errorTerminal: Terminal,
        processorCount: Int, dependencies: Dependencies = Dependencies()
    ) {
        self.workingFolder = workingFolder
        self.environment = environment
        serviceOutput = output
        self.output = { output(EscapedCICommands.of($0)) }
        self.errorOutput = { errorOutput(EscapedCICommands.of($0)) }
        self.terminal = terminal
        self.errorTerminal = errorTerminal
        self.processorCount = processorCount
        self.dependencies = dependencies
    }
}

extension ProcessContext {
    /// Writes JSON in lines, harmless for a terminal.
    func output(json value: JSONValue) {
        let bytes = HarmlessJSON.escaped(Array(JSONWriter.pretty(value).utf8))
        output(String(decoding: bytes, as: UTF8.self) + "\n")
    }
}

extension CurlEnvironment {
    init(_ variables: EnvironmentVariables) { self.init { variables[$0] } }
}

extension EnvironmentVariables {
    /// The folder for temporary files: `TMPDIR`, else `/tmp`.
    var temporaryFolder: String {
        guard let folder = self["TMPDIR"], !folder.isEmpty else { return "/tmp" }
        return folder
    }
}
