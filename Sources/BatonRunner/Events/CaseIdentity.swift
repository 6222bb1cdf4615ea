/// Which case: a workflow file, or one row of it.
package final class CaseIdentity: Sendable {
    package let index: Int
    /// The file's path relative to the project folder, with `/`.
    package let path: String
    /// The workflow's `name`, else the file's name without its ending.
    package let name: String
    package let row: String?
    package let tags: [String]
    /// How many steps the file has, setup and teardown included.
    package let stepCount: Int

    package init(index: Int, path: String, name: String, row: String?, tags: [String], stepCount: Int) {
        self.index = index
        self.path = path
        self.name = name
        self.row = row
        self.tags = tags
        self.stepCount = stepCount
    }
}
