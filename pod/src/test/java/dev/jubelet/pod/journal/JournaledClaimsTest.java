package dev.jubelet.pod.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.ClaimSource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Claims while the API server is there, away or not yet seen, and which of them a pod uses. */
final class JournaledClaimsTest {
  private final AtomicInteger changes = new AtomicInteger();
  private final KeptFacts kept = new KeptFacts(changes::incrementAndGet);
  private final ClaimSource claims = new JournaledClaims(new Server(), kept, this::unseen);
  private boolean unseen;
  private int requests;
  private @Nullable ApiException failure;

  /** The claim {@code stock} is bound to {@code shelf}; each answer has another version. */
  private final class Server implements ClaimSource {
    @Override
    public PersistentVolumeClaim claim(String namespace, String name) {
      answer();
      return new PersistentVolumeClaimBuilder(
              Journals.claim(namespace, name, name.equals("stock") ? "shelf" : name + "-volume"))
          .editMetadata()
          .withResourceVersion(Integer.toString(requests))
          .endMetadata()
          .build();
    }

    @Override
    public PersistentVolume volume(String name) {
      answer();
      return Journals.volume(name);
    }

    private void answer() {
      if (failure != null) {
        throw failure;
      }
      requests++;
    }
  }

  private boolean unseen() {
    return unseen;
  }

  private void fail(ApiException.Kind kind) {
    failure = new ApiException(kind, "no");
  }

  private void askForAll() {
    claims.claim("shop", "stock");
    claims.volume("shelf");
  }

  @Test
  void anotherVersionOfTheSameIsNoChange() {
    askForAll();
    askForAll();

    assertThat(changes).hasValue(2);
  }

  @Test
  void nobodyWaitsForAServerThatWasNotSeen() {
    askForAll();
    unseen = true;
    fail(ApiException.Kind.UNAVAILABLE);

    assertThat(claims.claim("shop", "stock").getSpec().getVolumeName()).isEqualTo("shelf");
    assertThat(claims.volume("shelf")).isEqualTo(Journals.volume("shelf"));
    assertThatThrownBy(() -> claims.claim("bank", "stock")).isSameAs(failure);
  }

  @Test
  void aServerThatWasSeenAndIsSilentLeavesClaimsAsTheyWere() {
    askForAll();
    fail(ApiException.Kind.TIMEOUT);

    assertThat(claims.claim("shop", "stock").getSpec().getVolumeName()).isEqualTo("shelf");
  }

  @ParameterizedTest
  @EnumSource(
      value = ApiException.Kind.class,
      names = {"NOT_FOUND", "FORBIDDEN", "UNAUTHORIZED"})
  void aNoOfTheServerIsANo(ApiException.Kind kind) {
    askForAll();
    fail(kind);

    assertThatThrownBy(() -> claims.claim("shop", "stock")).isSameAs(failure);
  }

  @Test
  void aPodGetsExactlyTheClaimsAndVolumesThatItUses() {
    askForAll();
    claims.claim("shop", "web-desk");
    claims.volume("web-desk-volume");
    claims.claim("shop", "other-desk");
    claims.volume("other-desk-volume");
    claims.claim("bank", "stock");

    ClaimFacts used = kept.all().usedBy(Journals.claiming("web")).claims();

    assertThat(used.claims())
        .containsOnlyKeys(
            new ClaimFacts.Name("shop", "stock"), new ClaimFacts.Name("shop", "web-desk"));
    assertThat(used.volumes()).containsOnlyKeys("shelf", "web-desk-volume");
    assertThat(kept.all().usedBy(Journals.pod("web")).claims()).isEqualTo(ClaimFacts.NONE);
  }

  @Test
  void whatNoPodUsesIsForgotten() {
    askForAll();
    claims.claim("shop", "other-desk");
    claims.volume("other-desk-volume");

    kept.retain(() -> List.of(Journals.claiming("web")));

    assertThat(kept.volume("shelf")).isPresent();
    assertThat(kept.volume("other-desk-volume")).isEmpty();
    kept.retain(List::of);
    assertThat(kept.all()).isEqualTo(PodFacts.NONE);
  }
}
