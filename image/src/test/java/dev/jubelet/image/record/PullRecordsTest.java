package dev.jubelet.image.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.cri.Image;
import dev.jubelet.image.credential.Credential;
import dev.jubelet.image.credential.Credential.Origin;
import dev.jubelet.image.credential.Login;
import dev.jubelet.image.json.JsonTextException;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PullRecordsTest {
  private static final String IMAGE = "r.io/app:1";
  private static final String REPOSITORY = "r.io/app";
  private static final String REF = "sha256:0abc";
  private static final Credential SECRET =
      new Credential(new Login("u", "p", ""), new Origin.OfSecret("uid-1", "shop", "pull"));

  @TempDir Path root;
  private final ManualTimers timers = new ManualTimers();

  private PullRecords records() {
    return new PullRecords(root, RecordListener.UNHEARD, timers);
  }

  private static Image image(String id, String... tags) {
    return Image.newBuilder().setId(id).addAllRepoTags(List.of(tags)).build();
  }

  private Path intent(String image) {
    return root.resolve("image_manager/pulling").resolve(RecordDirectory.fileName(image));
  }

  private Path record(String ref) {
    return root.resolve("image_manager/pulled").resolve(RecordDirectory.fileName(ref));
  }

  @Test
  void theFilesAreThoseThatUpstreamReads() throws IOException {
    PullRecords records = records();
    records.begin(IMAGE);
    assertThat(intent(IMAGE))
        .hasContent(
            "{\"kind\":\"ImagePullIntent\",\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\","
                + "\"image\":\"r.io/app:1\"}\n");
    records.pulled(IMAGE, REPOSITORY, REF, SECRET);
    assertThat(intent(IMAGE)).doesNotExist();
    assertThat(record(REF))
        .hasContent(
            "{\"kind\":\"ImagePulledRecord\",\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\","
                + "\"lastUpdatedTime\":\""
                + timers.now().truncatedTo(ChronoUnit.SECONDS)
                + "\",\"imageRef\":\"sha256:0abc\",\"credentialMapping\":{\"r.io/app\":"
                + "{\"kubernetesSecrets\":[{\"uid\":\"uid-1\",\"namespace\":\"shop\","
                + "\"name\":\"pull\",\"credentialHash\":\""
                + SECRET.login().hash()
                + "\"}]}}}\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(record(REF))))
        .isEqualTo("rw-------");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(root.resolve("image_manager"))))
        .isEqualTo("rwx------");
  }

  @Test
  void aFileIsNamedByTheHashOfItsKey() {
    assertThat(RecordDirectory.fileName("abc"))
        .isEqualTo("sha256-ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void anIntentIsThereUntilTheLastPullOfTheNameHasEnded() {
    PullRecords records = records();
    records.begin(IMAGE);
    records.begin(IMAGE);
    records.failed(IMAGE, true);
    assertThat(intent(IMAGE)).exists();
    records.failed(IMAGE, true);
    assertThat(intent(IMAGE)).doesNotExist();
    assertThat(records.isBeingPulled(IMAGE, List.of())).isFalse();
  }

  @Test
  void aPullWithoutAnAnswerLeavesItsIntentUntilOneSucceeds() {
    PullRecords records = records();
    records.begin(IMAGE);
    records.failed(IMAGE, false);
    assertThat(records.isBeingPulled(IMAGE, List.of())).isTrue();
    records.begin(IMAGE);
    records.failed(IMAGE, true);
    assertThat(intent(IMAGE)).as("the first may have brought it").exists();
    records.begin(IMAGE);
    records.pulled(IMAGE, REPOSITORY, REF, SECRET);
    assertThat(intent(IMAGE)).doesNotExist();
  }

  @Test
  void anImageThatIsAbsentNeedsNoIntentOfAPullThatEnded() {
    PullRecords records = records();
    records.begin(IMAGE);
    records.absent(IMAGE);
    assertThat(intent(IMAGE)).as("the pull goes on").exists();
    records.failed(IMAGE, false);
    records.absent(IMAGE);
    assertThat(intent(IMAGE)).doesNotExist();
  }

  @Test
  void anIntentCoversTheImageUnderItsOtherNames() {
    PullRecords records = records();
    records.begin("busybox");
    assertThat(records.isBeingPulled("busybox", List.of())).isTrue();
    assertThat(
            records.isBeingPulled(
                "docker.io/library/busybox:latest", List.of("docker.io/library/busybox:latest")))
        .isTrue();
    assertThat(records.isBeingPulled("other", List.of("docker.io/library/other:latest"))).isFalse();
  }

  @Test
  void killedBeforeTheRecordTheNextAgentFindsTheImageAndNobodysRight() {
    records().begin(IMAGE);
    PullRecords next = records();
    next.reconcile(List.of(image(REF, IMAGE), image("sha256:other", "r.io/other:1")));
    assertThat(intent(IMAGE)).doesNotExist();
    assertThat(next.find(REF).orElseThrow().credentials()).isEmpty();
    assertThat(next.find("sha256:other")).isEmpty();
  }

  @Test
  void killedBetweenRecordAndIntentNothingIsLost() throws IOException {
    PullRecords first = records();
    first.begin(IMAGE);
    byte[] left = Files.readAllBytes(intent(IMAGE));
    first.pulled(IMAGE, REPOSITORY, REF, SECRET);
    Files.write(intent(IMAGE), left);
    PullRecords next = records();
    next.reconcile(List.of(image(REF, IMAGE)));
    assertThat(next.find(REF).orElseThrow().of(REPOSITORY).grantedBy(List.of(SECRET))).isPresent();
    assertThat(intent(IMAGE)).doesNotExist();
  }

  @Test
  void killedWithAShortNameTheImageIsFoundUnderItsLongOne() {
    records().begin("busybox");
    PullRecords next = records();
    next.reconcile(List.of(image(REF, "docker.io/library/busybox:latest")));
    assertThat(next.find(REF)).isPresent();
    assertThat(intent("busybox")).doesNotExist();
  }

  @Test
  void killedWithoutTheImageTheIntentStaysAndAFailureDoesNotOpenIt() {
    records().begin(IMAGE);
    PullRecords next = records();
    next.reconcile(List.of());
    next.begin(IMAGE);
    next.failed(IMAGE, true);
    assertThat(next.isBeingPulled(IMAGE, List.of())).isTrue();
  }

  @Test
  void aTornIntentIsKnownByItsFileName() throws IOException {
    records().begin(IMAGE);
    Files.writeString(intent(IMAGE), "{\"kind\":\"Image");
    PullRecords next = records();
    assertThat(next.isBeingPulled(IMAGE, List.of())).isTrue();
    next.reconcile(List.of(image(REF, IMAGE)));
    assertThat(next.find(REF)).isPresent();
  }

  @Test
  void killedWhileWritingOnlyATemporaryFileIsLeftWhichNobodyReads() throws IOException {
    PullRecords records = records();
    records.begin(IMAGE);
    Files.writeString(intent("x").resolveSibling("sha256-12.tmp"), "{");
    Files.writeString(intent("x").resolveSibling(".sha256-12345.tmp"), "{");
    Files.createDirectory(intent("x").resolveSibling("sha256-dir"));
    PullRecords next = records();
    next.reconcile(List.of());
    assertThat(next.isBeingPulled(IMAGE, List.of())).isTrue();
    assertThat(next.isBeingPulled("x", List.of())).isFalse();
  }

  @Test
  void aTornRecordIsNoRightAndIsReplacedByTheNextPull() throws IOException {
    PullRecords records = records();
    records.begin(IMAGE);
    records.pulled(IMAGE, REPOSITORY, REF, SECRET);
    Files.writeString(record(REF), Files.readString(record(REF)).substring(0, 90));
    assertThatThrownBy(() -> records.find(REF)).isInstanceOf(JsonTextException.class);
    records.begin(IMAGE);
    records.pulled(IMAGE, REPOSITORY, REF, SECRET);
    assertThat(records.find(REF)).isPresent();
  }

  @Test
  void aRecordOfAnotherImageIsNone() throws IOException {
    PullRecords records = records();
    records.begin(IMAGE);
    records.pulled(IMAGE, REPOSITORY, REF, SECRET);
    Files.copy(record(REF), record("sha256:other"));
    assertThat(records.find("sha256:other")).isEmpty();
  }

  @Test
  void anUnknownFieldMakesARecordUnreadable() throws IOException {
    PullRecords records = records();
    records.begin(IMAGE);
    records.pulled(IMAGE, REPOSITORY, REF, SECRET);
    Files.writeString(
        record(REF), Files.readString(record(REF)).replace("\"imageRef\"", "\"x\":1,\"imageRef\""));
    assertThatThrownBy(() -> records.find(REF)).hasMessageContaining("unknown field \"x\"");
  }

  @Test
  void recordsOfTheVersionBeforeAreRewritten() throws IOException {
    PullRecords records = records();
    records.begin(IMAGE);
    records.pulled(IMAGE, REPOSITORY, REF, SECRET);
    String present = Files.readString(record(REF));
    Files.writeString(record(REF), present.replace("v1beta1", "v1alpha1"));
    records().reconcile(List.of());
    assertThat(record(REF)).hasContent(present);
  }

  @Test
  void aDirectoryThatSomebodyRemovedIsMadeAgain() throws IOException {
    PullRecords records = records();
    records.begin(IMAGE);
    try (var files = Files.walk(root.resolve("image_manager"))) {
      files
          .sorted((a, b) -> b.compareTo(a))
          .forEach(file -> assertThat(file.toFile().delete()).isTrue());
    }
    assertThat(records.isBeingPulled(IMAGE, List.of())).as("memory counts").isTrue();
    records.pulled(IMAGE, REPOSITORY, REF, SECRET);
    assertThat(record(REF)).exists();
  }

  @Test
  void anIntentThatCannotBeWrittenIsAFailureAndARecordThatCannotKeepsTheIntent()
      throws IOException {
    PullRecords records = records();
    Files.createDirectories(root.resolve("image_manager"));
    Files.writeString(root.resolve("image_manager/pulling"), "in the way");
    assertThatThrownBy(() -> records.begin(IMAGE)).isInstanceOf(UncheckedIOException.class);
    assertThat(records.isBeingPulled(IMAGE, List.of())).isFalse();
    Files.delete(root.resolve("image_manager/pulling"));
    Files.writeString(root.resolve("image_manager/pulled"), "in the way");
    records.begin(IMAGE);
    records.pulled(IMAGE, REPOSITORY, REF, SECRET);
    assertThat(records.isBeingPulled(IMAGE, List.of())).isTrue();
    assertThat(intent(IMAGE)).exists();
  }

  @Test
  void recordsOfImagesThatAreGoneArePrunedAndNoOthers() {
    PullRecords records = records();
    for (String ref : List.of("sha256:1", "sha256:2", "sha256:3")) {
      records.begin(ref);
      records.pulled(ref, REPOSITORY, ref, SECRET);
    }
    timers.advance(Duration.ofSeconds(5));
    Instant listed = timers.now();
    timers.advance(Duration.ofMillis(1));
    records.begin("late");
    records.pulled("late", REPOSITORY, "sha256:late", SECRET);
    records.begin("again");
    records.pulled("again", REPOSITORY, "sha256:3", SECRET);
    assertThat(records.prune(Set.of("sha256:2"), listed)).isEqualTo(1);
    assertThat(record("sha256:1")).doesNotExist();
    assertThat(record("sha256:2")).exists();
    assertThat(record("sha256:3")).as("pulled again since").exists();
    assertThat(record("sha256:late")).exists();
  }
}
