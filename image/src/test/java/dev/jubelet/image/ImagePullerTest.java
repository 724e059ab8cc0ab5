package dev.jubelet.image;

import static dev.jubelet.image.PullFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.Image;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.ImageStatusRequest;
import dev.jubelet.api.cri.Int64Value;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PullImageRequest;
import dev.jubelet.api.cri.RemoveImageRequest;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.ImageVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("10.6")
class ImagePullerTest {
  private final PullFixture fixture = new PullFixture(PullFixture.SERIAL);

  private long pullCount() {
    return fixture.cri.script().requests(PullImageRequest.class).size();
  }

  private static StartError error(ImageOutcome outcome) {
    return ((ImageOutcome.Unavailable) outcome).error();
  }

  @Test
  void aMissingImageIsPulledAndTold() {
    fixture.cri.script().before("PullImage", () -> fixture.timers.advance(Duration.ofMillis(1250)));
    ImageOutcome outcome = fixture.ensure(pod("1", "app:v1", "IfNotPresent"));
    String id = fixture.cri.images().list().getFirst().getId();
    assertThat(outcome).isEqualTo(new ImageOutcome.Present(id, OptionalLong.empty(), ""));
    assertThat(fixture.told())
        .containsExactly(
            "Pulling: Pulling image \"app:v1\"",
            "Pulled: Successfully pulled image \"app:v1\" in 1.25s (1.25s including waiting)."
                + " Image size: 4194304 bytes.");
  }

  @Test
  void anImageOfAVolumeIsPulledForThePodAsAWhole() {
    Pod pod = pod("1", "app:v1", "Never");
    ImageOutcome outcome =
        fixture.puller.ensure(
            pod,
            new ImageVolumeSource("Always", "model:v2"),
            PodSandboxConfig.getDefaultInstance(),
            what -> {});
    assertThat(outcome).isInstanceOf(ImageOutcome.Present.class);
    assertThat(fixture.events).extracting(NodeEvent::reason).containsExactly("Pulling", "Pulled");
    assertThat(fixture.events).allMatch(event -> event.field().isEmpty());
  }

  @Test
  void thePullCarriesTheDefaultTagTheSandboxAndThePodsAnnotations() {
    fixture.ensure(pod("1", "app", "IfNotPresent"));
    PullImageRequest request = fixture.cri.script().requests(PullImageRequest.class).getFirst();
    assertThat(request.getImage().getImage()).isEqualTo("app:latest");
    assertThat(request.getImage().getAnnotationsMap()).containsEntry("team", "blue");
    assertThat(request.getSandboxConfig().getMetadata().getUid()).isEqualTo("1");
    assertThat(request.hasAuth()).isFalse();
  }

  @Test
  void aPresentImageIsUsedWithItsUser() {
    String id =
        fixture
            .cri
            .images()
            .add(
                Image.newBuilder()
                    .setSize(1)
                    .setUid(Int64Value.newBuilder().setValue(1000))
                    .setUsername(""),
                "app:v1");
    assertThat(fixture.ensure(pod("1", "app:v1", "IfNotPresent")))
        .isEqualTo(new ImageOutcome.Present(id, OptionalLong.of(1000), ""));
    assertThat(fixture.told())
        .containsExactly("Pulled: Container image \"app:v1\" already present on machine");
    assertThat(pullCount()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "Always, app:v1, 1",
    "IfNotPresent, app:latest, 0",
    "Never, app:latest, 0",
    ", app:latest, 1",
    ", app:v1, 0"
  })
  void thePolicyDecidesWhetherAPresentImageIsPulled(
      @Nullable String policy, String image, long pulls) {
    fixture.cri.images().add(image);
    Pod pod = new PodBuilder(pod("1", image, "Never")).build();
    pod.getSpec().getContainers().getFirst().setImagePullPolicy(policy);
    assertThat(fixture.ensure(pod)).isInstanceOf(ImageOutcome.Present.class);
    assertThat(pullCount()).isEqualTo(pulls);
  }

  @Test
  void alwaysFailsWhenTheRegistryIsAwayEvenWithTheImagePresent() {
    fixture.cri.images().add("app:v1");
    fixture.cri.images().failPull("app:v1", CriException.Kind.INTERNAL, "no route to host");
    assertThat(error(fixture.ensure(pod("1", "app:v1", "Always"))))
        .isEqualTo(new StartError(WaitReason.ERR_IMAGE_PULL, "no route to host"));
  }

  @Test
  void neverRefusesAMissingImage() {
    ImageOutcome outcome = fixture.ensure(pod("1", "app:v1", "Never"));
    String message = "Container image \"app:v1\" is not present with pull policy of Never";
    assertThat(outcome)
        .isEqualTo(
            new ImageOutcome.Unavailable(
                new StartError(WaitReason.ERR_IMAGE_NEVER_PULL, message), null));
    assertThat(fixture.told()).containsExactly("ErrImageNeverPull: " + message);
  }

  @Test
  void aNameThatIsNoneIsRefusedWithoutAskingTheRuntime() {
    ImageOutcome outcome = fixture.ensure(pod("1", "App:v1", "IfNotPresent"));
    String message =
        "Failed to apply default image tag \"App:v1\": couldn't parse image name \"App:v1\":"
            + " invalid reference format: repository name (App) must be lowercase";
    assertThat(error(outcome)).isEqualTo(new StartError(WaitReason.INVALID_IMAGE_NAME, message));
    assertThat(fixture.told()).containsExactly("InspectFailed: " + message);
    assertThat(fixture.cri.script().calls()).isEmpty();
  }

  @Test
  void anImageThatCannotBeInspectedIsToldSo() {
    fixture.cri.script().fail("ImageStatus", 1, CriException.Kind.UNAVAILABLE, "gone");
    StartError error = error(fixture.ensure(pod("1", "app:v1", "IfNotPresent")));
    assertThat(error.reason()).isEqualTo(WaitReason.IMAGE_INSPECT_ERROR);
    assertThat(error.message())
        .isEqualTo("Failed to inspect image \"app:v1\": rpc error: code = Unavailable desc = gone");
    assertThat(fixture.told()).containsExactly("InspectFailed: " + error.message());
  }

  @ParameterizedTest
  @CsvSource({
    "INTERNAL, boom, ERR_IMAGE_PULL, boom",
    "NOT_FOUND, no such tag, ERR_IMAGE_PULL, rpc error: code = NotFound desc = no such tag",
    "INTERNAL, RegistryUnavailable: 503, REGISTRY_UNAVAILABLE,"
        + " image pull failed for app:v1 because the registry is unavailable: 503",
    "INTERNAL, SignatureValidationFailed: bad key, SIGNATURE_VALIDATION_FAILED,"
        + " image pull failed for app:v1 because the signature validation failed: bad key"
  })
  void aFailureBecomesAReasonPeopleKnow(
      CriException.Kind kind, String text, WaitReason reason, String message) {
    fixture.cri.images().failPull("app:v1", kind, text);
    assertThat(error(fixture.ensure(pod("1", "app:v1", "IfNotPresent"))))
        .isEqualTo(new StartError(reason, message));
  }

  @Test
  void aFailedPullBacksOffLongerEachTimeAndSaysUntilWhen() {
    fixture.cri.images().failPull("app:v1", CriException.Kind.INTERNAL, "boom");
    Pod pod = pod("1", "app:v1", "IfNotPresent");
    for (long seconds : new long[] {10, 20, 40, 80, 160, 300, 300}) {
      ImageOutcome failed = fixture.ensure(pod);
      assertThat(failed)
          .isEqualTo(
              new ImageOutcome.Unavailable(
                  new StartError(WaitReason.ERR_IMAGE_PULL, "boom"),
                  fixture.timers.now().plusSeconds(1)));
      fixture.timers.advance(Duration.ofSeconds(seconds - 1));
      fixture.told();
      assertThat(fixture.ensure(pod))
          .isEqualTo(
              new ImageOutcome.Unavailable(
                  new StartError(
                      WaitReason.IMAGE_PULL_BACK_OFF,
                      "Back-off pulling image \"app:v1\": ErrImagePull: boom"),
                  fixture.timers.now().plusSeconds(1)));
      assertThat(fixture.told()).containsExactly("BackOff: Back-off pulling image \"app:v1\"");
      fixture.timers.advance(Duration.ofSeconds(1));
    }
    assertThat(pullCount()).isEqualTo(7);
  }

  @Test
  void theBackOffIsOfOnePodAndImageAndForgottenInTime() {
    fixture.cri.images().failPull("app:v1", CriException.Kind.INTERNAL, "boom");
    fixture.ensure(pod("1", "app:v1", "IfNotPresent"));
    assertThat(error(fixture.ensure(pod("2", "app:v1", "IfNotPresent"))).reason())
        .isEqualTo(WaitReason.ERR_IMAGE_PULL);
    fixture.timers.advance(Duration.ofSeconds(601));
    fixture.ensure(pod("1", "app:v1", "IfNotPresent"));
    assertThat(fixture.ensure(pod("1", "app:v1", "IfNotPresent")))
        .isInstanceOfSatisfying(
            ImageOutcome.Unavailable.class,
            u -> assertThat(u.retryAt()).isEqualTo(fixture.timers.now().plusSeconds(10)));
  }

  @Test
  void tooManyPullsInAMomentAreRefusedAndToldAsFailures() {
    PullFixture limited = new PullFixture(new PullSettings(false, 0, 5, 2));
    limited.ensure(pod("1", "a", "Always"));
    limited.ensure(pod("1", "b", "Always"));
    StartError error = error(limited.ensure(pod("1", "c", "Always")));
    assertThat(error).isEqualTo(new StartError(WaitReason.ERR_IMAGE_PULL, "pull QPS exceeded"));
    assertThat(limited.told()).contains("Failed: Failed to pull image \"c\": pull QPS exceeded");
    limited.timers.advance(Duration.ofMillis(200));
    assertThat(limited.ensure(pod("1", "d", "Always"))).isInstanceOf(ImageOutcome.Present.class);
  }

  @Test
  void anEventNamesPodAndContainer() {
    Pod pod = pod("1", "app:v1", "Never");
    fixture.ensure(pod);
    NodeEvent event = fixture.events.getFirst();
    assertThat(event.type()).isEqualTo(NodeEvent.Type.WARNING);
    assertThat(event.pod()).isEqualTo(new PodKey("default", "web-1"));
    assertThat(event.uid()).isEqualTo(new PodUid("1"));
    assertThat(event.field()).isEqualTo("spec.containers{web}");
    Pod init =
        new PodBuilder(pod)
            .editSpec()
            .addNewInitContainerLike(pod.getSpec().getContainers().getFirst())
            .withName("setup")
            .endInitContainer()
            .endSpec()
            .build();
    fixture.puller.ensure(
        init,
        init.getSpec().getInitContainers().getFirst(),
        PodSandboxConfig.getDefaultInstance(),
        what -> {});
    assertThat(fixture.events.getLast().field()).isEqualTo("spec.initContainers{setup}");
  }

  @Test
  void aRuntimeThatDoesNotKnowWhatItPulledIsNotBelieved() {
    fixture.cri.script().before("PullImage", () -> {});
    fixture
        .cri
        .script()
        .before("ImageStatus", () -> fixture.cri.images().list().forEach(this::remove));
    StartError error = error(fixture.ensure(pod("1", "app:v1", "IfNotPresent")));
    assertThat(error.reason()).isEqualTo(WaitReason.IMAGE_INSPECT_ERROR);
    assertThat(error.message()).contains("does not have the image that it has just pulled");
    assertThat(fixture.cri.script().requests(ImageStatusRequest.class)).hasSize(2);
  }

  private void remove(Image image) {
    fixture.cri.removeImage(
        RemoveImageRequest.newBuilder()
            .setImage(ImageSpec.newBuilder().setImage(image.getId()))
            .build());
  }
}
