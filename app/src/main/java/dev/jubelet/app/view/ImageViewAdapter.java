package dev.jubelet.app.view;

import dev.jubelet.app.path.HandPull;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.image.archive.ArchiveException;
import dev.jubelet.image.archive.ArchiveLoader;
import dev.jubelet.image.collect.CollectionException;
import dev.jubelet.image.collect.CollectionPlan;
import dev.jubelet.image.collect.CollectionSettings;
import dev.jubelet.image.collect.ImageCollector;
import dev.jubelet.image.collect.ImageDisk;
import dev.jubelet.image.collect.ImageReport;
import dev.jubelet.image.collect.KeepReason;
import dev.jubelet.image.collect.KnownImage;
import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.server.AgentException;
import dev.jubelet.server.image.ImageView;
import java.nio.file.Path;
import java.util.List;

/**
 * The images as the people's command sees them.
 *
 * @param collects whether this agent removes images by itself
 */
public record ImageViewAdapter(
    ImageCollector collector, HandPull puller, ArchiveLoader archives, boolean collects)
    implements ImageView {

  @Override
  public Listing list() {
    ImageReport report = report();
    return new Listing(
        disk(report.disk()), report.images().stream().map(ImageViewAdapter::row).toList());
  }

  @Override
  public Plans plans() {
    ImageReport report = report();
    return new Plans(
        disk(report.disk()),
        collects && !collector.settings().isOff(),
        plan(report.now()),
        plan(report.unused()));
  }

  private ImageReport report() {
    try {
      return collector.report();
    } catch (CollectionException e) {
      throw new AgentException(AgentException.Kind.INTERNAL, e.text(), e);
    }
  }

  @Override
  public String pull(String image) {
    try {
      return switch (puller.pull(image)) {
        case ImageOutcome.Present present -> present.imageRef();
        case ImageOutcome.Unavailable unavailable ->
            throw new AgentException(
                AgentException.Kind.INTERNAL,
                unavailable.error().reason().wireName() + ": " + unavailable.error().message());
      };
    } catch (CriException e) {
      throw new AgentException(AgentException.Kind.INTERNAL, e.text(), e);
    }
  }

  @Override
  public List<String> load(Path archive) {
    try {
      return archives.load(archive);
    } catch (ArchiveException e) {
      AgentException.Kind kind =
          switch (e.kind()) {
            case NOT_FOUND -> AgentException.Kind.NOT_FOUND;
            case BAD -> AgentException.Kind.INVALID;
            case UNAVAILABLE -> AgentException.Kind.INTERNAL;
          };
      throw new AgentException(kind, e.text(), e);
    }
  }

  private Disk disk(ImageDisk disk) {
    CollectionSettings settings = collector.settings();
    return new Disk(
        disk.place(),
        disk.capacityBytes(),
        disk.availableBytes(),
        disk.usedPercent(),
        settings.highPercent(),
        settings.lowPercent());
  }

  private static Plan plan(CollectionPlan plan) {
    return new Plan(
        plan.bytesToFree(),
        plan.deletions().stream()
            .map(deletion -> new Choice(row(deletion.image()), deletion.reason().text()))
            .toList(),
        plan.kept().stream()
            .map(kept -> new Choice(row(kept.image()), kept.reason().text()))
            .toList());
  }

  private static Row row(KnownImage image) {
    return new Row(
        image.id(),
        image.tags(),
        image.digests(),
        image.sizeBytes(),
        image.guard().filter(guard -> guard == KeepReason.PINNED).isPresent(),
        image.isImported(),
        image.firstDetected().orElse(null),
        image.lastUsed().orElse(null),
        image.pods());
  }
}
