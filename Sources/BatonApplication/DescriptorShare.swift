/// How the descriptors that are left are shared between jobs, and reports and history.
enum DescriptorShare {
    /// For reports with their parts, the history with its journals, and the stream of events.
    static let reserve = 24
    /// For what a run has open besides: each loop has two.
    private static let fixed = 12
    /// A job's connections, the files that it sends and saves, and the pipes of a program.
    private static let perJob = 4

    /// The jobs that there is room for, with a warning where that is fewer than were asked for.
    ///
    /// Throws where there is no room for one.
    static func jobs(_ wanted: Int, left: Int, loops: Int) throws(UsageError) -> (count: Int, warning: String?) {
        let most = (left - reserve - fixed - 2 * min(loops, wanted)) / perJob
        guard most >= 1 else {
            let needed = reserve + fixed + 2 + perJob
            throw UsageError(
                "run.descriptors",
                "too few files and connections may be open at a time: \(left) more, and a run needs \(needed)",
                help: "allow more, as `ulimit -n 1024` does")
        }
        guard most < wanted else { return (wanted, nil) }
        return (
            most,
            "\(most) jobs at a time instead of \(wanted): no more files and connections may be open; `ulimit -n` allows more"
        )
    }
}
