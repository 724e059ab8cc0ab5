package dev.jubelet.image.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.image.json.JsonTextException;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DockerConfigTest {
  private static List<Keyring.Entry> read(String json) {
    return DockerConfig.ofConfigJson(json.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'auths':{'r.io':{'username':'u','password':'p','email':'e'}}}|u|p|e",
        "{'auths':{'r.io':{'auth':'dTpw'}}}|u|p|",
        "{'auths':{'r.io':{'auth':'dTpw\\n','username':'x','password':'y'}}}|u|p|",
        "{'auths':{'r.io':{'auth':'dXNlcjpwOnE='}}}|user|p:q|",
        "{'auths':{'r.io':{'auth':'dXNlcjpwOnE'}}}|user|p:q|",
        "{'Auths':{'r.io':{'Username':'u','PASSWORD':'p'}}}|u|p|",
        "{'auths':{'r.io':{'username':'u','password':'p','credsStore':'x'}}}|u|p|",
        "{'auths':{'r.io':{}}}|||",
        "{'auths':{'r.io':null}}|||"
      })
  void loginsAreReadInEveryForm(String json, String user, String password, String email) {
    List<Keyring.Entry> entries = read(json.replace('\'', '"'));
    assertThat(entries)
        .containsExactly(
            new Keyring.Entry("r.io", new Login(text(user), text(password), text(email))));
  }

  private static String text(String cell) {
    return cell == null ? "" : cell;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'auths':{'r.io':{'auth':'s3cret!'}}}|unable to parse auth field, must be formatted as",
        "{'auths':{'r.io':{'auth':'dXNlcg=='}}}|unable to parse auth field, must be formatted as",
        "{'auths':{'r.io':{'auth':7}}}|has a field \"auths.r.io.auth\" that is not a string",
        "{'auths':[]}|auths is not a JSON object",
        "{'auths':s3cret}|is not valid JSON (line 1",
        "[]|is not a JSON object"
      })
  void whatCannotBeReadIsToldWithoutAValue(String json, String why) {
    assertThatThrownBy(() -> read(json.replace('\'', '"')))
        .isInstanceOf(JsonTextException.class)
        .hasMessageContaining(why)
        .message()
        .doesNotContain("s3cret");
  }

  @Test
  void anObjectWithoutAuthsHasNoLogins() {
    assertThat(read("{\"HttpHeaders\":{}}")).isEmpty();
  }

  @Test
  void theOldFormIsTheBareMapping() {
    assertThat(
            DockerConfig.ofDockercfg(
                "{\"r.io\":{\"auth\":\"dTpw\"}}".getBytes(StandardCharsets.UTF_8)))
        .containsExactly(new Keyring.Entry("r.io", new Login("u", "p", "")));
  }

  private static void write(Path directory, String name, String user) throws IOException {
    Files.createDirectories(directory);
    String entry = "{\"r.io\":{\"username\":\"" + user + "\",\"password\":\"p\"}}";
    Files.writeString(
        directory.resolve(name), name.equals("config.json") ? "{\"auths\":" + entry + "}" : entry);
  }

  private static List<String> users(NodeDockerConfig config) {
    return config.keyring().find("r.io/app").stream()
        .map(found -> found.login().username())
        .toList();
  }

  @Test
  void theFirstFileOfTheNodeThatCanBeReadCounts(@TempDir Path directory) throws IOException {
    Path root = directory.resolve("root");
    Path work = directory.resolve("work");
    ManualTimers timers = new ManualTimers();
    NodeDockerConfig config =
        new NodeDockerConfig(
            List.of(root.resolve("config.json"), work.resolve("config.json")),
            List.of(root.resolve(".dockercfg")),
            timers);
    assertThat(users(config)).isEmpty();
    write(root, ".dockercfg", "old");
    assertThat(users(config)).as("nothing is kept for five minutes too").isEmpty();
    timers.advance(Duration.ofMinutes(5));
    assertThat(users(config)).containsExactly("old");
    write(work, "config.json", "work");
    timers.advance(Duration.ofMinutes(5));
    assertThat(users(config)).containsExactly("work");
    Files.writeString(root.resolve("config.json"), "{broken");
    timers.advance(Duration.ofMinutes(5));
    assertThat(users(config)).containsExactly("work");
    Files.writeString(root.resolve("config.json"), "{}");
    timers.advance(Duration.ofMinutes(5));
    assertThat(users(config)).isEmpty();
  }
}
