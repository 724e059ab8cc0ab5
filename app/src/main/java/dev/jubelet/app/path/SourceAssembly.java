package dev.jubelet.app.path;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.SourceFields;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.source.FileSource;
import dev.jubelet.pod.source.HttpSource;
import dev.jubelet.pod.source.SourceSettings;
import dev.jubelet.pod.source.StandingProblem;
import dev.jubelet.pod.sync.SourceUpdates;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The sources that the configuration names, except the API server's. */
record SourceAssembly(SourceUpdates updates, Optional<FileSource> file, Optional<HttpSource> http) {

  /** The sources that must have been read before a pod that is not known counts as unwanted. */
  static Set<SourceKind> expected(KubeletConfig config, boolean inCluster) {
    Set<SourceKind> expected = EnumSet.noneOf(SourceKind.class);
    if (!config.get(SourceFields.STATIC_POD_PATH).isEmpty()) {
      expected.add(SourceKind.FILE);
    }
    if (!config.get(SourceFields.STATIC_POD_URL).isEmpty()) {
      expected.add(SourceKind.HTTP);
    }
    if (inCluster) {
      expected.add(SourceKind.API);
    }
    return expected;
  }

  static SourceAssembly of(
      KubeletConfig config,
      SourceSettings settings,
      SourceUpdates updates,
      Timers timers,
      PathWatcher watcher,
      Consumer<NodeEvent> events) {
    Optional<FileSource> file =
        Optional.of(config.get(SourceFields.STATIC_POD_PATH))
            .filter(path -> !path.isEmpty())
            .map(
                path ->
                    new FileSource(
                        Path.of(path),
                        settings,
                        config.get(SourceFields.FILE_CHECK_FREQUENCY),
                        timers,
                        watcher,
                        updates::accept,
                        events));
    Optional<HttpSource> http =
        Optional.of(config.get(SourceFields.STATIC_POD_URL))
            .filter(url -> !url.isEmpty())
            .map(
                url ->
                    new HttpSource(
                        URI.create(url),
                        config.get(SourceFields.STATIC_POD_URL_HEADER),
                        settings,
                        config.get(SourceFields.HTTP_CHECK_FREQUENCY),
                        timers,
                        updates::accept,
                        events));
    return new SourceAssembly(updates, file, http);
  }

  void addTo(Lifecycle lifecycle) {
    lifecycle.add("pod sources", updates::start, () -> {});
    file.ifPresent(source -> lifecycle.add("pods from files", source::start, source::close));
    http.ifPresent(source -> lifecycle.add("pods from a URL", source::start, source::close));
  }

  /** What is wrong with the manifests now. */
  List<StandingProblem> problems() {
    return Stream.concat(
            file.stream().flatMap(source -> source.problems().stream()),
            http.stream().flatMap(source -> source.problems().stream()))
        .toList();
  }
}
