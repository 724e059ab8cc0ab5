package dev.jubelet.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.benchmark.figure.Figure;
import dev.jubelet.benchmark.figure.Scale;
import dev.jubelet.benchmark.peer.PeerComparison;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a command line asks for. */
class OptionsTest {

  @Test
  void upstreamIsMeasuredOnlyForThoseWhoAskForIt() {
    assertThat(figures()).isNotEmpty().noneMatch(PeerComparison.class::isInstance);
    assertThat(figures("peer")).singleElement().isInstanceOf(PeerComparison.class);
  }

  @Test
  void quickIsASmallerScale() {
    assertThat(Options.parse(List.of("--quick", "peer")).scale()).isEqualTo(Scale.QUICK);
  }

  @Test
  void anUnknownFigureIsNamedWithTheKnownOnes() {
    assertThatThrownBy(() -> Options.parse(List.of("pear")))
        .hasMessageContaining("pear")
        .hasMessageContaining("peer");
  }

  private static List<Figure> figures(String... arguments) {
    return Options.parse(List.of(arguments)).figures();
  }
}
