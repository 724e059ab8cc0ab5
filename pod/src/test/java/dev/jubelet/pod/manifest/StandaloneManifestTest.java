package dev.jubelet.pod.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.manifest.ManifestException.Kind;
import dev.jubelet.pod.model.LocalObject;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectKind;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What manifests may hold where there is no API server. */
class StandaloneManifestTest {
  private static final String SETTINGS =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: settings, namespace: shop}
      data: {mode: fast}
      binaryData: {logo: //79}
      """;
  private static final String KEYS =
      """
      apiVersion: v1
      kind: Secret
      metadata: {name: keys}
      type: Opaque
      data: {password: aHVudGVyMg==, user: YQ==}
      stringData: {user: root}
      """;

  private static ManifestException failure(String text) {
    try {
      throw new AssertionError("was read: " + PodText.readStandalone(text));
    } catch (ManifestException e) {
      return e;
    }
  }

  private static List<String> problemsOf(String kind, String fields) {
    return failure("apiVersion: v1\nkind: " + kind + "\nmetadata: {name: x}\n" + fields).problems();
  }

  private static ByteString text(String text) {
    return ByteString.copyFromUtf8(text);
  }

  @Test
  void aConfigMapHasTextAndBytes() {
    assertThat(PodText.readStandalone(SETTINGS).objects())
        .containsExactly(
            new LocalObject(
                new ObjectKey(ObjectKind.CONFIG_MAP, "shop", "settings"),
                Map.of("mode", text("fast")),
                Map.of("logo", ByteString.copyFrom(new byte[] {-1, -2, -3}))));
  }

  @Test
  void aSecretIsInTheDefaultNamespaceAndItsPlainTextWins() {
    assertThat(PodText.readStandalone(KEYS).objects())
        .containsExactly(
            new LocalObject(
                new ObjectKey(ObjectKind.SECRET, "default", "keys"),
                Map.of("password", text("hunter2"), "user", text("root")),
                Map.of(),
                "Opaque"));
  }

  @Test
  void documentsOfAllKindsMayStandInOneFile() {
    Manifest manifest =
        PodText.readStandalone(SETTINGS + "---\n" + PodText.MINIMAL + "---\n" + KEYS + "---\n");

    assertThat(manifest.entries())
        .extracting(e -> e.pod().getMetadata().getName())
        .containsExactly("web");
    assertThat(manifest.objects())
        .extracting(o -> o.key().name())
        .containsExactly("settings", "keys");
    assertThat(manifest.warnings()).isEmpty();
  }

  @Test
  void aListMayHoldAllKinds() {
    Manifest manifest =
        PodText.readStandalone(
            """
            apiVersion: v1
            kind: List
            items:
            - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
            - {apiVersion: v1, kind: Secret, metadata: {name: b}}
            - {apiVersion: v1, kind: Service, metadata: {name: c}}
            """);

    assertThat(manifest.objects())
        .extracting(o -> o.key().toString())
        .containsExactly("ConfigMap default/a", "Secret default/b");
    assertThat(manifest.warnings())
        .singleElement()
        .asString()
        .startsWith("items[2].holds a Service of v1");
  }

  @Test
  void aDocumentOfAnotherKindIsIgnoredBesideOursAndRefusedAlone() {
    String service = "apiVersion: v1\nkind: Service\n";

    assertThat(PodText.readStandalone(PodText.MINIMAL + "---\n" + service).warnings())
        .containsExactly(
            "document at line 10: holds a Service of v1: expected a v1 Pod, PodList, ConfigMap or"
                + " Secret; it is ignored");
    assertThat(failure(service).kind()).isEqualTo(Kind.UNEXPECTED);
  }

  @Test
  void oneBadDocumentRefusesTheWholeFileAndIsNamedByItsLine() {
    assertThat(failure(PodText.MINIMAL + "---\n" + KEYS.replace("keys", "Keys")).problems())
        .singleElement()
        .asString()
        .startsWith("document at line 10: metadata.name: Invalid value: \"Keys\"");
    assertThat(failure(PodText.MINIMAL + "---\na: [").kind()).isEqualTo(Kind.MALFORMED);
  }

  @Test
  void anAnchorBelongsToItsDocument() {
    assertThat(failure(SETTINGS + "x: &a 1\n---\n" + PodText.MINIMAL + "y: *a \n"))
        .hasMessageContaining("names nothing before it");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ConfigMap | 'data: {"a b": x}'                    | 'data: Invalid value: "a b"'
          ConfigMap | 'data: {.: x}'                        | 'data: Invalid value: "."'
          ConfigMap | 'data: {..x: x}'                      | 'data: Invalid value: "..x"'
          ConfigMap | 'data: {a: x}\nbinaryData: {a: eA==}' | 'data: Invalid value: "a": duplicate'
          ConfigMap | 'binaryData: {a: "%%%%"}'             | 'binaryData.a: must be base64'
          ConfigMap | 'data: {a: 5}'                        | 'data.a: expected a string'
          Secret    | 'data: {a: eA}'                       | 'data.a: must be base64'
          Secret    | 'stringData: {"": x}'                 | 'stringData: Invalid value: ""'
          Secret    | 'type: kubernetes.io/tls\nstringData: {tls.crt: x}' | 'data: Required value: a secret of this type has the key tls.key'
          Secret    | 'type: kubernetes.io/dockerconfigjson\nstringData: {.dockerconfigjson: "hunter2 ["}' | 'data..dockerconfigjson: must be a JSON object'
          Secret    | 'type: kubernetes.io/basic-auth'      | 'data: Required value'
          Secret    | 'type: kubernetes.io/ssh-auth\nstringData: {ssh-privatekey: ""}' | 'data: Required value'
          Secret    | 'type: kubernetes.io/service-account-token' | 'metadata.annotations: Required value'
          """)
  void aBadObjectIsRefusedWithItsField(String kind, String fields, String problem) {
    assertThat(problemsOf(kind, fields.replace("\\n", "\n")))
        .singleElement()
        .asString()
        .startsWith(problem);
  }

  @Test
  void oneMebibyteIsTheMost() {
    String lines = ("  " + "x".repeat(1022) + "\n").repeat(1024);
    String most = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n a: |\n";
    String tooMuch = lines + "  " + "x".repeat(1100) + "\n";

    assertThat(PodText.readStandalone(most + lines).objects()).hasSize(1);
    assertThat(failure(most + tooMuch))
        .hasMessage("data: Too long: may not be more than 1048576 bytes");
  }

  @Test
  void theLargestSecretMayStandInOneLineOfBase64() {
    String base64 = Base64.getEncoder().encodeToString(new byte[1024 * 1024]);

    assertThat(
            PodText.readStandalone(
                    "apiVersion: v1\nkind: Secret\nmetadata: {name: x}\ndata:\n  a: " + base64)
                .objects())
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\": \"Secret\", \"stringData\": {\"a\": hunter2}}",
        "{\"kind\": \"Secret\", \"stringData\": {\"a\": \"hunter2}}",
        "stringData: {a: *hunter2 }",
        "stringData: {a: !hunter2 x}",
        "stringData: {a: hunter2",
        "stringData: {a: \"hunter2\\q\"}",
        "apiVersion: v1\nkind: Secret\nmetadata: {name: x}\ndata: {a: hunter2}",
        "apiVersion: v1\nkind: Secret\nmetadata: {name: x}\nstringData: {a: [hunter2]}",
        "apiVersion: v1\nkind: Secret\nmetadata: {name: x}\nstringData: hunter2",
        "apiVersion: v1\nkind: Secret\nmetadata: {name: x}\nimmutable: hunter2"
      })
  void noProblemShowsAValue(String text) {
    assertThat(failure(text)).message().doesNotContain("hunter2");
  }

  @Test
  void noTextFormShowsAValue() {
    assertThat(PodText.readStandalone(KEYS).toString())
        .contains("password")
        .doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "imagePullSecrets: [{name: x}]",
        "volumes: [{name: x, secret: {secretName: x}}]",
        "volumes: [{name: x, configMap: {name: x}}]",
        "volumes: [{name: x, projected: {sources: [{secret: {name: x}}, {configMap: {name: x}}]}}]",
        "initContainers: [{name: i, image: x, envFrom: [{secretRef: {name: s}}]}]",
        "initContainers: [{name: i, image: x, env: [{name: A, valueFrom: {configMapKeyRef: {name: m, key: k}}}]}]",
        "volumes: [{name: x, iscsi: {targetPortal: p, iqn: 'iqn.2026-01.a:b', lun: 0, secretRef: {name: s}}}]",
        "volumes: [{name: x, flexVolume: {driver: a/b, secretRef: {name: s}}}]"
      })
  void aPodMayReferToConfigMapsAndSecrets(String field) {
    assertThat(PodText.readStandalone(withField(field)).entries()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serviceAccountName: x",
        "resourceClaims: [{name: x}]",
        "volumes: [{name: x, persistentVolumeClaim: {claimName: x}}]",
        "volumes: [{name: x, projected: {sources: [{serviceAccountToken: {path: t}}]}}]",
        "volumes: [{name: x, rbd: {secretRef: {name: s}}}]"
      })
  void otherObjectsStayOutOfReach(String field) {
    assertThat(failure(withField(field)))
        .hasMessageStartingWith("spec: static pods may not reference");
  }

  private static String withField(String field) {
    return PodText.MINIMAL + "  " + field + "\n";
  }

  @ParameterizedTest
  @ValueSource(strings = {"kind: ConfigMap", "kind: Secret", "kind: List"})
  void besideAnApiServerObjectsAreNoManifests(String kind) {
    assertThat(PodText.problems("{apiVersion: v1, " + kind + ", metadata: {name: x}}"))
        .singleElement()
        .asString()
        .endsWith("expected a v1 Pod or PodList");
  }
}
