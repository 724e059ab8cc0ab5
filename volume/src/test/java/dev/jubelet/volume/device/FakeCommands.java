package dev.jubelet.volume.device;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.host.HostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Programs that are only written down, and answer as they are told. */
public final class FakeCommands implements HostCommands {
  private final List<String> ran = new ArrayList<>();
  private final Map<String, Optional<Result>> answers = new HashMap<>();
  private final Map<String, Runnable> effects = new HashMap<>();

  @Override
  public synchronized Result run(List<String> command) {
    String line = String.join(" ", command);
    ran.add(line);
    effects.getOrDefault(line, () -> {}).run();
    Optional<Result> answer = answers.getOrDefault(line, Optional.of(new Result(0, "")));
    return answer.orElseThrow(
        () -> new HostException(HostException.Kind.NOT_FOUND, "cannot run " + command.getFirst()));
  }

  public void answer(String line, int status, String output) {
    answers(line, new Result(status, output));
  }

  public synchronized void answers(String line, Result result) {
    answers.put(line, Optional.of(result));
  }

  public synchronized void missing(String line) {
    answers.put(line, Optional.empty());
  }

  /** What happens in the world when the program runs. */
  public synchronized void effect(String line, Runnable effect) {
    effects.put(line, effect);
  }

  public synchronized List<String> ran() {
    return List.copyOf(ran);
  }
}
