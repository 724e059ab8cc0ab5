package dev.jubelet.pod.translate.security;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.translate.TestPods;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("10.4")
class NonRootRuleTest {
  private static final String WHERE = " (pod: \"web_shop(" + TestPods.UID + ")\", container: app)";

  @ParameterizedTest(name = "non-root {0}, user {1}, image uid {2} or name {3}")
  @CsvSource({
    ", 0, 0, ''",
    "false, 0, 0, ''",
    "true, 1000, 0, ''",
    "true, 1000, , www",
    "true, , 33, ''",
  })
  void aContainerThatIsNotRootOrMayBeIsAccepted(
      @Nullable Boolean nonRoot, @Nullable Long user, @Nullable Long uid, String name) {
    assertThatCode(() -> verify(nonRoot, user, uid, name)).doesNotThrowAnyException();
  }

  @ParameterizedTest(name = "user {0}, image uid {1} or name {2}: {3}")
  @CsvSource({
    "0, 33, '', container's runAsUser breaks non-root policy",
    ", 0, '', container has runAsNonRoot and image will run as root",
    ", , '', container has runAsNonRoot and image will run as root",
    ", , www, 'container has runAsNonRoot and image has non-numeric user (www), cannot verify user is non-root'",
  })
  void aContainerThatIsRootOrMightBeIsRefused(
      @Nullable Long user, @Nullable Long uid, String name, String message) {
    assertThatThrownBy(() -> verify(true, user, uid, name))
        .isInstanceOf(UntranslatableException.class)
        .hasMessage(message + WHERE);
  }

  @Test
  void thePodsWishHoldsUnlessTheContainerHasItsOwn() {
    Pod pod = TestPods.podOf(TestPods.container().build());
    pod.getSpec()
        .setSecurityContext(new PodSecurityContextBuilder().withRunAsNonRoot(true).build());
    Container silent = TestPods.container().build();
    Container own =
        TestPods.container()
            .withNewSecurityContext()
            .withRunAsNonRoot(false)
            .endSecurityContext()
            .build();
    var image = new ImageOutcome.Present("x", OptionalLong.of(0), "");

    assertThatThrownBy(() -> NonRootRule.verify(pod, silent, image))
        .isInstanceOf(UntranslatableException.class);
    assertThatCode(() -> NonRootRule.verify(pod, own, image)).doesNotThrowAnyException();
  }

  private static void verify(
      @Nullable Boolean nonRoot, @Nullable Long user, @Nullable Long uid, String name) {
    SecurityContext context = new SecurityContext();
    context.setRunAsNonRoot(nonRoot);
    context.setRunAsUser(user);
    Container container = TestPods.container().withSecurityContext(context).build();
    OptionalLong imageUid = uid == null ? OptionalLong.empty() : OptionalLong.of(uid);
    NonRootRule.verify(
        TestPods.podOf(container), container, new ImageOutcome.Present("x", imageUid, name));
  }
}
