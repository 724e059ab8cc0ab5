package dev.jubelet.cli.command;

import dev.jubelet.base.Timers;
import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * What commands share: where they write, the time, and how they find the agent and its pods.
 *
 * <p>Thread: the command's.
 */
public record Context(
    InputStream in, PrintStream out, PrintStream err, Timers timers, AgentStarter starter) {

  AgentClient client(Path socket) {
    return new AgentClient(socket);
  }

  static List<Json> pods(AgentClient client) {
    return client.getJson("/jubelet/pods").at("items").items();
  }

  /** Lets time pass between two looks at the agent. */
  public void pause(Duration duration) throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    Timers.Pending pending = timers.after(duration, over::countDown);
    try {
      over.await();
    } finally {
      pending.cancel();
    }
  }
}
