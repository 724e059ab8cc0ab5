package dev.jubelet.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByteBudgetTest {
  private final ByteBudget budget = new ByteBudget(100);
  private final ByteBudget.Claim one = budget.claim();
  private final ByteBudget.Claim other = budget.claim();

  @Test
  void whatFitsIsCountedAndWhatDoesNotIsRefused() {
    assertThat(one.resize(60)).isTrue();
    assertThat(other.resize(41)).isFalse();
    assertThat(budget.used()).isEqualTo(60);
    assertThat(other.resize(40)).isTrue();
    assertThat(budget.used()).isEqualTo(100);
  }

  @Test
  void aClaimThatIsRefusedKeepsWhatItHad() {
    one.resize(60);
    other.resize(30);
    assertThat(other.fits(41)).isFalse();
    assertThat(other.resize(41)).isFalse();
    assertThat(budget.used()).isEqualTo(90);
    assertThat(other.fits(40)).isTrue();
  }

  @Test
  void lessAlwaysFits() {
    assertThat(one.resize(100)).isTrue();
    assertThat(one.resize(50)).isTrue();
    assertThat(one.resize(0)).isTrue();
    assertThat(budget.used()).isZero();
  }

  @Test
  void aClosedClaimTakesNothingAndNeverWill() {
    one.resize(60);
    one.close();
    one.close();
    assertThat(budget.used()).isZero();
    assertThat(one.resize(10)).isFalse();
    assertThat(one.fits(10)).isFalse();
    assertThat(budget.used()).isZero();
  }
}
