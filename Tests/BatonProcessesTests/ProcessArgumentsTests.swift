import BatonProcesses
import Testing

@Suite struct ProcessArgumentsTests {
    @Test func `the arguments are those that the process was started with`() {
        #expect(ProcessLimits.arguments == CommandLine.arguments)
        #expect(!ProcessLimits.arguments.isEmpty)
    }
}
