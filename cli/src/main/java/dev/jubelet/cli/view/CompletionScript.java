package dev.jubelet.cli.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Scripts that complete a command line, made from the commands themselves; pods, namespaces and
 * containers are asked for while the user types. Pure.
 */
public final class CompletionScript {
  private static final Set<String> OF_A_POD = Set.of("logs", "exec", "explain");

  private final CommandSpec root;
  private final List<CommandSpec> commands;

  public CompletionScript(CommandSpec root) {
    this.root = root;
    this.commands =
        root.subcommands().values().stream()
            .map(CommandLine::getCommandSpec)
            .filter(command -> !command.usageMessage().hidden())
            .toList();
  }

  public String zsh() {
    return "# Load with: source <(jubelet completion zsh)\n"
        + "autoload -U +X compinit && compinit\n"
        + "autoload -U +X bashcompinit && bashcompinit\n"
        + bash();
  }

  public String bash() {
    return """
    # Load with: source <(jubelet completion bash)
    _jubelet_words() {
      jubelet completion-words "$@" "${agent[@]}" 2>/dev/null </dev/null
    }
    _jubelet() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command="" pod="" words="" i
      local agent=()
      COMPREPLY=()
      if [[ $cur == "=" ]]; then
        cur=
      elif [[ $prev == "=" ]]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}
      fi
      for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
          --socket | --root-dir)
            [[ ${COMP_WORDS[i+1]} == "=" ]] && agent+=("${COMP_WORDS[i]}=${COMP_WORDS[i+2]}") && ((i += 2)) && continue
            agent+=("${COMP_WORDS[i]}" "${COMP_WORDS[i+1]}") && ((i++))
            ;;
          %VALUED%) ((i++)) ;;
          --) [[ $command == exec ]] && COMPREPLY=() && return ;;
          -* | =) ;;
          *)
            if [[ -z $command ]]; then
              command=${COMP_WORDS[i]}
            elif [[ -z $pod ]]; then
              pod=${COMP_WORDS[i]}
            fi
            ;;
        esac
      done
      case $prev in
        --socket) local IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --root-dir) local IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")); return ;;
        -n | --namespace) COMPREPLY=($(compgen -W "$(_jubelet_words namespaces)" -- "$cur")); return ;;
        -c | --container) COMPREPLY=($(compgen -W "$(_jubelet_words containers "$pod")" -- "$cur")); return ;;
      esac
      case $command:$prev in
    %CHOICES%  esac
      if [[ -z $command ]]; then
        words="%COMMANDS%"
        [[ $cur == -* ]] && words="%OPTIONS%"
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
        return
      fi
      case $command in
    %CASES%  esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
        return
      fi
      case $command in
        %PODS%)
          [[ -n $pod ]] || COMPREPLY=($(compgen -W "$(_jubelet_words pods)" -- "$cur"))
          ;;
        run | load) local IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
        completion) COMPREPLY=($(compgen -W "bash zsh fish" -- "$cur")) ;;
      esac
    }
    complete -F _jubelet jubelet
    """
        .replace("%VALUED%", String.join(" | ", valued()))
        .replace("%CHOICES%", choices())
        .replace("%COMMANDS%", names(commands))
        .replace("%OPTIONS%", options(root))
        .replace("%CASES%", cases())
        .replace("%PODS%", String.join(" | ", new TreeSet<>(OF_A_POD)));
  }

  /** Options whose value is the next word. */
  private Set<String> valued() {
    Set<String> names = new TreeSet<>();
    for (CommandSpec command : commands) {
      command.options().stream()
          .filter(option -> option.arity().max() > 0)
          .flatMap(option -> List.of(option.names()).stream())
          .forEach(names::add);
    }
    names.removeAll(Set.of("--socket", "--root-dir"));
    return names;
  }

  private String choices() {
    StringBuilder text = new StringBuilder();
    for (CommandSpec command : commands) {
      for (OptionSpec option : command.options()) {
        List<String> values = candidates(option);
        if (!values.isEmpty()) {
          String cases =
              Stream.of(option.names())
                  .map(name -> command.name() + ":" + name)
                  .collect(Collectors.joining(" | "));
          text.append(
              "    %s) COMPREPLY=($(compgen -W \"%s\" -- \"$cur\")); return ;;\n"
                  .formatted(cases, String.join(" ", values)));
        }
      }
    }
    return text.toString();
  }

  private static List<String> candidates(ArgSpec argument) {
    return argument.completionCandidates() == null
        ? List.of()
        : StreamSupport.stream(argument.completionCandidates().spliterator(), false).toList();
  }

  private String cases() {
    StringBuilder text = new StringBuilder();
    for (CommandSpec command : commands) {
      text.append("    %s) words=\"%s\" ;;\n".formatted(command.name(), options(command)));
    }
    return text.toString();
  }

  private static String names(List<CommandSpec> commands) {
    return commands.stream().map(CommandSpec::name).collect(Collectors.joining(" "));
  }

  private static String options(CommandSpec command) {
    return command.options().stream()
        .filter(option -> !option.hidden())
        .flatMap(option -> List.of(option.names()).stream())
        .sorted()
        .collect(Collectors.joining(" "));
  }

  public String fish() {
    List<String> lines = new ArrayList<>();
    lines.add("# Load with: jubelet completion fish | source");
    lines.add(
        """
        function __jubelet_words
          set -l words (commandline -opc)
          set -l agent
          for i in (seq (count $words))
            switch $words[$i]
              case --socket --root-dir
                set -a agent $words[$i] $words[(math $i + 1)]
              case '--socket=*' '--root-dir=*'
                set -a agent $words[$i]
            end
          end
          jubelet completion-words $argv $agent 2>/dev/null </dev/null
        end
        complete -c jubelet -f\
        """
            .stripIndent());
    for (CommandSpec command : commands) {
      lines.add(
          "complete -c jubelet -n __fish_use_subcommand -a %s -d '%s'"
              .formatted(command.name(), quoted(command.usageMessage().description()[0])));
      String within = "-n '__fish_seen_subcommand_from " + command.name() + "'";
      for (OptionSpec option : command.options()) {
        lines.add("complete -c jubelet " + within + fishOption(option));
      }
      if (OF_A_POD.contains(command.name())) {
        lines.add("complete -c jubelet " + within + " -a '(__jubelet_words pods)'");
      }
    }
    lines.add("complete -c jubelet -n '__fish_seen_subcommand_from run load' -F");
    lines.add("complete -c jubelet -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'");
    return String.join("\n", lines) + "\n";
  }

  private static String fishOption(OptionSpec option) {
    StringBuilder text = new StringBuilder();
    for (String name : option.names()) {
      text.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
    }
    if (option.arity().max() > 0) {
      text.append(" -x").append(fishValues(option));
    }
    String[] description = option.description();
    return text + (description.length == 0 ? "" : " -d '" + quoted(description[0]) + "'");
  }

  private static String fishValues(OptionSpec option) {
    return switch (option.longestName()) {
      case "--socket" -> " -a '(__fish_complete_path)'";
      case "--root-dir" -> " -a '(__fish_complete_directories)'";
      case "--namespace" -> " -a '(__jubelet_words namespaces)'";
      default -> {
        List<String> values = candidates(option);
        yield values.isEmpty() ? "" : " -a '" + String.join(" ", values) + "'";
      }
    };
  }

  private static String quoted(String text) {
    return text.replace("%s", "").replace("'", "").strip();
  }
}
