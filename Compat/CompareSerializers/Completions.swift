import Foundation

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
            let others = options.filter(\.hasFreeValue).map(\.name).joined(separator: "|")
            return """
                _compare_serializers() {
                  local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]}
                  case $last in
                \(cases.joined(separator: "\n"))
                    \(others)) return ;;
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
                    let values = option.values.isEmpty ? "_files" : "(\(option.values.joined(separator: " ")))"
                    return ":\($0):\(option.hasFreeValue ? " " : values)"
                }
                let help = option.brief.replacingOccurrences(of: "'", with: "'\\''")
                return "  '\(option.name)\(option.value == nil ? "" : "=")[\(help)]\(value ?? "")'"
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
                let value = option.value == nil ? "" : option.hasFreeValue ? " -x" : " -r"
                let help = option.brief.replacingOccurrences(of: "'", with: "\\'")
                let name = option.name.dropFirst(2)
                return "complete -c compare-serializers -l \(name)\(value)\(values) -d '\(help)'"
            }
            return lines.joined(separator: "\n")
                + "\ncomplete -c compare-serializers -n __fish_use_subcommand -a '\(commands.joined(separator: " "))'\n"
        }
    }
}

extension CommandLineOption {
    /// The beginning of the help text.
    var brief: String { help.prefix { !"(:;,".contains($0) }.trimmingCharacters(in: .whitespaces) }

    /// Whether the value is neither a file nor one of a list.
    fileprivate var hasFreeValue: Bool { value != nil && value != "FILE" && values.isEmpty }
}
