import BatonSystem

/// Measures single parts of Baton for `scripts/bench`: prints only seconds of processor time on standard output.
@main
struct Entry {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let measurement = Measurement.all.first(where: { $0.name == arguments.first }) else {
            for measurement in Measurement.all {
                complain("usage: baton-bench \(measurement.name) \(measurement.usage)")
            }
            exit(2)
        }
        do {
            let (seconds, attoseconds) = try await measurement.run(Array(arguments.dropFirst())).components
            print(Double(seconds) + Double(attoseconds) / 1e18)
        } catch let error as BenchError {
            complain("baton-bench: \(error.message)")
            exit(1)
        } catch {
            complain("baton-bench: \(error)")
            exit(1)
        }
    }

    private static func complain(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
