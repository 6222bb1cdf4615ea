import BatonSecrets

extension RunOptions {
    /// The options that decide what is sent and what is right, as words of a command line that runs the same again.
    ///
    /// Secrets are named, not given: their values belong on no command line.
    ///
    /// - Parameter baseURL: that of `--base-url`, without its password.
    func given(baseURL: MaskedText?, masked: (String) -> MaskedText) -> [MaskedText] {
        var words: [MaskedText] = []
        if self.baseURL != nil, let baseURL { words += ["--base-url", baseURL] }
        for file in variableFiles { words += ["--vars-file", masked(file)] }
        for variable in variables { words += ["--var", masked("\(variable.name)=\(variable.value)")] }
        for input in inputs { words += ["--input", masked("\(input.name)=\(input.value)")] }
        for file in providedFiles { words += ["--provide", masked("\(file.name)=\(file.value)")] }
        for file in secretFiles { words += ["--secrets-file", masked(file)] }
        for secret in secrets { words += ["--secret", masked(String(secret.prefix { $0 != "=" }))] }
        if let fileRoot { words += ["--file-root", masked(fileRoot)] }
        if allowsPrograms { words.append("--allow-exec") }
        if isStub { words.append("--stub") }
        return words
    }
}
