package dev.jubelet.image.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.ContainerMetadata;
import dev.jubelet.api.cri.Image;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.Mount;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxMetadata;
import dev.jubelet.api.cri.RemoveImageRequest;
import dev.jubelet.base.Lane;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.testing.cri.CriPod;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Passes over a fake runtime whose images are all that lies on a disk of 1000 bytes. */
class ImageCollectorTest {
  private static final long CAPACITY = 1000;

  private final ManualTimers timers = new ManualTimers();
  private final FakeCri cri = new FakeCri(timers, FakeProfile.containerd2());
  private final List<NodeEvent> events = new ArrayList<>();
  private final List<DeletionReason> counted = new ArrayList<>();
  private final List<Set<String>> pruned = new ArrayList<>();
  private long capacity = CAPACITY;
  private long otherBytes;

  private ImageCollector collector(String maximumAge) {
    return collector(
        new CollectionSettings(85, 80, Duration.ofMinutes(2), Duration.parse(maximumAge), false));
  }

  private ImageCollector collector(CollectionSettings settings) {
    PulledImages records = (present, started) -> pruned.add(present);
    return new ImageCollector(
        cri,
        settings,
        Optional.of(records),
        counted::add,
        events::add,
        timers,
        path -> Optional.of(new Filesystem(capacity, available(), 0, 0, 0)));
  }

  private long available() {
    long images = cri.images().list().stream().mapToLong(Image::getSize).sum();
    return Math.max(0, CAPACITY - images - otherBytes);
  }

  private String pulled(String name, long bytes) {
    return cri.images().add(Image.newBuilder().setSize(bytes), name);
  }

  private static ContainerConfig container(String image, Mount... mounts) {
    return ContainerConfig.newBuilder()
        .setMetadata(ContainerMetadata.newBuilder().setName("c"))
        .setImage(ImageSpec.newBuilder().setImage(image))
        .putLabels("io.kubernetes.pod.namespace", "shop")
        .putLabels("io.kubernetes.pod.name", "web")
        .addAllMounts(List.of(mounts))
        .build();
  }

  private CriPod pod() {
    return new CriPod(
        cri,
        PodSandboxConfig.newBuilder()
            .setMetadata(PodSandboxMetadata.newBuilder().setName("web").setUid("u"))
            .build());
  }

  private List<String> present() {
    return cri.images().list().stream().flatMap(i -> i.getRepoTagsList().stream()).toList();
  }

  private List<String> told() {
    return events.stream().map(NodeEvent::reason).toList();
  }

  @Test
  void aPassBelowTheThresholdRemovesNothing() {
    pulled("a:1", 840);

    collector("PT0S").collect();

    assertThat(present()).containsExactly("a:1");
    assertThat(pruned).isEmpty();
  }

  @Test
  void aPassEndsAtTheLowThreshold() {
    pulled("a:1", 300);
    pulled("b:1", 300);
    pulled("c:1", 260);
    String used = pulled("d:1", 40);
    pod().launch(container("d:1"));

    collector("PT0S").collect();

    assertThat(present()).containsExactly("b:1", "c:1", "d:1");
    assertThat(counted).containsExactly(DeletionReason.SPACE);
    assertThat(events).isEmpty();
    assertThat(pruned).hasSize(1).allMatch(left -> left.size() == 3 && left.contains(used));
  }

  @Test
  void whatTheDiskNeedsNoMoreStaysThoughTheSizesSaidOtherwise() {
    pulled("a:1", 10);
    pulled("b:1", 10);
    otherBytes = 850;
    cri.script().before("RemoveImage", () -> otherBytes = 700);

    collector("PT0S").collect();

    assertThat(present()).containsExactly("b:1");
    assertThat(events).isEmpty();
  }

  @Test
  void importedImagesStayOnceTheDiskIsBelowTheHighThreshold() {
    pulled("a:1", 10);
    cri.images().addImported("own:1", 400);
    otherBytes = 500;
    ImageCollector collector = collector("PT0S");
    assertThat(collector.report().now().deletions()).hasSize(2);
    cri.script().before("RemoveImage", () -> otherBytes = 420);

    assertThatThrownBy(collector::collect).hasMessageContaining("freed 10 bytes");
    assertThat(present()).containsExactly("own:1");

    otherBytes = 500;
    collector.collect();
    assertThat(present()).isEmpty();
    assertThat(counted).containsExactly(DeletionReason.SPACE, DeletionReason.LAST_RESORT);
  }

  @Test
  void deadContainersAndVolumesKeepTheirImages() {
    String volume = pulled("volume:1", 300);
    pulled("dead:1", 300);
    pulled("idle:1", 300);
    CriPod pod = pod();
    Mount mount =
        Mount.newBuilder()
            .setContainerPath("/data")
            .setImage(ImageSpec.newBuilder().setImage(volume))
            .build();
    String container = pod.launch(container("dead:1", mount));
    cri.exit(container, 1);

    ImageCollector collector = collector("PT0S");
    assertThat(collector.report().images())
        .filteredOn(image -> image.pods().equals(List.of("shop/web")))
        .extracting(KnownImage::name)
        .containsExactlyInAnyOrder("volume:1", "dead:1");
    collector.collect();

    assertThat(present()).containsExactly("volume:1", "dead:1");
  }

  @Test
  void theSandboxImageAndPinnedOnesStay() {
    pulled("registry/pause:3", 300);
    cri.images().add(Image.newBuilder().setSize(300).setPinned(true), "pinned:1");
    pulled("registry/other-pause:3", 300);
    cri.health()
        .showConfig(
            """
            {"sandboxImage":"registry/pause:3","pinnedImages":{"sandbox":"registry/other-pause:3"}}
            """);

    assertThatThrownBy(() -> collector("PT0S").collect()).isInstanceOf(CollectionException.class);

    assertThat(present()).hasSize(3);
    assertThat(told()).containsExactly("FreeDiskSpaceFailed");
  }

  @Test
  void anImageThatComesIntoUseDuringThePassStays() {
    pulled("a:1", 100);
    pulled("b:1", 150);
    pulled("c:1", 200);
    pulled("d:1", 200);
    otherBytes = 350;
    cri.script()
        .before(
            "RemoveImage",
            () -> {
              cri.script().reset("RemoveImage");
              pod().launch(container("b:1"));
            });

    collector("PT0S").collect();

    assertThat(present()).containsExactly("b:1", "d:1");
    assertThat(events).isEmpty();
  }

  @Test
  void oldImagesGoWhenTheAgentHasWatchedLongEnough() {
    pulled("never:1", 10);
    pulled("once:1", 10);
    CriPod pod = pod();
    String container = pod.launch(container("once:1"));
    ImageCollector collector = collector("PT10M");
    collector.collect();
    pod.stop(container, 0);
    pod.remove(container);
    timers.advance(Duration.ofMinutes(10));
    collector.collect();
    assertThat(present()).hasSize(2);

    timers.advance(Duration.ofSeconds(1));
    collector.collect();

    assertThat(present()).isEmpty();
    assertThat(counted).containsExactly(DeletionReason.AGE, DeletionReason.AGE);
    assertThat(pruned).isEmpty();
  }

  @Test
  void imagesThatCameLatelyAreTooYoung() {
    ImageCollector collector = collector("PT0S");
    collector.collect();
    pulled("new:1", 900);
    assertThatThrownBy(collector::collect).hasMessageContaining("(freed 0 bytes)");
    timers.stepWall(Duration.ofHours(5));
    assertThatThrownBy(collector::collect).hasMessageContaining("(freed 0 bytes)");

    timers.advance(Duration.ofMinutes(2));
    collector.collect();

    assertThat(present()).isEmpty();
  }

  @Test
  void tooLittleSpaceIsTold() {
    pulled("a:1", 20);
    otherBytes = 890;

    assertThatThrownBy(() -> collector("PT0S").collect())
        .hasMessage(
            "Insufficient free disk space on the node's image filesystem (91% of 1000 B used)."
                + " Failed to free sufficient space by deleting unused images (freed 20 bytes)."
                + " Investigate disk usage, as it could be used by active images, logs, volumes,"
                + " or other data.");
    assertThat(told()).containsExactly("FreeDiskSpaceFailed");
    assertThat(pruned).containsExactly(Set.of());
  }

  @Test
  void failedRemovalsDoNotEndTheWalkButThePass() {
    pulled("a:1", 300);
    pulled("b:1", 300);
    pulled("c:1", 300);
    cri.script().fail("RemoveImage", 1, CriException.Kind.INTERNAL, "read-only file system");

    assertThatThrownBy(() -> collector("PT0S").collect())
        .hasMessage(
            "wanted to free 100 bytes, but freed 300 bytes space with errors in image deletion:"
                + " rpc error: code = Unknown desc = read-only file system");
    assertThat(pruned).isEmpty();

    cri.script().fail("RemoveImage", 1, CriException.Kind.INTERNAL, "read-only file system");
    timers.advance(Duration.ofHours(1));
    ImageCollector aged = collector("PT1M");
    timers.advance(Duration.ofMinutes(2));
    assertThatThrownBy(aged::collect)
        .hasMessage(
            "wanted to free images older than 1m0s, encountered errors in image deletion:"
                + " rpc error: code = Unknown desc = read-only file system");
  }

  @Test
  void aDiskWithoutCapacityIsTold() {
    capacity = 0;

    assertThatThrownBy(() -> collector("PT0S").collect())
        .hasMessage("invalid capacity 0 on image filesystem");
    assertThat(told()).containsExactly("InvalidDiskCapacity");
  }

  @Test
  void aContainerWhoseStatusFailsEndsThePassUnlessItHasGone() {
    pulled("a:1", 900);
    pulled("other:1", 1);
    pod().launch(container("other:1"));
    cri.script().fail("ContainerStatus", 1, CriException.Kind.NOT_FOUND, "gone");
    collector("PT0S").collect();
    assertThat(present()).containsExactly("other:1");

    cri.script().fail("ContainerStatus", 1, CriException.Kind.INTERNAL, "no");
    assertThatThrownBy(() -> collector("PT0S").collect())
        .hasMessage("get container status: rpc error: code = Unknown desc = no");
  }

  @Test
  void deletingAllUnusedImagesReturnsTheirBytes() {
    pulled("a:1", 30);
    cri.images().addImported("own:1", 40);
    pulled("used:1", 50);
    pod().launch(container("used:1"));

    assertThat(collector("PT0S").deleteUnused()).isEqualTo(70);

    assertThat(present()).containsExactly("used:1");
    assertThat(cri.script().requests(RemoveImageRequest.class))
        .extracting(request -> request.getImage().getImage())
        .hasSize(2)
        .last()
        .isEqualTo(cri.images().addImported("own:1", 40));
    assertThat(pruned).hasSize(1);
  }

  @Test
  void deletingGoesOnAfterAFailure() {
    pulled("a:1", 30);
    pulled("b:1", 40);
    cri.script().fail("RemoveImage", 1, CriException.Kind.INTERNAL, "no");

    assertThat(collector("PT0S").deleteUnused()).isEqualTo(40);
    assertThat(pruned).isEmpty();
  }

  @Test
  void handlersTellEqualImagesApartWhereTheyCount() {
    cri.images()
        .add(
            Image.newBuilder()
                .setSize(900)
                .setSpec(ImageSpec.newBuilder().setRuntimeHandler("kata")),
            "a:1");
    pod().launch(container("a:1"));

    assertThat(collector("PT0S").report().images())
        .allMatch(image -> image.key().equals(image.id()) && !image.pods().isEmpty());
    assertThat(
            collector(new CollectionSettings(85, 80, Duration.ZERO, Duration.ZERO, true))
                .report()
                .images())
        .allMatch(image -> image.key().equals(image.id() + ",kata") && image.pods().isEmpty());
  }

  @Test
  void theLoopTellsFromTheSecondFailureInARowOn() {
    pulled("a:1", 900);
    CollectionLoop loop = new CollectionLoop(collector("PT0S"), events::add, timers);
    cri.script().fail("ListImages", 3, CriException.Kind.UNAVAILABLE, "away");

    assertThat(loop.step()).isEqualTo(new Lane.Next.After(Duration.ofMinutes(5)));
    assertThat(events).isEmpty();
    loop.step();
    loop.step();
    assertThat(told()).containsExactly("ImageGCFailed", "ImageGCFailed");
    assertThat(events.getFirst().message())
        .isEqualTo("list images: rpc error: code = Unavailable desc = away");

    loop.step();
    assertThat(present()).isEmpty();
    cri.script().fail("ListImages", 1, CriException.Kind.UNAVAILABLE, "away");
    loop.step();
    assertThat(events).hasSize(2);

    loop.close();
    assertThat(loop.step()).isEqualTo(Lane.Next.DONE);
  }

  @Test
  void withCollectionOffImagesAreOnlyWatched() {
    pulled("a:1", 1000);
    CollectionSettings off = new CollectionSettings(100, 80, Duration.ZERO, Duration.ZERO, false);
    ImageCollector collector = collector(off);
    CollectionLoop loop = new CollectionLoop(collector, events::add, timers);
    loop.step();
    timers.advance(Duration.ofMinutes(1));
    pulled("b:1", 1);

    assertThat(collector.report().images())
        .extracting(KnownImage::firstDetected)
        .containsExactly(Optional.empty(), Optional.of(Instant.parse("2026-01-01T00:01:00Z")));
    assertThat(present()).hasSize(2);
  }
}
