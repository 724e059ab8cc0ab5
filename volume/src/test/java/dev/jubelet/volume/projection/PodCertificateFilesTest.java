package dev.jubelet.volume.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.projection.PodCertificates.Credential;
import dev.jubelet.volume.projection.PodCertificates.Source;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCertificateProjection;
import io.fabric8.kubernetes.api.model.PodCertificateProjectionBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.fabric8.kubernetes.api.model.VolumeProjectionBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PodCertificateFilesTest {
  private final List<Source> asked = new ArrayList<>();
  private Optional<VolumeException> trouble = Optional.empty();

  private Map<String, PayloadFile> files(Pod pod, VolumeProjection... sources) {
    PodCertificates certificates =
        (p, source) -> {
          asked.add(source);
          if (trouble.isPresent()) {
            throw trouble.get();
          }
          return new Credential("KEY\n", "CHAIN\n");
        };
    return new PayloadBuilder(
            ObjectValues.NONE,
            new ClusterSources(Optional.empty(), Optional.empty(), Optional.of(certificates)),
            Map::of)
        .build(
            pod,
            new VolumeBuilder()
                .withName("tls")
                .withNewProjected()
                .withSources(sources)
                .withDefaultMode(0644)
                .endProjected()
                .build())
        .files();
  }

  private static Pod pod(@Nullable Long group) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("web")
        .withNamespace("shop")
        .withUid("uid-1")
        .endMetadata()
        .withNewSpec()
        .withNewSecurityContext()
        .withFsGroup(group)
        .endSecurityContext()
        .addNewContainer()
        .withName("main")
        .endContainer()
        .endSpec()
        .build();
  }

  private static VolumeProjection source(PodCertificateProjection projection) {
    return new VolumeProjectionBuilder().withPodCertificate(projection).build();
  }

  private static VolumeProjection bundle(String path) {
    return source(new PodCertificateProjectionBuilder().withCredentialBundlePath(path).build());
  }

  @Test
  void keyAndChainAreInOneFileOrInTwo() {
    VolumeProjection apart =
        source(
            new PodCertificateProjectionBuilder()
                .withKeyPath("key.pem")
                .withCertificateChainPath("chain.pem")
                .build());
    Map<String, PayloadFile> files = files(pod(null), bundle("both.pem"), apart);
    assertThat(files)
        .extractingFromEntries(Map.Entry::getKey, file -> file.getValue().content().toStringUtf8())
        .containsExactlyInAnyOrder(
            tuple("both.pem", "KEY\nCHAIN\n"),
            tuple("key.pem", "KEY\n"),
            tuple("chain.pem", "CHAIN\n"));
    assertThat(files.values()).extracting(PayloadFile::mode).containsOnly(0644);
    assertThat(asked)
        .extracting(Source::volume, Source::index)
        .containsExactly(tuple("tls", 0), tuple("tls", 1));
  }

  @Test
  void nobodyElseMayReadThemWhereThePodsGroupIsKnown() {
    assertThat(files(pod(4000L), bundle("both.pem")).values())
        .extracting(PayloadFile::mode)
        .containsExactly(0600);
  }

  @Test
  void aVolumeWaitsOnlyWhenNothingElseIsWrong() {
    trouble = Optional.of(VolumeException.waiting("not issued yet"));
    assertThatThrownBy(() -> files(pod(null), bundle("a"), bundle("b")))
        .hasMessage("not issued yet")
        .isInstanceOfSatisfying(VolumeException.class, e -> assertThat(e.isWaiting()).isTrue());
    VolumeProjection missing =
        new VolumeProjectionBuilder().withNewConfigMap().withName("c").endConfigMap().build();
    assertThatThrownBy(() -> files(pod(null), bundle("a"), missing))
        .hasMessageContaining("not issued yet")
        .isInstanceOfSatisfying(VolumeException.class, e -> assertThat(e.isWaiting()).isFalse());
  }
}
