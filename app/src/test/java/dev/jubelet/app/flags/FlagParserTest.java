package dev.jubelet.app.flags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.config.FieldValues;
import dev.jubelet.app.config.Problem;
import dev.jubelet.app.config.field.EvictionFields;
import dev.jubelet.app.config.field.LoggingFields;
import dev.jubelet.app.config.field.NodeFields;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.config.field.ResourceFields;
import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.app.config.field.SourceFields;
import dev.jubelet.app.config.value.MemoryReservation;
import dev.jubelet.app.config.value.NodeTaint;
import dev.jubelet.app.config.value.Quantity;
import dev.jubelet.app.config.value.VmodulePattern;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlagParserTest {
  private static ParsedFlags accepted(String... argv) {
    FlagParser.Parsed parsed = FlagParser.parse(List.of(argv));
    assertThat(parsed.problems()).isEmpty();
    return parsed.flags();
  }

  private static FieldValues fields(String... argv) {
    return accepted(argv).fields();
  }

  private static List<String> refused(String... argv) {
    return FlagParser.parse(List.of(argv)).problems().stream().map(Problem::message).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--max-pods=7", "--max-pods 7", "--max_pods=7", "--max-pods=0x7"})
  void aValueMayFollowInSeveralWays(String line) {
    assertThat(fields(line.split(" ", -1)).get(PodFields.MAX_PODS)).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-v 4", "-v=4", "-v4", "--v 4", "--v=4"})
  void verbosityHasAShortForm(String line) {
    assertThat(fields(line.split(" ", -1)).get(LoggingFields.LOGGING_VERBOSITY)).isEqualTo(4);
  }

  @Test
  void aSwitchMayStandAloneAndThenTakesNoFurtherWord() {
    assertThat(fields("--fail-swap-on").get(ResourceFields.FAIL_SWAP_ON)).isTrue();
    assertThat(fields("--fail-swap-on=F").get(ResourceFields.FAIL_SWAP_ON)).isFalse();
    assertThat(refused("--fail-swap-on", "false"))
        .containsExactly("false: unknown command; only flags are taken");
  }

  @Test
  void aValueMayStartWithADash() {
    assertThat(fields("--oom-score-adj", "-5", "--pod-max-pids=-1").fields()).hasSize(2);
  }

  @Test
  void theLastOfRepeatedValuesWins() {
    assertThat(fields("--max-pods=1", "--max-pods=2").get(PodFields.MAX_PODS)).isEqualTo(2);
  }

  @Test
  void repeatedListsAndMapsAddUp() {
    FieldValues fields =
        fields(
            "--cluster-dns=10.0.0.1,10.0.0.2",
            "--cluster-dns=10.0.0.3",
            "--system-reserved=cpu=1, memory=1Gi",
            "--system-reserved=pid=5",
            "--enforce-node-allocatable=none");

    assertThat(fields.get(PodFields.CLUSTER_DNS))
        .containsExactly("10.0.0.1", "10.0.0.2", "10.0.0.3");
    assertThat(fields.get(ResourceFields.SYSTEM_RESERVED))
        .containsOnly(Map.entry("cpu", "1"), Map.entry("memory", "1Gi"), Map.entry("pid", "5"));
    assertThat(fields.get(ResourceFields.ENFORCE_NODE_ALLOCATABLE)).containsExactly("none");
  }

  @Test
  void everyNotationIsRead() {
    FieldValues fields =
        fields(
            "--eviction-hard=memory.available<1Gi,nodefs.available<10%",
            "--feature-gates=EventedPLEG=true,MemoryQoS=0",
            "--manifest-url-header=A:b:c,D:e",
            "--manifest-url-header=A:f",
            "--register-with-taints=a=b:NoSchedule,c:NoExecute",
            "--reserved-memory=0:memory=1Gi,hugepages-2Mi=64Mi;1:memory=2Gi",
            "--vmodule=sync*=4,plan=6",
            "--cpu-manager-policy-options=a=b,c",
            "--address= 10.0.0.1 ");

    assertThat(fields.get(EvictionFields.EVICTION_HARD))
        .containsOnly(Map.entry("memory.available", "1Gi"), Map.entry("nodefs.available", "10%"));
    assertThat(fields.get(NodeFields.FEATURE_GATES))
        .containsOnly(Map.entry("EventedPLEG", true), Map.entry("MemoryQoS", false));
    assertThat(fields.get(SourceFields.STATIC_POD_URL_HEADER))
        .containsOnly(Map.entry("A", List.of("b:c", "f")), Map.entry("D", List.of("e")));
    assertThat(fields.get(NodeFields.REGISTER_WITH_TAINTS))
        .containsExactly(
            new NodeTaint("a", "b", "NoSchedule", ""), new NodeTaint("c", "", "NoExecute", ""));
    assertThat(fields.get(ResourceFields.RESERVED_MEMORY))
        .containsExactly(
            new MemoryReservation(
                0,
                Map.of("memory", Quantity.parse("1Gi"), "hugepages-2Mi", Quantity.parse("64Mi"))),
            new MemoryReservation(1, Map.of("memory", Quantity.parse("2Gi"))));
    assertThat(fields.get(LoggingFields.LOGGING_VMODULE))
        .containsExactly(new VmodulePattern("sync*", 4), new VmodulePattern("plan", 6));
    assertThat(fields.get(ResourceFields.CPU_MANAGER_POLICY_OPTIONS))
        .containsExactly(Map.entry("a", "b,c"));
    assertThat(fields.get(ServerFields.ADDRESS)).isEqualTo("10.0.0.1");
  }

  @Test
  void aLabelMayHaveNoValue() {
    assertThat(accepted("--node-labels=a=b,c").get(NodeFlags.NODE_LABELS))
        .containsOnly(Map.entry("a", "b"), Map.entry("c", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "'\"a,b\",c', 'a,b|c'",
    "'a,,b', 'a||b'",
    "'\"say \"\"hi\"\"\"', 'say \"hi\"'",
    "'', ''"
  })
  void listsAreCommaSeparatedValues(String text, String items) {
    assertThat(String.join("|", ListSyntax.splitCsv(text))).isEqualTo(items);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--max-pods=x | --max-pods: invalid value \"x\": \"x\" is not an integer",
        "--max-pods= | --max-pods: invalid value \"\": \"\" is not an integer",
        "--max-pods=2147483648 | --max-pods: invalid value \"2147483648\": \"2147483648\" does not fit",
        "--max-pods | --max-pods: flag needs an argument",
        "--enable-server=maybe | --enable-server: invalid value \"maybe\": must be true or false",
        "--sync-frequency=10 | --sync-frequency: invalid value \"10\": \"10\" is not a duration",
        "--address=localhost | --address: invalid value \"localhost\": must be an IP address",
        "--system-reserved=cpu | --system-reserved: invalid value \"cpu\": \"cpu\" must have the form",
        "--eviction-hard=a=1 | --eviction-hard: invalid value \"a=1\": \"a=1\" must have the form name<value",
        "--register-with-taints=a | --register-with-taints: invalid value \"a\": \"a\" must have the form",
        "--reserved-memory=memory=1 | --reserved-memory: invalid value",
        "--cluster-dns=\"a | --cluster-dns: invalid value",
        "-v=-1 | --v: invalid value \"-1\": must be a number from 0 on",
        "-x | -x: unknown shorthand flag 'x'",
        "--=5 | --=5: bad flag syntax"
      })
  void aBadValueIsNamedWithItsRule(String word, String message) {
    assertThat(refused(word)).singleElement().asString().startsWith(message);
  }

  @Test
  void aSecretIsNotRepeatedInAnError() {
    assertThat(refused("--manifest-url-header=hunter2"))
        .singleElement()
        .asString()
        .startsWith("--manifest-url-header: invalid value: each header")
        .doesNotContain("hunter2");
  }

  @ParameterizedTest
  @CsvSource({
    "--max-pod, --max-pods",
    "--kubeconfg, --kubeconfig",
    "--hostname-overide, --hostname-override",
    "--pod_manifests_path, --pod-manifest-path"
  })
  void anUnknownFlagIsRefusedWithTheNearestKnownOne(String typed, String meant) {
    assertThat(refused(typed + "=1"))
        .containsExactly(typed + ": unknown flag; did you mean " + meant + "?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--network-plugin", "--windows-service", "--windows-priorityclass"})
  void aFlagOfAnotherTimeOrSystemIsUnknown(String flag) {
    assertThat(refused(flag)).containsExactly(flag + ": unknown flag");
  }

  @Test
  void allErrorsAreReportedAndTheValueOfAnUnknownFlagIsNotOne() {
    assertThat(refused("--network-plugin", "cni", "--max-pods=x", "--port=y")).hasSize(3);
  }

  @Test
  void whatFollowsTwoDashesIsNoFlag() {
    assertThat(refused("--", "--max-pods=3"))
        .containsExactly("--max-pods=3: unknown command; only flags are taken");
    assertThat(refused("--")).isEmpty();
    assertThat(refused("-")).containsExactly("-: unknown command; only flags are taken");
  }
}
