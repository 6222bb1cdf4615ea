extension Command {
    /// `baton completions`.
    static let completions = Command(
        name: "completions", summary: "Prints what makes the tab key of a shell complete commands and options.",
        operand: Operand(
            "SHELL", .choice(of: Shell.self) { $0.shell = $1 }, required: true, "The shell: bash, zsh or fish."),
        sections: [Section("options", [.help])],
        examples: [
            Example("source <(baton completions bash)", "For this session of bash; in ~/.bashrc for every one."),
            Example(
                "baton completions fish > ~/.config/fish/completions/baton.fish",
                "For fish, which reads it by itself from then on."),
            Example(
                #"baton completions zsh > "${fpath[1]}/_baton""#,
                "For zsh with compinit, from the next session on."),
        ],
        action: .perform { .completions($0.shell) })
}
