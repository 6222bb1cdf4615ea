/// What is given beside a file of another tool, for `baton import` and for commands that read such a file as it is.
package struct ImportOptions: Sendable {
    /// The name of the format; nil where the file tells it.
    package var format: String?
    /// A file with variables of an environment.
    package var environment: String?
    /// A file with global variables.
    package var globals: String?
    /// A file whose rows each are one run.
    package var data: String?

    // Of `baton import` alone.

    /// The folder to write into; nil for the working folder.
    package var folder: String?
    /// The file for the report in JSON.
    package var report: String?
    /// Whether the files are shown in place of being written.
    package var isDryRun = false
    /// Whether something that is not carried over leaves the exit code at 0.
    package var allowsPartial = false
    /// Whether a workflow that is there already, and differs, is replaced.
    package var overwrites = false
    /// A result of the other tool that a run is compared with.
    package var result: String?

    package init() {}

    /// The first option that belongs to a source.
    var sourceOption: String? {
        if format != nil { return "--from" }
        if environment != nil { return "--postman-env" }
        if globals != nil { return "--postman-globals" }
        return data == nil ? nil : "--data"
    }
}
