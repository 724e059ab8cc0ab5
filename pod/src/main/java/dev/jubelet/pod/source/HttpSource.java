package dev.jubelet.pod.source;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.manifest.ManifestException;
import dev.jubelet.pod.manifest.ManifestReader;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.pod.source.ManifestInterpreter.Contents;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Static pods, and objects for them, from a URL, asked again and again. Whatever goes wrong, the
 * last good answer stays in force; only an answer without content ends it.
 *
 * <p>Thread: a lane of its own. Owns: the hash of the last answer.
 */
public final class HttpSource implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final URI url;
  private final HttpFetcher fetcher;
  private final Duration frequency;
  private final Consumer<SourceSnapshot> snapshots;
  private final ManifestInterpreter interpreter;
  private final ProblemReporter reporter;
  private final Lane lane;
  private volatile boolean closed;
  private String contentHash = "";
  private List<SourceProblem> problems = List.of();

  /** Nothing happens before {@link #start}. */
  public HttpSource(
      URI url,
      Map<String, List<String>> headers,
      SourceSettings settings,
      Duration frequency,
      Timers timers,
      Consumer<SourceSnapshot> snapshots,
      Consumer<NodeEvent> events) {
    this.url = url;
    this.fetcher = new HttpFetcher(url, headers, TIMEOUT, ManifestReader.MAX_BYTES);
    this.frequency = frequency;
    this.snapshots = snapshots;
    this.interpreter = new ManifestInterpreter(settings, SourceKind.HTTP);
    this.reporter = new ProblemReporter(timers, events);
    this.lane = new Lane("http-source", this::step, timers);
  }

  public void start() {
    lane.wake();
  }

  /** What of it is wrong now. */
  public List<StandingProblem> problems() {
    return reporter.standing();
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
    UniqueObjects objects = new UniqueObjects();
    if (body.length == 0) {
      found.add(problem("answered without content: no static pods"));
    } else {
      read(body, pods, objects, found);
    }
    found.addAll(pods.problems());
    found.addAll(objects.problems());
    problems = List.copyOf(found);
    contentHash = hash;
    snapshots.accept(new SourceSnapshot(SourceKind.HTTP, pods.pods(), objects.objects()));
  }

  private void read(
      byte[] body, UniquePods pods, UniqueObjects objects, List<SourceProblem> found) {
    Contents contents = interpreter.interpret(body, url.toString());
    for (int i = 0; i < contents.pods().size(); i++) {
      pods.add(contents.pods().get(i), place() + " items[" + i + "]");
    }
    contents.objects().forEach(object -> objects.add(object, place()));
    if (!contents.warnings().isEmpty()) {
      found.add(new SourceProblem(place(), String.join("; ", contents.warnings()), false));
    }
  }

  private SourceProblem problem(String message) {
    return new SourceProblem(place(), message, true);
  }

  private String place() {
    return fetcher.withoutUser().toString();
  }
}
