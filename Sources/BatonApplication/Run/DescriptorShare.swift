/// Divides the available file descriptors between jobs, reports and history.
enum DescriptorShare {
    /// Descriptors for reports with their temporary files, the history with its journals, and the event stream.
    static let reserve = 24
    /// Descriptors that any run has open; each transfer loop needs two more.
    private static let fixed = 12
    /// Descriptors per job: connections, files that are sent and saved, and the pipes of a program.
    private static let perJob = 4

    /// The number of jobs that the descriptors allow, with a warning where it is smaller than requested.
    ///
    /// Throws where they do not allow a single job.
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
