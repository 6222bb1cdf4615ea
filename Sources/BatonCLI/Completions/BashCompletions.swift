/// Completions for bash 3.2 (macOS) and later, without the package bash-completion.
struct BashCompletions {
    private let paths: [CommandPath]

    init(_ paths: [CommandPath]) {
        self.paths = paths
    }

    var script: String {
        """
        # Completions of baton for bash: source <(baton completions bash)
        _baton() {
            local word="${COMP_WORDS[COMP_CWORD]}" option="${COMP_WORDS[COMP_CWORD-1]}" command="" operands="" index
            COMPREPLY=()
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
                option="${COMP_WORDS[COMP_CWORD-2]}"
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
                    return switch option.value {
                    case .flag: nil
                    case .file: "\(pattern) return ;;"
                    case .word(let words, _): "\(pattern) \(Self.reply(words)); return ;;"
                    case .text, .positiveInteger, .duration, .wholeNumber, .seed, .since, .shard, .assignment:
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
                if !words.isEmpty { return "\(pattern) \(Self.reply(words)); \(Self.noFiles) ;;" }
                if case .file? = path.command.operand?.value { return nil }
                return "\(pattern) \(Self.noFiles) ;;"
            })
    }

    private static func reply(_ words: [String]) -> String {
        #"COMPREPLY=($(compgen -W "\#(words.joined(separator: " "))" -- "$word"))"#
    }

    /// Disables file completion; bash before 4.0 has no `compopt` and offers files.
    private static let noFiles = "compopt +o default 2>/dev/null"

    /// The branches of a `case`, indented.
    private func lines(_ indentation: Int, _ lines: [String]) -> String {
        lines.map { String(repeating: " ", count: indentation + 4) + $0 }.joined(separator: "\n")
    }
}
