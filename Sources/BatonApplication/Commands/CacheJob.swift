import BatonAPI
import BatonDiagnostics
import BatonFiles
import BatonRecords
import BatonValues

/// `baton cache`: lists or removes the responses that requests with `scope: disk` stored in `.baton/cache`.
package struct CacheJob {
    private let context: ProcessContext
    private let messages: Messages
    private let now: Int64

    package init(in context: ProcessContext) {
        self.context = context
        now = context.dependencies.clock()
        messages = Messages(context, .auto)
    }

    /// Prints one line for each response, newest first.
    package func list() -> Int32 {
        withContents { contents in
            let items = contents?.items() ?? []
            let widths = (
                age: items.map { age($0).count }.max() ?? 0, size: items.map { Self.size($0.size).count }.max() ?? 0
            )
            for item in items {
                let columns = [
                    TextWidth.aligned(age(item), widths.age), TextWidth.aligned(Self.size(item.size), widths.size),
                    "\(item.status)",
                    PrintableText.line("\(item.method) \(item.url)"),
                ]
                context.output(columns.joined(separator: "  ") + "\n")
            }
            context.output(Self.sum(items.count, items.reduce(0) { $0 + $1.size }) + "\n")
        }
    }

    /// Removes all responses.
    package func clear() -> Int32 {
        withContents { contents in
            let (count, size) = contents?.clear() ?? (0, 0)
            context.output("removed \(Self.sum(count, size))\n")
        }
    }

    private func withContents(_ body: (CacheContents?) -> Void) -> Int32 {
        do throws(UsageError) {
            let root = try Workspace(context).root
            do throws(CacheStoreError) {
                let folder = RunCache.folder(in: root)
                guard RealPath.leads(folder, into: root) else {
                    throw CacheStoreError("`\(folder)` leads out of the project")
                }
                body(try CacheContents(folder: folder))
                return ExitCode.passed
            } catch {
                throw UsageError("run.unavailable", Message(value: error.message))
            }
        } catch {
            messages.show(error.diagnostics)
            return ExitCode.invalid
        }
    }

    private func age(_ item: CacheContents.Item) -> String { "\(TimeText.short(max(0, now - item.received))) old" }

    private static func sum(_ count: Int, _ size: Int) -> String {
        count == 0 ? "no responses" : "\(Plural.count(count, "response")), \(Self.size(size))"
    }

    private static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1000: "\(bytes) B"
        case ..<1_000_000: "\(bytes / 1000).\(bytes % 1000 / 100) kB"
        default: "\(bytes / 1_000_000).\(bytes % 1_000_000 / 100_000) MB"
        }
    }
}
