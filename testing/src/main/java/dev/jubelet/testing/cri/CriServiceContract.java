package dev.jubelet.testing.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.api.cri.ContainerEventResponse;
import dev.jubelet.api.cri.ContainerEventType;
import dev.jubelet.api.cri.ImageFsInfoRequest;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.ImageStatusRequest;
import dev.jubelet.api.cri.ImageStatusResponse;
import dev.jubelet.api.cri.ListImagesRequest;
import dev.jubelet.api.cri.RemoveImageRequest;
import dev.jubelet.api.cri.RuntimeCondition;
import dev.jubelet.api.cri.StatusRequest;
import dev.jubelet.api.cri.VersionRequest;
import dev.jubelet.api.cri.VersionResponse;
import dev.jubelet.edge.cri.CriEvents;
import dev.jubelet.edge.cri.CriException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What every runtime says of itself, its images and what happens in it. */
public abstract class CriServiceContract extends CriRuntimeContract {
  private static final String MISSING = "localhost/contract/missing:1";

  @Test
  void theVersionIsComplete() {
    VersionResponse version = runtime().version(VersionRequest.getDefaultInstance());

    assertThat(version.getVersion()).isEqualTo("0.1.0");
    assertThat(version.getRuntimeName()).isNotEmpty();
    assertThat(version.getRuntimeVersion()).isNotEmpty();
    assertThat(version.getRuntimeApiVersion()).isEqualTo("v1");
  }

  @Test
  void theStatusHasTheTwoRequiredConditions() {
    List<RuntimeCondition> conditions =
        runtime().status(StatusRequest.getDefaultInstance()).getStatus().getConditionsList();

    assertThat(conditions)
        .extracting(RuntimeCondition::getType)
        .contains("RuntimeReady", "NetworkReady");
  }

  @Test
  void aPresentImageHasAnIdAndASize() {
    ImageStatusResponse answer = runtime().imageStatus(status(subject().image()));

    assertThat(answer.getImage().getId()).isNotEmpty();
    assertThat(answer.getImage().getSize()).isPositive();
    assertThat(runtime().listImages(ListImagesRequest.getDefaultInstance()).getImagesList())
        .contains(answer.getImage());
  }

  @Test
  void anImageIsFoundByItsIdToo() {
    String id = runtime().imageStatus(status(subject().image())).getImage().getId();

    assertThat(runtime().imageStatus(status(id)).getImage().getId()).isEqualTo(id);
  }

  @Test
  void aMissingImageIsAnEmptyAnswerAndMayBeRemoved() {
    assertThat(runtime().imageStatus(status(MISSING)).hasImage()).isFalse();
    runtime().removeImage(RemoveImageRequest.newBuilder().setImage(spec(MISSING)).build());
  }

  @Test
  void theImageFilesystemHasAMountPoint() {
    assertThat(
            runtime()
                .imageFsInfo(ImageFsInfoRequest.getDefaultInstance())
                .getImageFilesystems(0)
                .getFsId()
                .getMountpoint())
        .startsWith("/");
  }

  @Test
  void eventsTellTheLifeOfAContainer() throws InterruptedException {
    assumeTrue(subject().hasEvents());
    List<ContainerEventResponse> seen = new CopyOnWriteArrayList<>();
    String container;
    Thread reader;
    try (CriEvents events = runtime().containerEvents()) {
      reader = Thread.ofVirtual().start(() -> read(events, seen));
      eventually(() -> subscribed(seen));
      container = run("watched").launch(exiting("main", 3));
      eventually(() -> types(seen, container).size() >= 3);
    }
    reader.join();

    assertThat(types(seen, container))
        .containsExactly(
            ContainerEventType.CONTAINER_CREATED_EVENT,
            ContainerEventType.CONTAINER_STARTED_EVENT,
            ContainerEventType.CONTAINER_STOPPED_EVENT);
  }

  @Test
  void aRuntimeWithoutEventsSaysSo() {
    assumeTrue(!subject().hasEvents());
    try (CriEvents events = runtime().containerEvents()) {
      assertThatExceptionOfType(CriException.class)
          .isThrownBy(events::next)
          .extracting(CriException::kind)
          .isEqualTo(CriException.Kind.UNIMPLEMENTED);
    }
  }

  /** A subscription begins some time after the call: a pod that comes and goes shows when. */
  private boolean subscribed(List<ContainerEventResponse> seen) {
    run("canary").remove();
    return !seen.isEmpty();
  }

  private static void read(CriEvents events, List<ContainerEventResponse> seen) {
    for (ContainerEventResponse e = events.next(); e != null; e = events.next()) {
      seen.add(e);
    }
  }

  private static List<ContainerEventType> types(List<ContainerEventResponse> seen, String id) {
    return seen.stream()
        .filter(event -> event.getContainerId().equals(id))
        .map(ContainerEventResponse::getContainerEventType)
        .toList();
  }

  private static ImageStatusRequest status(String reference) {
    return ImageStatusRequest.newBuilder().setImage(spec(reference)).build();
  }

  private static ImageSpec spec(String reference) {
    return ImageSpec.newBuilder().setImage(reference).build();
  }
}
