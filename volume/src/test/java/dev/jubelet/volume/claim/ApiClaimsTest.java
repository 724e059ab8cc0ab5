package dev.jubelet.volume.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.ClaimSource;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApiClaimsTest {
  private static final Volume DATA =
      new VolumeBuilder().withName("data").withNewPersistentVolumeClaim("claim", false).build();
  private static final Volume OWN =
      new VolumeBuilder().withName("own").withNewEphemeral().endEphemeral().build();
  private static final Pod POD =
      new PodBuilder()
          .withNewMetadata()
          .withName("web")
          .withNamespace("shop")
          .withUid("uid-1")
          .endMetadata()
          .build();

  private final Map<String, PersistentVolumeClaim> claims = new HashMap<>();
  private final Map<String, PersistentVolume> volumes = new HashMap<>();
  private final ApiClaims tested =
      new ApiClaims(
          new ClaimSource() {
            @Override
            public PersistentVolumeClaim claim(String namespace, String name) {
              return found(claims.get(namespace + "/" + name));
            }

            @Override
            public PersistentVolume volume(String name) {
              return found(volumes.get(name));
            }
          });

  private static <T> T found(@Nullable T object) {
    if (object == null) {
      throw new ApiException(ApiException.Kind.NOT_FOUND, "there is none");
    }
    return object;
  }

  @BeforeEach
  void bind() {
    for (String name : new String[] {"claim", "web-own"}) {
      claims.put(
          "shop/" + name,
          new PersistentVolumeClaimBuilder()
              .withNewMetadata()
              .withNamespace("shop")
              .withName(name)
              .withUid("claim-uid")
              .endMetadata()
              .withNewSpec()
              .withVolumeName("pv")
              .endSpec()
              .withNewStatus()
              .withPhase("Bound")
              .endStatus()
              .build());
    }
    volumes.put(
        "pv",
        new PersistentVolumeBuilder()
            .withNewMetadata()
            .withName("pv")
            .endMetadata()
            .withNewSpec()
            .withNewClaimRef()
            .withUid("claim-uid")
            .endClaimRef()
            .endSpec()
            .build());
  }

  private PersistentVolumeClaim claim() {
    return Objects.requireNonNull(claims.get("shop/claim"));
  }

  private PersistentVolume volume() {
    return Objects.requireNonNull(volumes.get("pv"));
  }

  private void assertRefused(Volume volume, String message) {
    assertThatThrownBy(() -> tested.resolve(POD, volume))
        .isInstanceOf(VolumeException.class)
        .hasMessage(message);
  }

  @Test
  void aBoundClaimLeadsToItsVolume() {
    assertThat(tested.resolve(POD, DATA).volume()).isSameAs(volumes.get("pv"));
    assertThat(tested.resolve(POD, DATA).claim()).isSameAs(claim());
  }

  @Test
  void aClaimThatIsNotBoundIsRefused() {
    claim().getStatus().setPhase("Pending");
    assertRefused(DATA, "error processing PVC shop/claim: PVC is not bound");
    claim().getStatus().setPhase("Bound");
    claim().getSpec().setVolumeName("");
    assertRefused(DATA, "error processing PVC shop/claim: PVC has empty pvc.Spec.VolumeName");
  }

  @Test
  void aClaimThatIsDeletedServesOnlyWhileItIsProtected() {
    claim().getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
    assertRefused(DATA, "error processing PVC shop/claim: PVC is being deleted");
    claim().getMetadata().getFinalizers().add("kubernetes.io/pvc-protection");
    assertThat(tested.resolve(POD, DATA).claim()).isSameAs(claim());
  }

  @Test
  void aVolumeOfAnotherClaimIsRefused() {
    volume().getSpec().getClaimRef().setUid("other");
    assertRefused(
        DATA,
        "found PV object pv but its pv.Spec.ClaimRef.UID other does not point to claim.UID claim-uid");
    volume().getSpec().setClaimRef(null);
    assertRefused(
        DATA,
        "found PV object pv but it has a nil pv.Spec.ClaimRef indicating it is not yet bound to the claim");
  }

  @Test
  void whatTheServerSaysIsToldOn() {
    volumes.clear();
    assertRefused(DATA, "failed to get PV pv from API server: there is none");
    claims.clear();
    assertRefused(
        DATA,
        "error processing PVC shop/claim: failed to fetch PVC from API server: there is none");
  }

  @Test
  void aClaimThatWasMadeForThePodMustBeThePods() {
    assertRefused(OWN, "PVC shop/web-own was not created for pod shop/web (pod is not owner)");
    claims.put(
        "shop/web-own",
        new PersistentVolumeClaimBuilder(claims.get("shop/web-own"))
            .editMetadata()
            .addNewOwnerReference()
            .withController(true)
            .withUid("uid-1")
            .endOwnerReference()
            .endMetadata()
            .build());
    assertThat(tested.resolve(POD, OWN).volume()).isSameAs(volumes.get("pv"));
  }

  @Test
  void theGroupOfAVolumeIsKnownUntilThePodIsGone() {
    PodUid uid = PodUid.of(POD);
    volume().getMetadata().setAnnotations(Map.of("pv.beta.kubernetes.io/gid", "1234"));
    tested.resolve(POD, DATA);
    assertThat(tested.groups(uid)).containsExactly(1234L);
    tested.forget(uid);
    assertThat(tested.groups(uid)).isEmpty();
    volume().getMetadata().setAnnotations(Map.of("pv.beta.kubernetes.io/gid", "wheel"));
    assertRefused(
        DATA, "annotation pv.beta.kubernetes.io/gid of PV pv is not the number of a group: wheel");
  }
}
