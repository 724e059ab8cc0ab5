package dev.jubelet.pod.translate.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.translate.TestPods;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Rule("10.1")
class EnvironmentBuilderTest {
  private static final NodeFieldValues NODE =
      new NodeFieldValues(List.of("10.0.0.1", "fd00::1"), Map.of());

  /** A config map "settings", a secret "keys", and nothing else; "broken" cannot be read. */
  private static final ObjectValues OBJECTS =
      new ObjectValues() {
        @Override
        public Lookup configMap(String namespace, String name) {
          return name.equals("settings") && namespace.equals("shop")
              ? found(Map.of("mode", "fast", "LEVEL", "3"))
              : new Lookup.Absent();
        }

        @Override
        public Lookup secret(String namespace, String name) {
          return switch (name) {
            case "keys" -> found(Map.of("password", "s3cret"));
            case "broken" -> new Lookup.Failed("object \"shop\"/\"broken\" not registered");
            default -> new Lookup.Absent();
          };
        }

        private Lookup found(Map<String, String> texts) {
          Map<String, ByteString> values = new LinkedHashMap<>();
          texts.forEach((key, value) -> values.put(key, ByteString.copyFromUtf8(value)));
          return new Lookup.Found(values);
        }
      };

  @Test
  void aVariableMayUseThoseBeforeItButNotThoseAfterIt() {
    Container container =
        TestPods.container()
            .addNewEnv()
            .withName("EARLY")
            .withValue("<$(LATE)>")
            .endEnv()
            .addNewEnv()
            .withName("LATE")
            .withValue("x")
            .endEnv()
            .addNewEnv()
            .withName("LAST")
            .withValue("$(LATE)$(EARLY)")
            .endEnv()
            .build();

    assertThat(values(container))
        .containsExactly(
            Map.entry("EARLY", "<$(LATE)>"),
            Map.entry("LATE", "x"),
            Map.entry("LAST", "x<$(LATE)>"));
  }

  @Test
  void aVariableWithoutAnyValueIsEmpty() {
    Container container = TestPods.container().addNewEnv().withName("NONE").endEnv().build();

    assertThat(values(container)).containsExactly(Map.entry("NONE", ""));
  }

  @Test
  void theLaterOfTwoVariablesOfANameWinsAndMaySeeTheEarlier() {
    Container container =
        TestPods.container()
            .addNewEnv()
            .withName("PATH")
            .withValue("/bin")
            .endEnv()
            .addNewEnv()
            .withName("PATH")
            .withValue("/opt:$(PATH)")
            .endEnv()
            .build();

    assertThat(values(container)).containsExactly(Map.entry("PATH", "/opt:/bin"));
  }

  @Test
  void objectsComeFirstWithTheirPrefixAndAreOverriddenByVariables() {
    Container container =
        TestPods.container()
            .addNewEnvFrom()
            .withNewConfigMapRef("settings", false)
            .endEnvFrom()
            .addNewEnvFrom()
            .withPrefix("K_")
            .withNewSecretRef("keys", false)
            .endEnvFrom()
            .addNewEnv()
            .withName("mode")
            .withValue("slow, not $(LEVEL)")
            .endEnv()
            .build();

    assertThat(values(container))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("mode", "slow, not 3", "LEVEL", "3", "K_password", "s3cret"));
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "metadata.name               | web",
        "metadata.namespace          | shop",
        "metadata.uid                | " + TestPods.UID,
        "metadata.labels['app']      | store",
        "metadata.annotations['a.b/c'] | note",
        "spec.nodeName               | node-1",
        "spec.serviceAccountName     | clerk",
        "status.hostIP               | 10.0.0.1",
        "status.hostIPs              | 10.0.0.1,fd00::1",
        "status.podIP                | 10.1.0.7",
        "status.podIPs               | 10.1.0.7,fd01::7",
      })
  @Rule("10.2")
  void aFieldOfThePodCanBeAValue(String path, String expected) {
    assertThat(valueOfField(path)).isEqualTo(expected);
  }

  @Test
  void aLabelThatThePodDoesNotHaveIsEmpty() {
    assertThat(valueOfField("metadata.labels['other']")).isEmpty();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "status.phase     | unsupported fieldPath: status.phase",
        "spec.hostname['x'] | fieldPath \"spec.hostname\" does not support subscript",
      })
  void otherFieldsAreRefused(String path, String message) {
    assertThatThrownBy(() -> valueOfField(path))
        .isInstanceOf(UntranslatableException.class)
        .hasMessage(message);
  }

  @Test
  void aKeyOfAnObjectCanBeAValue() {
    Container container =
        withSecretKey("PASSWORD", "keys", "password", false)
            .addNewEnv()
            .withName("MODE")
            .withNewValueFrom()
            .withNewConfigMapKeyRef("mode", "settings", false)
            .endValueFrom()
            .endEnv()
            .build();

    assertThat(values(container))
        .containsExactly(Map.entry("PASSWORD", "s3cret"), Map.entry("MODE", "fast"));
  }

  @ParameterizedTest(name = "secret {0} key {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "absent | password | secret \"absent\" not found",
        "keys   | other    | couldn't find key other in Secret shop/keys",
        "broken | password | object \"shop\"/\"broken\" not registered",
      })
  void aMissingKeyOrObjectIsRefused(String secret, String key, String message) {
    Container container = withSecretKey("PASSWORD", secret, key, false).build();

    assertThatThrownBy(() -> values(container))
        .isInstanceOf(UntranslatableException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"absent", "keys"})
  void whatIsOptionalAndMissingLeavesNoVariable(String secret) {
    assertThat(values(withSecretKey("PASSWORD", secret, "other", true).build())).isEmpty();
  }

  @Test
  void anOptionalObjectThatCannotBeReadIsStillRefused() {
    Container container = withSecretKey("PASSWORD", "broken", "password", true).build();

    assertThatThrownBy(() -> values(container)).isInstanceOf(UntranslatableException.class);
  }

  @Test
  void aWholeObjectThatIsMissingIsRefusedUnlessOptional() {
    Container required =
        TestPods.container()
            .addNewEnvFrom()
            .withNewConfigMapRef("absent", false)
            .endEnvFrom()
            .build();
    Container optional =
        TestPods.container()
            .addNewEnvFrom()
            .withNewConfigMapRef("absent", true)
            .endEnvFrom()
            .build();

    assertThatThrownBy(() -> values(required)).hasMessage("configmap \"absent\" not found");
    assertThat(values(optional)).isEmpty();
  }

  @Test
  void aSourceThatIsNotKnownIsRefusedByName() {
    Container container =
        TestPods.container()
            .addNewEnv()
            .withName("FROM_NOWHERE")
            .withNewValueFrom()
            .endValueFrom()
            .endEnv()
            .build();

    assertThatThrownBy(() -> values(container)).hasMessageContaining("FROM_NOWHERE");
  }

  @Test
  void noValueShowsInTheTextFormOfAnEnvironmentOrALookup() {
    Environment environment = build(withSecretKey("PASSWORD", "keys", "password", false).build());

    assertThat(environment.toString()).contains("PASSWORD").doesNotContain("s3cret");
    assertThat(OBJECTS.secret("shop", "keys").toString())
        .contains("password")
        .doesNotContain("s3cret");
  }

  private static ContainerBuilder withSecretKey(
      String variable, String secret, String key, boolean optional) {
    return TestPods.container()
        .addNewEnv()
        .withName(variable)
        .withNewValueFrom()
        .withNewSecretKeyRef(key, secret, optional)
        .endValueFrom()
        .endEnv();
  }

  private static String valueOfField(String path) {
    Container container =
        TestPods.container()
            .addNewEnv()
            .withName("FIELD")
            .withNewValueFrom()
            .withNewFieldRef("v1", path)
            .endValueFrom()
            .endEnv()
            .build();
    return values(container).getOrDefault("FIELD", "not set");
  }

  private static Map<String, String> values(Container container) {
    Map<String, String> values = new LinkedHashMap<>();
    build(container).toCri().forEach(v -> values.put(v.getKey(), v.getValue().toStringUtf8()));
    return values;
  }

  private static Environment build(Container container) {
    Pod pod =
        TestPods.pod()
            .editMetadata()
            .addToLabels("app", "store")
            .addToAnnotations("a.b/c", "note")
            .endMetadata()
            .editSpec()
            .withServiceAccountName("clerk")
            .withContainers(container)
            .endSpec()
            .build();
    return EnvironmentBuilder.build(
        new EnvironmentRequest(
            pod,
            container,
            List.of("10.1.0.7", "fd01::7"),
            NODE,
            OBJECTS,
            ServiceSource.NONE,
            new EnvFiles(true, Map.of())));
  }
}
