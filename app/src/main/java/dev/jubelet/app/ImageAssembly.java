package dev.jubelet.app;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.RuntimeFields;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.app.flags.OwnFlags;
import dev.jubelet.app.path.AgentContext;
import dev.jubelet.app.path.HandPull;
import dev.jubelet.app.view.ImageViewAdapter;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.edge.host.ProcessCommands;
import dev.jubelet.image.archive.ArchiveDirectory;
import dev.jubelet.image.archive.ArchiveLoader;
import dev.jubelet.image.archive.ArchiveProblem;
import dev.jubelet.image.archive.CtrImport;
import dev.jubelet.image.archive.CtrProgram;
import dev.jubelet.image.collect.CollectionLoop;
import dev.jubelet.image.collect.CollectionSettings;
import dev.jubelet.image.collect.ImageCollector;
import dev.jubelet.image.collect.PulledImages;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.server.AgentView.Problem;
import dev.jubelet.server.http.Router;
import dev.jubelet.server.image.ImagePages;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The images of the node beside the pods' path: their collection, their import, their pages. */
final class ImageAssembly {
  private static final String ARCHIVE_STATE = "image-archives.json";

  /** Archives may be large and disks slow. */
  private static final Duration IMPORT_PATIENCE = Duration.ofMinutes(30);

  private final ImageCollector collector;
  private final Optional<ArchiveDirectory> archives;
  private final ImagePages pages;

  /**
   * @param collects whether the node's images are this agent's to remove
   */
  ImageAssembly(
      AgentContext in,
      HandPull puller,
      Optional<PulledImages> pullRecords,
      boolean collects,
      Lifecycle lifecycle) {
    KubeletConfig config = in.options().config();
    collector =
        new ImageCollector(
            in.cri(),
            settings(config),
            pullRecords,
            in.meters().images,
            in.eventLog(),
            in.timers());
    if (collects) {
      CollectionLoop loop = new CollectionLoop(collector, in.eventLog(), in.timers());
      lifecycle.add("image collection", loop::start, loop::close);
    }
    ArchiveLoader loader = loader(in);
    archives = archives(in, loader);
    archives.ifPresent(
        directory -> lifecycle.add("image archives", directory::start, directory::close));
    pages =
        new ImagePages(
            new ImageViewAdapter(collector, puller, loader, collects), KubernetesJson.mapper());
  }

  private static CollectionSettings settings(KubeletConfig config) {
    return new CollectionSettings(
        config.get(RuntimeFields.IMAGE_GC_HIGH_THRESHOLD_PERCENT),
        config.get(RuntimeFields.IMAGE_GC_LOW_THRESHOLD_PERCENT),
        config.get(RuntimeFields.IMAGE_MINIMUM_GC_AGE),
        config.get(RuntimeFields.IMAGE_MAXIMUM_GC_AGE),
        config.features().enabled("RuntimeClassInImageCriApi"));
  }

  private static ArchiveLoader loader(AgentContext in) {
    KubeletConfig config = in.options().config();
    String images = config.get(RuntimeFields.IMAGE_SERVICE_ENDPOINT);
    Path socket =
        CriEndpoint.parse(
                images.isEmpty() ? config.get(RuntimeFields.CONTAINER_RUNTIME_ENDPOINT) : images)
            .path();
    String searchPath = Objects.requireNonNullElse(System.getenv("PATH"), "");
    return new ArchiveLoader(
        new CtrImport(
            in.runtimeName(),
            socket,
            new ProcessCommands(IMPORT_PATIENCE),
            () -> CtrProgram.find(socket, searchPath)),
        in.cri(),
        in.timers());
  }

  private static Optional<ArchiveDirectory> archives(AgentContext in, ArchiveLoader loader) {
    String directory = in.options().flags().get(OwnFlags.IMAGE_ARCHIVE_DIR);
    Path root = Path.of(in.options().flags().get(NodeFlags.ROOT_DIR));
    return directory.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ArchiveDirectory(
                Path.of(directory),
                loader,
                root.resolve(ARCHIVE_STATE),
                in.files(),
                in.eventLog(),
                in.timers()));
  }

  /** For whoever must free the disk before pods have to go. */
  ImageCollector collector() {
    return collector;
  }

  void addPages(Router.Builder routes) {
    pages.addTo(routes);
  }

  /** What could not be imported. */
  List<Problem> problems() {
    return archives.map(ArchiveDirectory::problems).orElse(List.of()).stream()
        .map(ImageAssembly::problem)
        .toList();
  }

  private static Problem problem(ArchiveProblem problem) {
    return new Problem(
        "image archive",
        problem.file().toString(),
        problem.message(),
        "replace or remove the archive; a changed one is imported at once",
        problem.since());
  }
}
