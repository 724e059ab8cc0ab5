package dev.jubelet.app.path;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.SourceFields;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.pod.merge.Merger;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.PodChange;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.pod.objects.LocalObjects;
import dev.jubelet.pod.source.FileSource;
import dev.jubelet.pod.source.HttpSource;
import dev.jubelet.pod.source.SourceSettings;
import dev.jubelet.pod.source.StandingProblem;
import dev.jubelet.pod.sync.LoopEvent;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The sources that the configuration names, and the merger behind them and the API server's.
 *
 * <p>Thread: the sources' lanes, one at a time. Owns: the merger.
 */
final class SourceJoin {
  private final Optional<FileSource> file;
  private final Optional<HttpSource> http;
  private final boolean api;
  private final Merger merger;
  private final LocalObjects objects;
  private final Consumer<LoopEvent> inbox;

  SourceJoin(
      KubeletConfig config,
      SourceSettings settings,
      LocalObjects objects,
      Timers timers,
      PathWatcher watcher,
      Consumer<NodeEvent> events,
      Consumer<LoopEvent> inbox) {
    this.api = !settings.standalone();
    this.objects = objects;
    this.inbox = inbox;
    String path = config.get(SourceFields.STATIC_POD_PATH);
    String url = config.get(SourceFields.STATIC_POD_URL);
    file =
        path.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new FileSource(
                    Path.of(path),
                    settings,
                    config.get(SourceFields.FILE_CHECK_FREQUENCY),
                    timers,
                    watcher,
                    this::accept,
                    events));
    http =
        url.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new HttpSource(
                    URI.create(url),
                    config.get(SourceFields.STATIC_POD_URL_HEADER),
                    settings,
                    config.get(SourceFields.HTTP_CHECK_FREQUENCY),
                    timers,
                    this::accept,
                    events));
    merger = new Merger(expected(), timers, events);
  }

  private Set<SourceKind> expected() {
    Set<SourceKind> expected = EnumSet.noneOf(SourceKind.class);
    file.ifPresent(source -> expected.add(SourceKind.FILE));
    http.ifPresent(source -> expected.add(SourceKind.HTTP));
    if (api) {
      expected.add(SourceKind.API);
    }
    return expected;
  }

  void start() {
    if (merger.allSourcesSeen()) {
      inbox.accept(new LoopEvent.PodsChanged(List.of(), true));
    }
    file.ifPresent(FileSource::start);
    http.ifPresent(HttpSource::start);
  }

  List<StandingProblem> problems() {
    return Stream.concat(
            file.stream().flatMap(source -> source.problems().stream()),
            http.stream().flatMap(source -> source.problems().stream()))
        .toList();
  }

  void stop() {
    file.ifPresent(FileSource::close);
    http.ifPresent(HttpSource::close);
  }

  /**
   * The objects first: a pod that came with them must find them. The source of the API server,
   * which is not started here, calls this too.
   */
  synchronized void accept(SourceSnapshot snapshot) {
    Set<ObjectKey> changed = objects.replace(snapshot.source(), snapshot.objects());
    List<PodChange> changes = merger.accept(snapshot);
    inbox.accept(new LoopEvent.PodsChanged(changes, merger.allSourcesSeen()));
    if (!changed.isEmpty()) {
      inbox.accept(new LoopEvent.ObjectsChanged(changed));
    }
  }

  /** What a source last wanted, while it has not been read. */
  synchronized void acceptProvisional(SourceSnapshot snapshot) {
    List<PodChange> changes = merger.acceptProvisional(snapshot);
    inbox.accept(new LoopEvent.PodsChanged(changes, merger.allSourcesSeen()));
  }
}
