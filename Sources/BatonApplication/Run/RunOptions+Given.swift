import BatonFiles
import BatonSecrets

extension RunOptions {
    /// The options that decide what is sent and what is right, as words of a command line that runs the same again from
    /// the project's folder.
    ///
    /// Values are left out: they may be secrets that nothing else tells to be some.
    ///
    /// - Parameter baseURL: that of `--base-url`, without its password.
    func given(baseURL: MaskedText?, in workspace: Workspace, masked: (String) -> MaskedText) -> [MaskedText] {
        func path(_ file: String) -> MaskedText {
            let absolute = PathText.absolute(RealPath.join(workspace.workingFolder, file))
            return masked(PathText.relative(absolute, to: workspace.root))
        }
        var words: [MaskedText] = []
        if self.baseURL != nil, let baseURL { words += ["--base-url", baseURL] }
        for file in variableFiles { words += ["--vars-file", path(file)] }
        for variable in variables { words += ["--var", masked("\(variable.name)=…")] }
        for input in inputs { words += ["--input", masked("\(input.name)=…")] }
        for file in providedFiles { words += ["--provide", masked("\(file.name)=") + path(file.value)] }
        for file in secretFiles { words += ["--secrets-file", path(file)] }
        for secret in secrets { words += ["--secret", masked(String(secret.prefix { $0 != "=" }))] }
        if let fileRoot { words += ["--file-root", path(fileRoot)] }
        if allowsPrograms { words.append("--allow-exec") }
        if isStub { words.append("--stub") }
        return words
    }
}
