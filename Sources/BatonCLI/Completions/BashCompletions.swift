import BatonApplication

/// Completions for bash 3.2 (macOS) and later, without the package bash-completion.
struct BashCompletions {
    private let paths: [CommandPath]

    init(_ paths: [CommandPath]) {
        self.paths = paths
    }

    var script: String {
        """
        # Completions of baton for bash: source <(baton completions bash)
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
