package dev.jubelet.cli.command;

import dev.jubelet.cli.view.CompletionScript;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code jubelet completion}. */
@Command(
    name = "completion",
    description = {
      "Print a script that makes the shell complete commands, options and pods.",
      "bash: source <(jubelet completion bash)",
      "zsh: source <(jubelet completion zsh)",
      "fish: jubelet completion fish | source"
    })
public final class CompletionCommand implements Callable<Integer> {
  enum Shell {
    bash,
    zsh,
    fish
  }

  private final Context context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "SHELL", description = "One of: ${COMPLETION-CANDIDATES}.")
  private Shell shell = Shell.bash;

  public CompletionCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    CompletionScript script = new CompletionScript(spec.parent());
    context
        .out()
        .print(
            switch (shell) {
              case bash -> script.bash();
              case zsh -> script.zsh();
              case fish -> script.fish();
            });
    return 0;
  }
}
