package dev.jubelet.pod.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.translate.env.ClusterService;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PodFactsTest {
  private static final ValueKey OTHERS = new ValueKey(ValueKey.Facet.SECRET, "shop", "others");
  private static final ValueKey ELSEWHERE = new ValueKey(ValueKey.Facet.SECRET, "bank", "password");
  private static final ClusterService MASTER =
      new ClusterService("default", "kubernetes", "10.0.0.1", List.of());
  private static final ClusterService DEFAULT =
      new ClusterService("default", "web", "10.0.0.2", List.of());
  private static final ClusterService SHOP =
      new ClusterService("shop", "till", "10.0.0.3", List.of());
  private static final ClusterService BANK =
      new ClusterService("bank", "vault", "10.0.0.4", List.of());

  private static final PodFacts ALL =
      new PodFacts(
          Map.of(
              Journals.SETTINGS,
              Optional.empty(),
              Journals.PASSWORD,
              Journals.values("x"),
              OTHERS,
              Journals.values("y"),
              ELSEWHERE,
              Journals.values("z")),
          Map.of(
              Journals.tokenKey("web"), Journals.token("a"),
              Journals.tokenKey("other"), Journals.token("b")),
          new HashMap<>(
              Map.of(
                  "default", List.of(MASTER, DEFAULT),
                  "shop", List.of(SHOP),
                  "bank", List.of(BANK))),
          Map.of("small", "runc-small", "large", "runc-large"),
          ClaimFacts.NONE);

  @Test
  void aPodGetsExactlyWhatItUses() {
    PodFacts used = ALL.usedBy(Journals.pod("web"));
    assertThat(used.values()).containsOnlyKeys(Journals.SETTINGS, Journals.PASSWORD);
    assertThat(used.tokens()).containsOnlyKeys(Journals.tokenKey("web"));
    assertThat(used.services())
        .containsOnly(Map.entry("default", List.of(MASTER)), Map.entry("shop", List.of(SHOP)));
    assertThat(used.runtimeClasses()).containsOnlyKeys("small");
  }

  @Test
  void aPodWithoutServiceLinksIsToldOfTheApiServerOnly() {
    Pod shy =
        new PodBuilder(Journals.pod("web"))
            .editSpec()
            .withEnableServiceLinks(false)
            .endSpec()
            .build();
    assertThat(ALL.usedBy(shy).services()).containsOnly(Map.entry("default", List.of(MASTER)));
  }

  @Test
  void theTextFormShowsNoValue() {
    assertThat(Journals.entry("web").toString())
        .contains("password")
        .doesNotContain(Journals.CLEARTEXT);
  }
}
