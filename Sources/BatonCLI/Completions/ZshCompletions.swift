import BatonApplication

/// Completions for zsh: a function for each command, which passes its arguments to `_arguments`.
struct ZshCompletions {
    private let paths: [CommandPath]

    init(_ paths: [CommandPath]) {
        self.paths = paths
    }

    var script: String {
        """
        #compdef baton
        # Completions of baton for zsh: baton completions zsh > "${fpath[1]}/_baton", or source <(baton completions zsh)
        # The words of the project, which baton reads from its files and its history.
        _baton_words() {
            local -a words=("${(@f)$(command baton completions --words $1 2>/dev/null)}")
            # A word that has quotes of its own is found without them as well.
            local typed="${(Q)PREFIX}"
            local -a quoted=("${(@M)words:#\\"${(b)typed}*}")
            [[ -n $typed && $typed != \\"* ]] && (($#quoted)) && compadd -U -i "$IPREFIX" -a quoted
            compadd -a words
        }
        \(paths.map(function).joined(separator: "\n"))
        if [ "$funcstack[1]" = _baton ]; then
            _baton "$@"
        else
            compdef _baton baton
        fi

        """
    }

    private func function(of path: CommandPath) -> String {
        let body = path.command.subcommands.isEmpty ? leaf(path) : group(path)
        return "\(Self.name(of: path))() {\n\(body)\n}"
    }

    private func leaf(_ path: CommandPath) -> String {
        let command = path.command
        let operand = command.operand.map { operand in
            let place = operand.isRepeatable ? "*" : "1"
            return Self.quoted(
                "\(place):\(operand.name):\(Self.completion(of: operand.value, path.candidates, operand.words))")
        }
        let specifications = command.options.map { specification(of: $0, in: command) } + [operand].compactMap(\.self)
        return "    _arguments -s -S \\\n" + Self.listed(specifications)
    }

    private func group(_ path: CommandPath) -> String {
        let commands = path.command.subcommands.map { Self.quoted("\($0.name):\(Self.escaped($0.summary, ":"))") }
        let specifications =
            path.command.options.map { specification(of: $0, in: path.command) }
            + ["'1:command:->command'", "'*::argument:->arguments'"]
        let cases = path.command.subcommands.map { "\($0.name)) \(Self.name(of: path.appending($0))) ;;" }
        return """
                local context state state_descr line
                typeset -A opt_args
                _arguments -C \\
            \(Self.listed(specifications))
                case $state in
                    command)
                        local -a commands=(
            \(commands.map { Self.indent(16) + $0 }.joined(separator: "\n"))
                        )
                        _describe command commands
                        ;;
                    arguments)
                        case $words[1] in
            \(cases.map { Self.indent(16) + $0 }.joined(separator: "\n"))
                        esac
                        ;;
                esac
            """
    }

    /// An optspec of `_arguments`, as one or two quoted words.
    private func specification(of option: Option, in command: Command) -> String {
        let text = "[\(Self.escaped(option.help, "[]:"))]"
        if !option.isFlag {
            let value = ":\(option.valueName):\(Self.completion(of: option.value, option.value.choices, option.words))"
            return Self.quoted((option.isRepeatable ? "*" : "") + option.spelling + "=" + text + value)
        }
        let isLast = option.name == Option.help.name || option.name == "version"
        let rivals = command.exclusive.filter { $0.0 == option.name || $0.1 == option.name }.flatMap { [$0.0, $0.1] }
        let names = [option.name] + rivals.filter { $0 != option.name }
        let excluded =
            isLast
            ? "- *"
            : names.compactMap(command.option(named:)).flatMap(Self.spellings).joined(separator: " ")
        let spellings = Self.spellings(of: option)
        let written = spellings.count == 1 ? spellings[0] : "{\(spellings.joined(separator: ","))}"
        return Self.quoted("(\(excluded))") + written + Self.quoted(text)
    }

    private static func spellings(of option: Option) -> [String] {
        [option.spelling] + (option.short.map { ["-\($0)"] } ?? [])
    }

    private static func completion(
        of value: ArgumentValue, _ words: [String], _ ofProject: CompletionWords.Kind?
    ) -> String {
        var isFile = false
        if case .file = value { isFile = true }
        // With the space, `_arguments` passes nothing else to the function.
        if let ofProject {
            let call = "_baton_words \(ofProject.rawValue)"
            return isFile ? "{\(call); _files}" : " \(call)"
        }
        if isFile { return "_files" }
        return words.isEmpty ? " " : "(\(words.joined(separator: " ")))"
    }

    private static func name(of path: CommandPath) -> String {
        "_" + path.words.split(separator: " ").joined(separator: "_")
    }

    private static func listed(_ specifications: [String]) -> String {
        specifications.map { indent(8) + $0 }.joined(separator: " \\\n")
    }

    private static func indent(_ count: Int) -> String { String(repeating: " ", count: count) }

    private static func escaped(_ text: String, _ special: String) -> String {
        text.map { special.contains($0) || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
