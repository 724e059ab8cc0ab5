package dev.jubelet.server.logs;

import dev.jubelet.base.Timers;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Handler;
import dev.jubelet.server.http.Refusal;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /containerLogs/{namespace}/{pod}/{container}}.
 *
 * <p>Thread: the connection's. Owns: the signals of the streams that run, to end them when the
 * server stops.
 */
public final class ContainerLogPage implements Handler, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ContainerLogPage.class);
  public static final String PATTERN = "/containerLogs/{namespace}/{pod}/{container}";

  private static final LogQuery NOTHING = new LogQuery(false, false, false, null, 0L, null);

  private final LogFiles files;
  private final LogChanges changes;
  private final Timers timers;
  private final boolean splitsStreams;
  private final Set<FollowSignal> signals = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** {@code splitsStreams} is whether one stream of a container can be asked for. */
  public ContainerLogPage(
      LogFiles files, LogChanges changes, Timers timers, boolean splitsStreams) {
    this.files = files;
    this.changes = changes;
    this.timers = timers;
    this.splitsStreams = splitsStreams;
  }

  @Override
  public void handle(Exchange exchange) throws IOException {
    LogQuery query = LogQuery.parse(exchange.request().query(), timers.now(), splitsStreams);
    String name = exchange.captured("pod");
    Pod pod =
        files
            .pod(exchange.captured("namespace"), name)
            .orElseThrow(() -> new Refusal(404, "pod \"" + name + "\" does not exist"));
    String id = new LogInstance(pod, exchange.captured("container")).choose(query.previous());
    LogFiles.Location location =
        files
            .locate(pod, id)
            .orElseThrow(() -> new Refusal(400, "the runtime knows no container " + id));
    answer(exchange, query, location, () -> files.running(pod, id));
  }

  private void answer(
      Exchange exchange, LogQuery query, LogFiles.Location location, BooleanSupplier running)
      throws IOException {
    refuseUnlessReadable(location);
    FollowSignal signal = new FollowSignal();
    signals.add(signal);
    try (OutputStream out =
        exchange.response().status(200).header("Content-Type", Exchange.TEXT).stream(
            signal::stop)) {
      out.flush();
      LogStream stream = new LogStream(location, new LogWriter(out, query), signal, timers);
      if (query.follow() && !closed) {
        stream.follow(query, changes, running);
      } else {
        stream.copy(query);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a log was followed");
    } finally {
      signals.remove(signal);
    }
  }

  /** Before the headers are out, a failure can still be told with its own status. */
  private static void refuseUnlessReadable(LogFiles.Location location) {
    try {
      new LogSeries(location).open(NOTHING).forEach(Segment::close);
    } catch (NoSuchFileException e) {
      throw new Refusal(400, "the log file " + location.file() + " does not exist");
    } catch (IOException e) {
      log.atWarn().setCause(e).addKeyValue("file", location.file()).log("Failed to read the log");
      throw new Refusal(400, "the log file " + location.file() + " cannot be read safely");
    }
  }

  /** Ends all streams. */
  @Override
  public void close() {
    closed = true;
    signals.forEach(FollowSignal::stop);
  }
}
