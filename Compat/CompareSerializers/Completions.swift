/// A shell with completions.
enum Shell: String, CaseIterable {
    case bash, zsh, fish
}

/// Completions for shells, from the table of options.
enum Completions {
    static func text(for shell: Shell) -> String {
        let commands = Command.allCases.filter { $0 != .compare }.map(\.rawValue)
        let options = CommandLineOption.all
        switch shell {
        case .bash:
            let cases = options.filter { !$0.values.isEmpty }.map { option in
                let values = option.values.joined(separator: " ")
                return "    \(option.name)) COMPREPLY=($(compgen -W \"\(values)\" -- \"$word\")); return ;;"
            }
            return """
                _compare_serializers() {
                  local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]}
                  case $last in
                \(cases.joined(separator: "\n"))
                  esac
                  if [[ $word == -* ]]; then
                    COMPREPLY=($(compgen -W "\(options.map(\.name).joined(separator: " "))" -- "$word"))
                  else
                    COMPREPLY=($(compgen -f -- "$word"))
                    [[ $COMP_CWORD == 1 ]] && COMPREPLY+=($(compgen -W "\(commands.joined(separator: " "))" -- "$word"))
                  fi
                }
                complete -o filenames -F _compare_serializers compare-serializers

                """
        case .zsh:
            let lines = options.map { option in
                let value = option.value.map {
                    ":\($0):" + (option.values.isEmpty ? "_files" : "(\(option.values.joined(separator: " ")))")
                }
                return "  '\(option.name)\(option.value == nil ? "" : "=")[\(brief(option.help))]\(value ?? "")'"
            }
            return """
                #compdef compare-serializers
                _arguments \\
                \(lines.joined(separator: " \\\n")) \\
                  '1: :{_alternative "commands:command:(\(commands.joined(separator: " ")))" "files:file:_files"}' \\
                  '*:file:_files'

                """
        case .fish:
            let lines = options.map { option in
                let values = option.values.isEmpty ? "" : " -f -a '\(option.values.joined(separator: " "))'"
                let value = option.value == nil ? "" : " -r"
                let name = option.name.dropFirst(2)
                return "complete -c compare-serializers -l \(name)\(value)\(values) -d '\(brief(option.help))'"
            }
            return lines.joined(separator: "\n")
                + "\ncomplete -c compare-serializers -n __fish_use_subcommand -a '\(commands.joined(separator: " "))'\n"
        }
    }

    /// Returns the beginning of a help text, without characters that shells interpret.
    private static func brief(_ help: String) -> String {
        String(help.prefix { !"(:;,".contains($0) }.filter { !"'[]\\\"$`".contains($0) })
    }
}
