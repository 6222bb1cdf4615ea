import BatonProcesses

extension EnvironmentVariables {
    /// The folder for temporary files: `TMPDIR`, else `/tmp`.
    var temporaryFolder: String {
        guard let folder = self["TMPDIR"], !folder.isEmpty else { return "/tmp" }
        return folder
    }
}
