package dev.jubelet.image.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.image.credential.Credential;
import dev.jubelet.image.credential.Credential.Origin;
import dev.jubelet.image.credential.Login;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessTest {
  private static Credential secret(String uid, String namespace, String name, String password) {
    return new Credential(new Login("u", password, ""), new Origin.OfSecret(uid, namespace, name));
  }

  private static Credential account(String uid) {
    return new Credential(
        new Login("u", "token", ""), new Origin.OfServiceAccount(uid, "shop", "clerk"));
  }

  private static final Access KNOWN =
      Access.NOBODY.with(secret("1", "shop", "pull", "good")).with(account("7"));

  @ParameterizedTest
  @CsvSource({
    "1, shop, pull, good, true, the very same",
    "2, bank, other, good, true, the same login elsewhere",
    "1, shop, pull, rotated, true, the same secret with another login",
    "2, shop, pull, wrong, false, another secret of that name",
    "1, bank, pull, wrong, false, another namespace",
    "'', shop, pull, wrong, false, a secret of a manifest with another login",
    "'', shop, pull, good, true, a secret of a manifest with the same login"
  })
  void aSecretGrantsByItsLoginOrByWhichItIs(
      String uid, String namespace, String name, String password, boolean granted, String why) {
    assertThat(KNOWN.grantedBy(List.of(secret(uid, namespace, name, password))).isPresent())
        .as(why)
        .isEqualTo(granted);
  }

  @Test
  void aServiceAccountGrantsByItsIdentity() {
    assertThat(KNOWN.grantedBy(List.of(account("7")))).isPresent();
    assertThat(KNOWN.grantedBy(List.of(account("8")))).isEmpty();
  }

  @Test
  void whatTheNodeHasNowGrantsNothingThatASecretOpened() {
    assertThat(KNOWN.grantedBy(List.of(Credential.ofNode(new Login("u", "good", ""))))).isEmpty();
    assertThat(KNOWN.grantedBy(List.of())).isEmpty();
  }

  @Test
  void onceAllPodsMayThatStays() {
    Access all = KNOWN.with(Credential.ofNode(new Login("", "", "")));
    assertThat(all.allPods()).isTrue();
    assertThat(all.secrets()).isEmpty();
    assertThat(all.with(secret("1", "shop", "pull", "good"))).isEqualTo(all);
  }

  @Test
  void onlyASecretThatShowsTheSameLoginIsNoted() {
    assertThat(KNOWN.shouldNote(secret("2", "bank", "other", "good"))).isTrue();
    assertThat(KNOWN.shouldNote(secret("1", "shop", "pull", "good"))).isFalse();
    assertThat(KNOWN.shouldNote(secret("1", "shop", "pull", "rotated"))).isFalse();
  }

  @Test
  void aSecretIsThereOnceWithItsNewestLogin() {
    Access rotated = KNOWN.with(secret("1", "shop", "pull", "new"));
    assertThat(rotated.secrets()).hasSize(1);
    assertThat(rotated.grantedBy(List.of(secret("2", "bank", "x", "good")))).isEmpty();
    assertThat(rotated.grantedBy(List.of(secret("2", "bank", "x", "new")))).isPresent();
  }

  @Test
  void aHundredSecretsAreEnough() {
    Access many = Access.NOBODY;
    for (int i = 0; i < 100; i++) {
      many = many.with(secret("" + i, "shop", "s" + i, "good"));
    }
    assertThat(many.shouldNote(secret("new", "shop", "new", "good"))).isFalse();
    assertThat(many.grantedBy(List.of(secret("new", "shop", "new", "good")))).isPresent();
    assertThat(many.grantedBy(List.of(secret("5", "shop", "s5", "rotated")))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "NeverVerify, r.io/app, true, false",
    "NeverVerifyPreloadedImages, r.io/app, true, true",
    "NeverVerifyPreloadedImages, r.io/app, false, false",
    "NeverVerifyAllowlistedImages, r.io/app, false, true",
    "NeverVerifyAllowlistedImages, ok.io/app, true, false",
    "NeverVerifyAllowlistedImages, ok.io/application, true, true",
    "NeverVerifyAllowlistedImages, all.io/a/b, true, false",
    "NeverVerifyAllowlistedImages, all.io.evil/a, true, true",
    "AlwaysVerify, r.io/app, false, true"
  })
  void thePolicySaysWhatIsVerified(
      String policy, String repository, boolean pulledHere, boolean verifies) {
    assertThat(
            VerificationPolicy.of(policy, List.of("ok.io/app", "all.io/*"))
                .verifies(repository, pulledHere))
        .isEqualTo(verifies);
  }
}
