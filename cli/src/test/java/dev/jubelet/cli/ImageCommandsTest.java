package dev.jubelet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cli.http.Json;
import dev.jubelet.server.image.ImageView.Choice;
import dev.jubelet.server.image.ImageView.Disk;
import dev.jubelet.server.image.ImageView.Plan;
import dev.jubelet.server.image.ImageView.Plans;
import dev.jubelet.server.image.ImageView.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ImageCommandsTest {
  private static final Row WEB =
      new Row(
          "sha256:0123456789abcdef0123",
          List.of("reg.io:5000/web:1"),
          List.of("reg.io:5000/web@sha256:1"),
          3 << 20,
          false,
          false,
          null,
          null,
          List.of("shop/web", "shop/web-2"));
  private static final Row OWN =
      new Row(
          "sha256:fedcba98765432100123",
          List.of("localhost/own:2"),
          List.of(),
          100,
          false,
          true,
          null,
          null,
          List.of());
  private static final Row NAMELESS =
      new Row(
          "sha256:aaaa",
          List.of(),
          List.of("reg.io/old@sha256:2"),
          2048,
          true,
          false,
          null,
          null,
          List.of());

  @TempDir Path directory;

  private final CommandLineTester jubelet = new CommandLineTester();
  private StubAgent agent;

  @BeforeEach
  void start() {
    agent = new StubAgent(directory);
    agent.images.addAll(List.of(WEB, OWN, NAMELESS));
  }

  @AfterEach
  void stop() {
    agent.close();
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add(1, "--socket=" + agent.socket());
    return jubelet.run(all.toArray(String[]::new));
  }

  @Test
  void imagesListsThemWithTheirUsers() {
    assertThat(run("images")).isZero();
    assertThat(jubelet.out())
        .isEqualTo(
            """
            NAME              TAG      ID              SIZE      SEEN           USED    PINNED   PODS
            localhost/own     2        fedcba9876543   100 B     before start   never   no       <none>
            reg.io/old        <none>   aaaa            2.0 KiB   before start   never   yes      <none>
            reg.io:5000/web   1        0123456789abc   3.0 MiB   before start   never   no       shop/web,shop/web-2
            """);
  }

  @Test
  void imagesAreToldAsJsonAndWithTheirOrigin() {
    assertThat(run("images", "-o", "json")).isZero();
    Json answer = Json.parse(jubelet.out());
    assertThat(answer.at("items").items()).hasSize(3);
    assertThat(answer.at("disk", "usedPercent").number()).isEqualTo(50);

    CommandLineTester wide = new CommandLineTester();
    wide.run("images", "--socket=" + agent.socket(), "-o", "wide");
    assertThat(wide.out()).contains("ORIGIN").contains("imported").contains("registry");
  }

  @Test
  void thePlanSaysWhatGoesAndWhy() {
    agent.imagePlans =
        new Plans(
            new Disk("/images", 1 << 30, 100 << 20, 91, 85, 80),
            true,
            new Plan(
                105 << 20,
                List.of(new Choice(NAMELESS, "frees space")),
                List.of(new Choice(WEB, "in use"), new Choice(OWN, "imported"))),
            new Plan(
                0,
                List.of(new Choice(NAMELESS, "frees space"), new Choice(OWN, "imported")),
                List.of()));

    assertThat(run("images", "--plan")).isZero();
    assertThat(jubelet.out())
        .isEqualTo(
            """
            Disk of /images: 91% of 1.0 GiB used, 100.0 MiB available; collection begins at 85%, ends at 80%.
            To free: 105.0 MiB

            Removed by the next pass, in this order:
            IMAGE        ID     SIZE      REASON
            reg.io/old   aaaa   2.0 KiB   frees space

            Kept:
            IMAGE               ID              SIZE      REASON
            reg.io:5000/web:1   0123456789abc   3.0 MiB   in use by shop/web, shop/web-2
            localhost/own:2     fedcba9876543   100 B     imported

            Removed before pods are evicted, in this order (2.1 KiB):
            IMAGE             ID              SIZE      REASON
            reg.io/old        aaaa            2.0 KiB   frees space
            localhost/own:2   fedcba9876543   100 B     imported
            """);
  }

  @Test
  void aPlanWithoutWorkSaysSo() {
    Plan nothing = new Plan(0, List.of(), List.of());
    agent.imagePlans = new Plans(new Disk("/", 1000, 900, 10, 100, 80), false, nothing, nothing);

    assertThat(run("images", "--plan")).isZero();
    assertThat(jubelet.out())
        .contains("Image garbage collection is off")
        .contains("Removed by the next pass, in this order: nothing\n");
  }

  @Test
  void aRuntimeThatIsAwayIsTold() {
    assertThat(run("images", "--plan")).isEqualTo(1);
    assertThat(jubelet.err()).isEqualTo("jubelet: list images: the runtime is away\n");
  }

  @Test
  void pullPrintsTheReferenceOrWhyNot() {
    assertThat(run("pull", "web:1")).isZero();
    assertThat(jubelet.out()).isEqualTo("sha256:of-web:1\n");
    assertThat(run("pull", "bad:1")).isEqualTo(1);
    assertThat(jubelet.err()).isEqualTo("jubelet: ErrImagePull: no such host\n");
    assertThat(run("pull")).isEqualTo(2);
  }

  @Test
  void loadPrintsTheImagesOrWhyNot() {
    assertThat(run("load", "some.tar")).isZero();
    assertThat(jubelet.out()).isEqualTo("a:1\nb:1\n");
    assertThat(run("load", "/tmp/none.tar")).isEqualTo(4);
    assertThat(jubelet.err()).isEqualTo("jubelet: /tmp/none.tar does not exist\n");
  }
}
