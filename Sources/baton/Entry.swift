import BatonCLI

@main
struct Entry {
    /// Not `async`: the runtime would let the main thread wait with all signals unblocked, and the first would end it.
    static func main() {
        BatonCommand.prepareProcess()
        Task.detached { await BatonCommand.runMain() }
        BatonCommand.waitForEnd()
    }
}
