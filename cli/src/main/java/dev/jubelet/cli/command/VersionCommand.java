package dev.jubelet.cli.command;

import dev.jubelet.cli.http.AgentClient;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code jubelet version}. */
@Command(
    name = "version",
    description = "Print the version of this command and of the agent, if one answers.")
public final class VersionCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final AgentOptions agent = new AgentOptions();

  public VersionCommand(Context context) {
    this.context = context;
  }

  /** The version of this command. */
  public static String own() {
    @Nullable String version = VersionCommand.class.getPackage().getImplementationVersion();
    return "jubelet " + (version == null ? "development build" : version);
  }

  @Override
  public Integer call() {
    context.out().println(own());
    AgentClient client = context.client(agent.path());
    if (client.isAlive()) {
      context.out().println("agent " + client.getJson("/jubelet/info").at("version").text());
    }
    return 0;
  }
}
