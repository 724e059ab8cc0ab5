package dev.jubelet.cli.command;

import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code jubelet load}. */
@Command(
    name = "load",
    description = "Import the images of an archive (OCI or docker, plain or gzip) for pods to use.")
public final class LoadCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final AgentOptions agent = new AgentOptions();

  @Parameters(
      paramLabel = "FILE",
      description = "The archive, which the agent must be able to read under this path.")
  private Path archive = Path.of("");

  public LoadCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    String path = archive.toAbsolutePath().normalize().toString();
    AgentClient.Answer answer =
        context
            .client(agent.path())
            .post("/jubelet/images/load", Json.line(Map.of("archive", path)));
    if (!answer.isOk()) {
      throw AgentClient.refused(answer);
    }
    List<Json> images = answer.json().at("images").items();
    if (images.isEmpty()) {
      context.out().println("Imported; the archive names no images.");
    }
    images.forEach(image -> context.out().println(image.text()));
    return 0;
  }
}
