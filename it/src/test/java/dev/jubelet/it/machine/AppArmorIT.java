package dev.jubelet.it.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.testing.node.Manifests;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Profiles of AppArmor on containers, as the kernel sees them. */
final class AppArmorIT extends MachineSuite {
  private static final String PROFILE = "jubelet-test";
  private static final Path SWITCH = Path.of("/sys/module/apparmor/parameters/enabled");
  private static final String LOOK =
      "echo profile $(cat /proc/self/attr/current); touch /data/file; echo ended with $?";

  @TempDir Path directory;

  private boolean loaded;

  @Override
  void assumeMachine() {
    Machine.assumePrograms("apparmor_parser");
    assumeTrue(
        Files.exists(SWITCH) && Machine.read(SWITCH).startsWith("Y"),
        "AppArmor is not on in this machine's kernel");
  }

  /** Reading is allowed, and so is writing anywhere but in the volume. */
  private void loadProfile() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("profile"),
            """
            profile %s flags=(attach_disconnected,mediate_deleted) {
              file,
              signal,
              capability,
              deny /data/** w,
            }
            """
                .formatted(PROFILE));
    Machine.run("apparmor_parser", "--replace", "--skip-cache", file.toString());
    loaded = true;
  }

  @AfterEach
  void unloadProfile() {
    removeAll();
    if (loaded) {
      Machine.run("apparmor_parser", "--remove", directory.resolve("profile").toString());
      loaded = false;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "none,    '',                                        cri-containerd.apparmor.d (enforce)",
    "default, 'appArmorProfile: {type: RuntimeDefault}', cri-containerd.apparmor.d (enforce)",
    "without, 'appArmorProfile: {type: Unconfined}',     unconfined"
  })
  void aContainerHasTheProfileThatItsPodSays(String name, String context, String profile) {
    node.apply(confined(name, context), name);
    node.awaitReady(name);
    awaitPrinted(name, "ended with 0");
    assertThat(printed(name)).contains(profile);
  }

  @Test
  void aProfileOfTheMachineForbidsWhatItForbids() throws IOException {
    loadProfile();
    node.apply(
        confined("local", "appArmorProfile: {type: Localhost, localhostProfile: jubelet-test}"),
        "local");
    node.awaitReady("local");
    awaitPrinted("local", "ended with 1");
    assertThat(printed("local")).contains("profile jubelet-test (enforce)", "Permission denied");
  }

  @Test
  void aContainerWaitsForAProfileThatIsNotLoaded() throws IOException {
    node.apply(
        confined("waiting", "appArmorProfile: {type: Localhost, localhostProfile: jubelet-test}"),
        "waiting");
    node.await("waiting", "says what is missing", AppArmorIT::saysWhatIsMissing);
    loadProfile();
    node.awaitReady("waiting");
    awaitPrinted("waiting", "ended with 1");
  }

  private static boolean saysWhatIsMissing(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .map(status -> status.getState().getWaiting())
        .anyMatch(
            waiting ->
                waiting != null
                    && "CreateContainerError".equals(waiting.getReason())
                    && waiting.getMessage().contains("apparmor profile not found"));
  }

  private Manifests confined(String name, String context) {
    return pod(name, "emptyDir: {}", LOOK).spec("  securityContext: {" + context + "}");
  }
}
