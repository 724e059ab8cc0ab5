package dev.jubelet.volume.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.tls.Pem;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.projection.TrustBundles.Bundle;
import io.fabric8.kubernetes.api.model.ClusterTrustBundleProjection;
import io.fabric8.kubernetes.api.model.ClusterTrustBundleProjectionBuilder;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TrustFilesTest {
  private static final String ONE =
      """
      -----BEGIN CERTIFICATE-----
      MIIBczCCARmgAwIBAgIUd4DJAORwSsCODp8NDzrxm8wHWm0wCgYIKoZIzj0EAwIw
      DjEMMAoGA1UEAwwDb25lMCAXDTI2MTExNTIyMDA0NloYDzIxMjYxMDIyMjIwMDQ2
      WjAOMQwwCgYDVQQDDANvbmUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQzRiHB
      fhhQcBGbj4376efusWRAEYGx/s4pEpXGx53CoCoT/UjBlxCntw8O/S4r6Y2UYmxA
      2wXrxo0ehP1F3uxXo1MwUTAdBgNVHQ4EFgQUZfk//qHujz1IXOp5c0UA2sA7N1Ew
      HwYDVR0jBBgwFoAUZfk//qHujz1IXOp5c0UA2sA7N1EwDwYDVR0TAQH/BAUwAwEB
      /zAKBggqhkjOPQQDAgNIADBFAiA5ZcehfGOUORWZUoTv/7CvGo9OVxxAXKIcXMfh
      U/+b4wIhAK1z3oLzD9HRuKjI0qz+7Bi1V0zaa2Ew7DVso4qEDQiM
      -----END CERTIFICATE-----
      """;
  private static final String TWO =
      """
      -----BEGIN CERTIFICATE-----
      MIIBczCCARmgAwIBAgIUdnH590WQ7p3uqOR69vzsL5TmU+0wCgYIKoZIzj0EAwIw
      DjEMMAoGA1UEAwwDdHdvMCAXDTI2MTExNTIyMDA0NloYDzIxMjYxMDIyMjIwMDQ2
      WjAOMQwwCgYDVQQDDAN0d28wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQiHITu
      wDJQwy9XriXvWzDdpvxe765IrBYAFDjG/sMg0yJBR25vKsTooNW2hpST0Uv4z/ep
      mfMhbCg05oERd2hbo1MwUTAdBgNVHQ4EFgQUKdYXy5/YBK8AZmJZOt5EKO37yZcw
      HwYDVR0jBBgwFoAUKdYXy5/YBK8AZmJZOt5EKO37yZcwDwYDVR0TAQH/BAUwAwEB
      /zAKBggqhkjOPQQDAgNIADBFAiBBaZzU23REqfajh2ibUA2p8LE6GizA8LEoB00d
      sYwajAIhAJfKm34+Ka1EkrTqzXHQSz47ayjUKA7UA4S+2Q0ZoaoX
      -----END CERTIFICATE-----
      """;

  private final List<Bundle> bundles =
      new ArrayList<>(
          List.of(
              new Bundle("ours", "", Map.of(), ONE),
              new Bundle("net:a", "example.com/net", Map.of("stage", "live"), ONE + TWO),
              new Bundle("net:b", "example.com/net", Map.of("stage", "test"), TWO + ONE)));

  @Test
  void aNamedBundleBecomesAFileWithItsCertificates() {
    PayloadFile file = only(source().withName("ours").build(), pod().build());
    assertThat(file.content().toStringUtf8()).isEqualTo(ONE);
    assertThat(file.mode()).isEqualTo(0640);
  }

  @Test
  void certificatesOfSeveralBundlesStandOnceEachInAnOrderOfTheirOwn() {
    ClusterTrustBundleProjection all = signer(new LabelSelector()).build();
    String text = only(all, pod().build()).content().toStringUtf8();
    assertThat(Pem.parse("file", text).certificates())
        .containsExactlyInAnyOrderElementsOf(Pem.parse("all", ONE + TWO).certificates());
    bundles.addFirst(new Bundle("net:0", "example.com/net", Map.of(), TWO));
    assertThat(only(all, pod().build()).content().toStringUtf8()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "In, 'live,other', 1",
    "NotIn, 'live,test', 0",
    "Exists, , 2",
    "DoesNotExist, , 0",
  })
  void aSelectorChoosesAmongTheBundlesOfASigner(
      String operator, @Nullable String values, int bundlesFound) {
    List<String> listed = values == null ? List.of() : List.of(values.split(",", -1));
    LabelSelector selector =
        new LabelSelectorBuilder()
            .withMatchExpressions(new LabelSelectorRequirement("stage", operator, listed))
            .build();
    long found =
        bundles.stream()
            .filter(b -> !b.signerName().isEmpty())
            .filter(b -> LabelSelectors.matches(selector, b.labels()))
            .count();
    assertThat(found).isEqualTo(bundlesFound);
  }

  @Test
  void noSelectorChoosesNothing() {
    ClusterTrustBundleProjectionBuilder none =
        source().withSignerName("example.com/net").withLabelSelector(null);
    assertThatThrownBy(() -> only(none.build(), pod().build()))
        .isInstanceOf(VolumeException.class)
        .hasMessage("combination of signerName and labelSelector matched zero ClusterTrustBundles");
    assertThat(only(none.withOptional(true).build(), pod().build()).content().isEmpty()).isTrue();
  }

  @Test
  void aBundleThatIsMissingIsToldUnlessItIsOptional() {
    ClusterTrustBundleProjectionBuilder absent = source().withName("absent");
    assertThatThrownBy(() -> only(absent.build(), pod().build()))
        .hasMessage("clustertrustbundle.certificates.k8s.io \"absent\" not found");
    assertThat(only(absent.withOptional(true).build(), pod().build()).content().isEmpty()).isTrue();
  }

  @Test
  void whereTheReaderIsKnownNobodyElseMayRead() {
    Pod known =
        pod()
            .editSpec()
            .withNewSecurityContext()
            .withFsGroup(7L)
            .endSecurityContext()
            .endSpec()
            .build();
    assertThat(only(source().withName("ours").build(), known).mode()).isEqualTo(0600);
  }

  private PayloadFile only(ClusterTrustBundleProjection source, Pod pod) {
    Map<String, PayloadFile> files =
        new PayloadBuilder(
                ObjectValues.NONE,
                new ClusterSources(Optional.empty(), Optional.of(() -> bundles), Optional.empty()),
                Map::of)
            .build(
                pod,
                new VolumeBuilder()
                    .withName("trust")
                    .withNewProjected()
                    .withDefaultMode(0640)
                    .addNewSource()
                    .withClusterTrustBundle(source)
                    .endSource()
                    .endProjected()
                    .build())
            .files();
    assertThat(files).containsOnlyKeys("anchors.pem");
    return Objects.requireNonNull(files.get("anchors.pem"));
  }

  private static ClusterTrustBundleProjectionBuilder source() {
    return new ClusterTrustBundleProjectionBuilder().withPath("anchors.pem");
  }

  private static ClusterTrustBundleProjectionBuilder signer(LabelSelector selector) {
    return source().withSignerName("example.com/net").withLabelSelector(selector);
  }

  private static PodBuilder pod() {
    return new PodBuilder().withNewMetadata().endMetadata().withNewSpec().endSpec();
  }
}
