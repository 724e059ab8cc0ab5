package dev.jubelet.pod.source;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.manifest.Manifest;
import dev.jubelet.pod.manifest.ManifestException;
import dev.jubelet.pod.manifest.ManifestReader;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.model.SourceSnapshot;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Static pods from a URL, asked again and again. Whatever goes wrong, the pods of the last good
 * answer stay wanted; only an answer without content ends them.
 *
 * <p>Thread: a lane of its own. Owns: the hash of the last answer.
 */
public final class HttpSource implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final URI url;
  private final HttpFetcher fetcher;
  private final Duration frequency;
  private final Consumer<SourceSnapshot> snapshots;
  private final StaticIdentity identity;
  private final ProblemReporter reporter;
  private final Lane lane;
  private volatile boolean closed;
  private String contentHash = "";
  private List<SourceProblem> problems = List.of();

  /** Nothing happens before {@link #start}. */
  public HttpSource(
      URI url,
      Map<String, List<String>> headers,
      String nodeName,
      Duration frequency,
      Timers timers,
      Consumer<SourceSnapshot> snapshots,
      Consumer<NodeEvent> events) {
    this.url = url;
    this.fetcher = new HttpFetcher(url, headers, TIMEOUT, ManifestReader.MAX_BYTES);
    this.frequency = frequency;
    this.snapshots = snapshots;
    this.identity = new StaticIdentity(nodeName);
    this.reporter = new ProblemReporter(timers, events);
    this.lane = new Lane("http-source", this::step, timers);
  }

  public void start() {
    lane.wake();
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }

  /** Asks once. */
  Lane.Next step() {
    if (closed) {
      fetcher.close();
      return Lane.Next.DONE;
    }
    try {
      accept(fetcher.fetch());
      reporter.update(problems);
    } catch (IOException | ManifestException | IllegalArgumentException e) {
      reporter.update(List.of(problem(String.valueOf(e.getMessage()))));
    } catch (InterruptedException e) {
      // Only closing interrupts, and the next step sees that.
      return Lane.Next.AGAIN;
    }
    return new Lane.Next.After(frequency);
  }

  private void accept(byte[] body) {
    String hash = new Fnv128a().add(body).hex();
    if (hash.equals(contentHash)) {
      return;
    }
    List<SourceProblem> found = new ArrayList<>();
    UniquePods pods = new UniquePods(SourceKind.HTTP);
    if (body.length == 0) {
      found.add(problem("answered without content: no static pods"));
    } else {
      read(body, pods, found);
    }
    found.addAll(pods.problems());
    problems = List.copyOf(found);
    contentHash = hash;
    snapshots.accept(new SourceSnapshot(SourceKind.HTTP, pods.pods()));
  }

  private void read(byte[] body, UniquePods pods, List<SourceProblem> found) {
    Manifest manifest = ManifestReader.read(body);
    for (int i = 0; i < manifest.entries().size(); i++) {
      Manifest.Entry entry = manifest.entries().get(i);
      pods.add(
          identity.assign(entry, SourceKind.HTTP, url.toString()), place() + " items[" + i + "]");
    }
    if (!manifest.warnings().isEmpty()) {
      found.add(new SourceProblem(place(), String.join("; ", manifest.warnings()), false));
    }
  }

  private SourceProblem problem(String message) {
    return new SourceProblem(place(), message, true);
  }

  private String place() {
    return fetcher.withoutUser().toString();
  }
}
