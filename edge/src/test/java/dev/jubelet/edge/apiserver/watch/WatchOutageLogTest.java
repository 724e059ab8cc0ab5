package dev.jubelet.edge.apiserver.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiException.Kind;
import org.junit.jupiter.api.Test;

final class WatchOutageLogTest {
  private final WatchOutageLog outages = new WatchOutageLog();

  private boolean isNews(String name, Kind kind) {
    return outages.isNews(name, new ApiException(kind, "as the test wants"));
  }

  @Test
  void aServerThatFailsAllIsOneLineForAllWhoMissIt() {
    assertThat(isNews("a", Kind.UNAUTHORIZED)).isTrue();
    assertThat(isNews("b", Kind.INTERNAL)).isFalse();
    assertThat(isNews("a", Kind.UNAUTHORIZED)).isFalse();

    assertThat(outages.back("a")).isZero();
    assertThat(outages.back("b")).isEqualTo(2);
    assertThat(outages.back("b")).isZero();
    assertThat(isNews("b", Kind.UNAUTHORIZED)).isTrue();
  }

  @Test
  void ofAServerThatIsAwayTheConnectionTells() {
    assertThat(isNews("a", Kind.UNAVAILABLE)).isFalse();
    assertThat(isNews("b", Kind.TIMEOUT)).isFalse();
    assertThat(outages.back("a")).isZero();
  }

  @Test
  void whatTheServerHasAgainstAnObjectIsToldOfEachOnce() {
    assertThat(isNews("a", Kind.FORBIDDEN)).isTrue();
    assertThat(isNews("b", Kind.FORBIDDEN)).isTrue();
    assertThat(isNews("a", Kind.FORBIDDEN)).isFalse();
    assertThat(isNews("a", Kind.UNAUTHORIZED)).isTrue();
    assertThat(outages.back("b")).isEqualTo(1);
  }

  @Test
  void aForgottenHistoryIsNoNews() {
    assertThat(isNews("a", Kind.GONE)).isFalse();
    assertThat(outages.back("a")).isZero();
  }

  @Test
  void whoLooksNoLongerKeepsNoOutageOpen() {
    isNews("a", Kind.UNAUTHORIZED);
    outages.forget("a");

    assertThat(isNews("b", Kind.UNAUTHORIZED)).isTrue();
  }
}
