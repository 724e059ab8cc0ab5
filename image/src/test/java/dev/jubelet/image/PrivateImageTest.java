package dev.jubelet.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.jubelet.api.cri.PullImageRequest;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.image.record.PullRecords;
import dev.jubelet.image.record.RecordListener;
import dev.jubelet.image.record.RecordedAccess;
import dev.jubelet.image.record.VerificationPolicy;
import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A registry that opens to one password only, and pods with secrets that have it or not. */
@Rule("10.6")
class PrivateImageTest implements ObjectValues {
  private static final String IMAGE = "r.io/team/app:v1";

  @TempDir Path root;
  private final Map<String, Lookup> secrets = new HashMap<>();
  private PullFixture fixture = new PullFixture(PullFixture.SERIAL);
  private int pods;

  @BeforeEach
  void setUp() {
    fixture.cri.script().before("PullImage", this::checkPassword);
    restart("NeverVerifyPreloadedImages");
    has("good", "right");
    has("bad", "wrong");
    has("same", "right");
  }

  private void restart(String policy) {
    fixture =
        fixture.restarted(
            PullFixture.SERIAL,
            this,
            new RecordedAccess(
                new PullRecords(root, RecordListener.UNHEARD, fixture.timers),
                VerificationPolicy.of(policy, List.of("r.io/team/*")),
                fixture.cri,
                RecordListener.UNHEARD));
  }

  private void checkPassword() {
    PullImageRequest asked = pulls().getLast();
    if (!asked.getAuth().getPassword().equals("right")) {
      throw new CriException(
          CriException.Kind.INTERNAL,
          "PullImage",
          "401 Unauthorized for \"" + asked.getAuth().getPassword() + "\"");
    }
  }

  private List<PullImageRequest> pulls() {
    return fixture.cri.script().requests(PullImageRequest.class);
  }

  private void has(String name, String password) {
    String json = "{\"auths\":{\"r.io\":{\"username\":\"u\",\"password\":\"" + password + "\"}}}";
    secrets.put(
        name,
        new Lookup.Found(
            Map.of(".dockerconfigjson", ByteString.copyFromUtf8(json)),
            "uid-" + name,
            "kubernetes.io/dockerconfigjson"));
  }

  @Override
  public Lookup configMap(String namespace, String name) {
    return new Lookup.Absent();
  }

  @Override
  public Lookup secret(String namespace, String name) {
    return secrets.getOrDefault(name, new Lookup.Absent());
  }

  private Pod pod(String policy, String... secretNames) {
    Pod pod = PullFixture.pod("pod-" + ++pods, IMAGE, policy);
    List<LocalObjectReference> references = new ArrayList<>();
    for (String name : secretNames) {
      references.add(new LocalObjectReference(name));
    }
    pod.getSpec().setImagePullSecrets(references);
    return pod;
  }

  private String ensured(Pod pod) {
    return switch (fixture.ensure(pod)) {
      case ImageOutcome.Present _ -> "present";
      case ImageOutcome.Unavailable(StartError error, var _) -> error.reason().wireName();
    };
  }

  private String ensured(String policy, String... secretNames) {
    return ensured(pod(policy, secretNames));
  }

  @Test
  void aSecretOpensTheRegistryAndAMissingOneIsTold() {
    assertThat(ensured("IfNotPresent", "lost", "", "good")).isEqualTo("present");
    assertThat(pulls().getFirst().getAuth().getUsername()).isEqualTo("u");
    assertThat(fixture.told().getFirst())
        .isEqualTo(
            "FailedToRetrieveImagePullSecret: Unable to retrieve some image pull secrets (lost);"
                + " attempting to pull the image may not succeed.");
  }

  @Test
  void loginsAreTriedInOrderAndTheirFailuresToldTogether() {
    has("worse", "also wrong");
    Pod pod = pod("IfNotPresent", "bad", "worse", "bad");
    assertThat(((ImageOutcome.Unavailable) fixture.ensure(pod)).error())
        .isEqualTo(
            new StartError(
                WaitReason.ERR_IMAGE_PULL,
                "[401 Unauthorized for \"wrong\", 401 Unauthorized for \"also wrong\"]"));
    assertThat(pulls()).hasSize(3);
    assertThat(ensured("IfNotPresent", "bad", "good", "worse")).isEqualTo("present");
    assertThat(pulls()).hasSize(5);
  }

  @Test
  void oneTextIsToldPlainlyAndWithALoginNobodyPullsWithout() {
    assertThat(((ImageOutcome.Unavailable) fixture.ensure(pod("Always", "bad", "bad"))).error())
        .isEqualTo(new StartError(WaitReason.ERR_IMAGE_PULL, "401 Unauthorized for \"wrong\""));
    assertThat(pulls()).allMatch(PullImageRequest::hasAuth);
    fixture.ensure(pod("Always"));
    assertThat(pulls().getLast().hasAuth()).isFalse();
  }

  @Test
  void aSecretThatCannotBeReadIsToldWithoutItsValueAndWithoutBackOff() {
    secrets.put(
        "torn",
        new Lookup.Found(
            Map.of(".dockerconfigjson", ByteString.copyFromUtf8("{\"auths\": s3cret")),
            "uid",
            "kubernetes.io/dockerconfigjson"));
    Pod pod = pod("IfNotPresent", "torn", "good");
    for (int i = 0; i < 2; i++) {
      StartError error = ((ImageOutcome.Unavailable) fixture.ensure(pod)).error();
      assertThat(error.message())
          .startsWith("pull secret default/torn: .dockerconfigjson is not valid JSON")
          .doesNotContain("s3cret");
    }
    assertThat(pulls()).isEmpty();
  }

  @Test
  void aSecretOfAnotherTypeHasNoLogin() {
    secrets.put(
        "opaque",
        new Lookup.Found(
            Map.of(".dockerconfigjson", ByteString.copyFromUtf8("{}")), "uid", "Opaque"));
    fixture.ensure(pod("IfNotPresent", "opaque"));
    assertThat(pulls().getLast().hasAuth()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "NeverVerify, IfNotPresent, , present",
    "NeverVerify, Never, bad, present",
    "NeverVerifyPreloadedImages, IfNotPresent, good, present",
    "NeverVerifyPreloadedImages, IfNotPresent, same, present",
    "NeverVerifyPreloadedImages, IfNotPresent, bad, ErrImagePull",
    "NeverVerifyPreloadedImages, IfNotPresent, , ErrImagePull",
    "NeverVerifyPreloadedImages, Never, good, present",
    "NeverVerifyPreloadedImages, Never, bad, ErrImageNeverPull",
    "NeverVerifyPreloadedImages, Never, , ErrImageNeverPull",
    "NeverVerifyAllowlistedImages, IfNotPresent, , present",
    "NeverVerifyAllowlistedImages, Never, bad, present",
    "AlwaysVerify, IfNotPresent, same, present",
    "AlwaysVerify, IfNotPresent, , ErrImagePull",
    "AlwaysVerify, Never, bad, ErrImageNeverPull",
    "AlwaysVerify, Never, good, present"
  })
  void aPrivateImageIsForThoseWhoCouldPullIt(
      String policy, String pullPolicy, String secret, String expected) {
    assertThat(ensured("IfNotPresent", "good")).isEqualTo("present");
    restart(policy);
    String[] names = secret == null ? new String[0] : new String[] {secret};
    int before = pulls().size();
    assertThat(ensured(pullPolicy, names)).isEqualTo(expected);
    assertThat(pulls()).hasSize(before + (expected.equals("ErrImagePull") ? 1 : 0));
  }

  @ParameterizedTest
  @CsvSource({
    "NeverVerifyPreloadedImages, Never, present",
    "AlwaysVerify, Never, ErrImageNeverPull",
    "AlwaysVerify, IfNotPresent, ErrImagePull"
  })
  void anImageThatWasThereBeforeIsOpenUnlessAllAreVerified(
      String policy, String pullPolicy, String expected) {
    restart(policy);
    fixture.cri.images().add(IMAGE);
    assertThat(ensured(pullPolicy)).isEqualTo(expected);
  }

  @Test
  void aSecretThatIsGoneOrRevokedOpensNothing() {
    ensured("IfNotPresent", "good");
    secrets.remove("good");
    assertThat(ensured("IfNotPresent", "good")).isEqualTo("ErrImagePull");
    assertThat(ensured("Never", "good")).isEqualTo("ErrImageNeverPull");
  }

  @Test
  void aPullThatNobodyAnsweredGivesNobodyTheImage() {
    fixture.cri.script().fail("PullImage", 1, CriException.Kind.UNAVAILABLE, "connection lost");
    assertThat(ensured("IfNotPresent", "good")).isEqualTo("ErrImagePull");
    fixture.cri.images().add(IMAGE);
    assertThat(ensured("Never")).isEqualTo("ErrImageNeverPull");
    restart("NeverVerifyPreloadedImages");
    assertThat(ensured("Never")).isEqualTo("ErrImageNeverPull");
    assertThat(ensured("IfNotPresent", "good")).isEqualTo("present");
    assertThat(ensured("Never", "same")).isEqualTo("present");
  }

  @Test
  void anImagePulledWithoutALoginIsForAll() {
    fixture.cri.script().before("PullImage", () -> {});
    assertThat(ensured("IfNotPresent")).isEqualTo("present");
    assertThat(ensured("Never", "bad")).isEqualTo("present");
  }

  @Test
  void whileTheRuntimeCannotTellWhatItHasNothingIsOpen() {
    fixture.cri.images().add(IMAGE);
    fixture.cri.script().fail("ListImages", 1, CriException.Kind.UNAVAILABLE, "busy");
    assertThat(ensured("Never")).isEqualTo("ErrImageNeverPull");
    assertThat(ensured("Never")).isEqualTo("present");
  }
}
