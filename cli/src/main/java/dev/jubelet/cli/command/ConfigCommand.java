package dev.jubelet.cli.command;

import dev.jubelet.app.flags.SupportReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code jubelet config}. */
@Command(name = "config", description = "Show what the agent understands of its configuration.")
public final class ConfigCommand implements Callable<Integer> {
  private final Context context;

  @Option(
      names = "--unsupported",
      required = true,
      description = "List the fields and flags that are read but have no effect yet.")
  private boolean unsupported;

  public ConfigCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (unsupported) {
      SupportReport.unsupported().forEach(context.out()::println);
    }
    return 0;
  }
}
