package dev.jubelet.it.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.testing.lab.ControlPlane;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;

/**
 * A signer of certificates for pods, as an administrator plays it: decides on requests of pods by
 * writing their status.
 *
 * <p>Thread: the test's.
 */
final class PodSigner {
  static final String NAME = "example.com/pods";

  private static final ObjectMapper JSON = KubernetesJson.mapper();

  private final ControlPlane plane;
  private final Registrar registrar;

  /** What a pod asks for. */
  record Request(String name, JsonNode spec) {}

  PodSigner(ControlPlane plane) {
    this.plane = plane;
    this.registrar = new Registrar(plane);
  }

  /** A request on which nobody has decided. */
  Optional<Request> pending() {
    try {
      JsonNode all = JSON.readTree(plane.kubectl("get", "podcertificaterequests", "-o", "json"));
      for (JsonNode each : all.path("items")) {
        if (each.at("/spec/signerName").asText().equals(NAME)
            && each.at("/status/conditions").isMissingNode()) {
          return Optional.of(new Request(each.at("/metadata/name").asText(), each.path("spec")));
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the certificate, for a day. */
  String issue(Request request) {
    Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Instant end = start.plus(Duration.ofHours(20));
    try {
      byte[] stub = Base64.getDecoder().decode(request.spec().path("stubPKCS10Request").asText());
      String chain =
          registrar.podCertificate(new PKCS10CertificationRequest(stub), "web", start, end);
      decide(
          request,
          JSON.createObjectNode()
              .put("certificateChain", chain)
              .put("notBefore", start.toString())
              .put("notAfter", end.toString())
              .put("beginRefreshAt", start.plus(Duration.ofHours(10)).toString())
              .toString()
              .replaceFirst("\\{", "{\"conditions\": [" + condition("Issued") + "], "));
      return chain;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  void deny(Request request) {
    decide(request, "{\"conditions\": [" + condition("Denied") + "]}");
  }

  private static String condition(String type) {
    return """
        {"type": "%s", "status": "True", "reason": "Tried", "message": "by a test",
         "lastTransitionTime": "%s"}"""
        .formatted(type, Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }

  private void decide(Request request, String status) {
    plane.kubectl(
        "patch",
        "podcertificaterequest",
        request.name(),
        "--subresource=status",
        "--type=merge",
        "-p",
        "{\"status\": " + status + "}");
  }
}
