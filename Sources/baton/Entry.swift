import BatonCLI

@main
struct Entry {
    static func main() async {
        await BatonCommand.runMain()
    }
}
