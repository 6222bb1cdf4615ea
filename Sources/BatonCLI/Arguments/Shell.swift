import BatonApplication
import BatonValues

/// A shell for which Baton generates completions.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The completion script for `root` and all commands below it.
    func completions(of root: Command) -> String {
        let paths = CommandPath(root).all
        return switch self {
        case .bash: BashCompletions(paths).script
        case .zsh: ZshCompletions(paths).script
        case .fish: FishCompletions(paths).script
        }
    }
}

extension CommandPath {
    /// The words that may stand where an operand is expected; empty for files or free text.
    var candidates: [String] {
        switch command.action {
        case .groups: command.subcommands.map(\.name)
        case .help: root.subcommands.map(\.name)
        case .perform: command.operand.map { $0.value.choices + $0.suggestions() } ?? []
        }
    }

    /// The command without the program's name: `history list`; empty for the program itself.
    var wordsBelowRoot: String {
        (parents.dropFirst() + (parents.isEmpty ? [] : [command])).map(\.name).joined(separator: " ")
    }
}

/// Completions for bash 3.2 (macOS) and later, without the package bash-completion.
struct BashCompletions {
    private let paths: [CommandPath]

    init(_ paths: [CommandPath]) {
        self.paths = paths
    }

    var script: String {
        """
        # Completions of baton for bash: source <(baton completions bash)
        \(Self.wordsFunction)
        _baton() {
            local at=$COMP_CWORD word="${COMP_WORDS[COMP_CWORD]}" option command="" operands="" index
            COMPREPLY=()
            # bash takes a:b apart at the sign.
            while ((at > 1)) && [[ $word == :* || ${COMP_WORDS[at-1]} == : ]]; do
                ((at--))
                word="${COMP_WORDS[at]}$word"
            done
            option="${COMP_WORDS[at-1]}"
            for ((index = 1; index < COMP_CWORD; index++)); do
                [[ ${COMP_WORDS[index]} == -- ]] && operands=only
                case "$command ${COMP_WORDS[index]}" in
        \(commandCases)
                esac
            done
            # bash takes --name=value apart at the sign.
            if [[ $word == "=" ]]; then
                word=""
            elif [[ $option == "=" ]]; then
                option="${COMP_WORDS[at-2]}"
            fi
            if [[ -z $operands ]]; then
                case "$command $option" in
        \(valueCases)
                esac
                if [[ $word == -* ]]; then
                    case "$command" in
        \(optionCases)
                    esac
                    return
                fi
            fi
            # What has no words here are files, which bash completes by itself.
            case "$command" in
        \(operandCases)
            esac
        }
        complete -o default -F _baton baton

        """
    }

    private static let wordsFunction = """
        # The words of the project, which baton reads from its files and its history.
        _baton_words() {
            local line typed="$2" quote="" front="" mark='"' running='"$`\\!'
            case "$typed" in
                [\\'\\"]*) quote="${typed:0:1}" typed="${typed:1}" ;;
                *) typed="${typed//\\\\/}" ;;
            esac
            # bash replaces only what stands behind the last colon.
            [[ $typed == *:* && -z $quote ]] && front="${typed%"${typed##*:}"}"
            while IFS= read -r line; do
                # A word that has quotes of its own is found without them as well.
                [[ $line == "$typed"* || $line == "$mark$typed"* ]] || continue
                line="${line#"$front"}"
                # Inside quotes a word stays as it is: one that the shell would run, or that ends them, is not offered.
                case "$quote" in
                    '') printf -v line '%q' "$line" ;;
                    "$mark") [[ $line == *["$running"]* ]] && continue ;;
                    *) [[ $line == *\\'* ]] && continue ;;
                esac
                COMPREPLY+=("$line")
            done < <("${COMP_WORDS[0]}" completions --words "$1" 2>/dev/null)
        }
        """

    /// Maps the command so far and the next word to the next command.
    private var commandCases: String {
        lines(
            8,
            paths.dropFirst().map { path in
                let parent = path.parents.dropFirst().map(\.name).joined(separator: " ")
                return #""\#(parent) \#(path.command.name)") command="\#(path.wordsBelowRoot)" ;;"#
            })
    }

    private var valueCases: String {
        lines(
            8,
            paths.flatMap { path in
                path.command.options.compactMap { option -> String? in
                    let pattern = #""\#(path.wordsBelowRoot) \#(option.spelling)")"#
                    if let words = option.words { return "\(pattern) \(Self.reply(words)); return ;;" }
                    return switch option.value {
                    case .flag: nil
                    case .file: "\(pattern) return ;;"
                    case .word(let words, _): "\(pattern) \(Self.reply(words)); return ;;"
                    case .text, .tags, .positiveInteger, .duration, .wholeNumber, .seed, .since, .shard, .assignment:
                        "\(pattern) \(Self.noFiles); return ;;"
                    }
                }
            })
    }

    private var optionCases: String {
        lines(
            12,
            paths.map { path in
                let options = path.command.options.flatMap { option in
                    [option.spelling] + (option.short.map { ["-\($0)"] } ?? [])
                }
                return #""\#(path.wordsBelowRoot)") \#(Self.reply(options)) ;;"#
            })
    }

    private var operandCases: String {
        lines(
            4,
            paths.compactMap { path in
                let words = path.candidates
                let pattern = #""\#(path.wordsBelowRoot)")"#
                if let operand = path.command.operand, let words = operand.words {
                    return "\(pattern) \(Self.reply(words, orFiles: operand.isFile)) ;;"
                }
                if !words.isEmpty { return "\(pattern) \(Self.reply(words)); \(Self.noFiles) ;;" }
                if case .file? = path.command.operand?.value { return nil }
                return "\(pattern) \(Self.noFiles) ;;"
            })
    }

    private static func reply(_ words: [String]) -> String {
        #"COMPREPLY=($(compgen -W "\#(words.joined(separator: " "))" -- "$word"))"#
    }

    /// Offers words of the project.
    ///
    /// - Parameter takesFiles: whether files are offered where no word fits.
    private static func reply(_ words: CompletionWords.Kind, orFiles takesFiles: Bool = false) -> String {
        #"_baton_words \#(words.rawValue) "$word""# + (takesFiles ? "" : "; \(noFiles)")
    }

    /// Disables file completion; bash before 4.0 has no `compopt` and offers files.
    private static let noFiles = "compopt +o default 2>/dev/null"

    /// The branches of a `case`, indented.
    private func lines(_ indentation: Int, _ lines: [String]) -> String {
        lines.map { String(repeating: " ", count: indentation + 4) + $0 }.joined(separator: "\n")
    }
}

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
        let commands = path.command.subcommands.map { Self.quoted("\($0.name):\($0.summary.backslashing(":"))") }
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
        let text = "[\(option.help.backslashing("[]:"))]"
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

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}

/// Completions for fish 3.0 and later: one line for each command, option and value.
struct FishCompletions {
    private let paths: [CommandPath]

    init(_ paths: [CommandPath]) {
        self.paths = paths
    }

    var script: String {
        let patterns = paths.dropFirst().map { path in
            let parent = path.parents.dropFirst().map(\.name).joined(separator: " ")
            return Self.quoted("\(parent) \(path.command.name)")
        }
        return """
            # Completions of baton for fish: baton completions fish > ~/.config/fish/completions/baton.fish
            function __baton_is
                set -l command ''
                for word in (commandline -opc)[2..-1]
                    switch "$command $word"
                        case \(patterns.joined(separator: " "))
                            set command (string trim "$command $word")
                    end
                end
                test "$command" = "$argv"
            end
            complete -c baton -f
            \(paths.flatMap(lines).joined(separator: "\n"))

            """
    }

    private func lines(of path: CommandPath) -> [String] {
        let condition = "complete -c baton -n " + Self.quoted("__baton_is \(path.wordsBelowRoot)")
        let commands = path.command.subcommands.map { "\(condition) -a \($0.name) -d \(Self.quoted($0.summary))" }
        let options = path.command.options.map { option in
            let short = option.short.map { " -s \($0)" } ?? ""
            return "\(condition) -l \(option.name)\(short)\(value(of: option)) -d \(Self.quoted(option.help))"
        }
        return commands + operand(of: path).map { condition + $0 } + options
    }

    private func operand(of path: CommandPath) -> [String] {
        if let operand = path.command.operand {
            let words = operand.words.map { [" -a " + Self.call($0)] } ?? []
            let files = operand.isFile ? [" -F"] : []
            if !(words + files).isEmpty { return words + files }
        }
        // Subcommands have lines of their own with descriptions.
        guard path.command.subcommands.isEmpty, !path.candidates.isEmpty else { return [] }
        return [" -a " + Self.quoted(path.candidates.joined(separator: " "))]
    }

    /// Words of the project.
    private static func call(_ words: CompletionWords.Kind) -> String {
        quoted("(baton completions --words \(words.rawValue) 2>/dev/null)")
    }

    private func value(of option: Option) -> String {
        if let words = option.words { return " -x -a \(Self.call(words))" }
        return switch option.value {
        case .flag: ""
        case .file: " -r -F"
        case .word(let words, _): " -x -a \(Self.quoted(words.joined(separator: " ")))"
        case .text, .tags, .positiveInteger, .duration, .wholeNumber, .seed, .since, .shard, .assignment: " -x"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.backslashing("'"))'"
    }
}
