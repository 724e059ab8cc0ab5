package dev.jubelet.volume.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TokenFilesTest {
  private static final PodTokens TOKENS =
      (pod, audience, life) ->
          "%s for [%s] %d".formatted(pod.getSpec().getServiceAccountName(), audience, life);

  private static Pod pod(@Nullable Long podUser, @Nullable Long group, @Nullable Long... users) {
    PodBuilder pod =
        new PodBuilder()
            .withNewMetadata()
            .endMetadata()
            .withNewSpec()
            .withServiceAccountName("clerk")
            .withNewSecurityContext()
            .withRunAsUser(podUser)
            .withFsGroup(group)
            .endSecurityContext()
            .endSpec();
    for (Long user : users) {
      pod.editSpec()
          .addNewContainer()
          .withNewSecurityContext()
          .withRunAsUser(user)
          .endSecurityContext()
          .endContainer()
          .endSpec();
    }
    return pod.build();
  }

  private static Volume volume(@Nullable String audience, @Nullable Long life) {
    return new VolumeBuilder()
        .withNewProjected()
        .withDefaultMode(0444)
        .addNewSource()
        .withNewServiceAccountToken()
        .withPath("token")
        .withAudience(audience)
        .withExpirationSeconds(life)
        .endServiceAccountToken()
        .endSource()
        .endProjected()
        .build();
  }

  private static Map<String, PayloadFile> files(PodTokens tokens, Pod pod, Volume volume) {
    return new PayloadBuilder(
            ObjectValues.NONE,
            new ClusterSources(Optional.of(tokens), Optional.empty(), Optional.empty()),
            Map::of)
        .build(pod, volume)
        .files();
  }

  @Test
  void aTokenIsAFileThatAllMayReadWhoMayReadTheVolume() {
    assertThat(files(TOKENS, pod(null, null, (Long) null), volume(null, null)))
        .containsExactly(
            Map.entry(
                "token", new PayloadFile(ByteString.copyFromUtf8("clerk for [] 3600"), 0444)));
  }

  @Test
  void itHasTheAudienceAndLifeThatItsSourceSays() {
    assertThat(files(TOKENS, pod(null, null, (Long) null), volume("vault", 600L)).get("token"))
        .extracting(file -> file.content().toStringUtf8())
        .isEqualTo("clerk for [vault] 600");
  }

  /** Users: of the pod, of its two containers; -1 for none. */
  @ParameterizedTest
  @CsvSource({
    "-1, -1, -1, -1, 292, -1",
    "1000, -1, -1, -1, 384, 1000",
    "-1, -1, 7, 7, 384, 7",
    "1000, -1, 7, 7, 384, 7",
    "1000, -1, 7, -1, 292, -1",
    "-1, -1, 7, -1, 292, -1",
    "-1, 2000, -1, -1, 384, -1",
    "1000, 2000, -1, -1, 384, 1000",
  })
  void whereTheReaderIsKnownNobodyElseMayReadIt(
      long podUser, long group, long first, long second, int mode, int owner) {
    Pod pod = pod(orNone(podUser), orNone(group), orNone(first), orNone(second));

    assertThat(files(TOKENS, pod, volume(null, null)).values())
        .extracting(PayloadFile::mode, PayloadFile::owner)
        .containsExactly(tuple(mode, owner < 0 ? OptionalInt.empty() : OptionalInt.of(owner)));
  }

  private static @Nullable Long orNone(long id) {
    return id < 0 ? null : id;
  }

  @Test
  void withoutATokenThereIsNoFile() {
    PodTokens none =
        (pod, audience, life) -> {
          throw new VolumeException("failed to fetch token: no way");
        };
    assertThatThrownBy(() -> files(none, pod(null, null, (Long) null), volume(null, null)))
        .isInstanceOf(VolumeException.class)
        .hasMessage("failed to fetch token: no way");
  }
}
