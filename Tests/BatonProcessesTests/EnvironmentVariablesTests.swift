import BatonProcesses
import Testing

struct EnvironmentVariablesTests {
    @Test func `the environment is a value`() {
        let environment = EnvironmentVariables.current()
        #expect(environment["PATH"]?.isEmpty == false)
        #expect(environment["BATON_NO_SUCH_VARIABLE"] == nil)
    }

    @Test func `the machine has a name`() {
        #expect(!HostName.current().isEmpty)
    }
}
